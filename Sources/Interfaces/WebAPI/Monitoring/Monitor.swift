import Synchronization

/// Counts answers for `/metrics`.
final class Monitor: Sendable {
  /// The upper bounds of the histogram's buckets, in seconds.
  static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

  private struct Route: Hashable {
    let method: String
    let path: String
    let status: Int
  }

  private struct Series {
    var count = 0
    var seconds = 0.0
    /// The number of requests up to each bound.
    var buckets = [Int](repeating: 0, count: Monitor.bounds.count)

    mutating func add(_ seconds: Double) {
      count += 1
      self.seconds += seconds
      for (index, bound) in Monitor.bounds.enumerated() where seconds <= bound { buckets[index] += 1 }
    }
  }

  private struct State {
    var series: [Route: Series] = [:]
    var running = 0
    var keptAnswers = 0
    var madeAnswers = 0
  }

  private let state = Mutex(State())

  func began() { state.withLock { $0.running += 1 } }

  /// A started request that turned out to be malformed.
  func abandoned() { state.withLock { $0.running -= 1 } }

  /// Counts malformed input that was refused before routing.
  func refused(status: Int) {
    state.withLock { $0.series[Route(method: "?", path: "none", status: status), default: Series()].add(0) }
  }

  /// - Parameter path: the endpoint's path with parameters in braces, never the requested path.
  func ended(method: String, path: String, status: Int, seconds: Double) {
    state.withLock { state in
      state.running -= 1
      let route = Route(method: method, path: path, status: status)
      state.series[route, default: Series()].add(seconds)
    }
  }

  /// Counts an answer as cached or made.
  func answered(fromKept isKept: Bool) {
    state.withLock { state in
      if isKept { state.keptAnswers += 1 } else { state.madeAnswers += 1 }
    }
  }

  /// All counters in Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/).
  func text() -> String {
    let state = state.withLock { $0 }
    var page = MetricsPage()
    page.add("folkcal_requests_running", .gauge, "Requests that are being answered.", Double(state.running))
    page.add(
      "folkcal_answers_kept_total", .counter, "Answers from the cache.", Double(state.keptAnswers))
    page.add("folkcal_answers_made_total", .counter, "Answers that were made anew.", Double(state.madeAnswers))
    page.begin("folkcal_request_duration_seconds", .histogram, "How long requests took.")
    let routes = state.series.sorted {
      ($0.key.path, $0.key.method, $0.key.status) < ($1.key.path, $1.key.method, $1.key.status)
    }
    for (route, series) in routes {
      let labels = [("method", route.method), ("route", route.path), ("status", "\(route.status)")]
      let name = "folkcal_request_duration_seconds"
      for (bound, count) in zip(Self.bounds, series.buckets) {
        page.line(name + "_bucket", labels + [("le", "\(bound)")], Double(count))
      }
      page.line(name + "_bucket", labels + [("le", "+Inf")], Double(series.count))
      page.line(name + "_sum", labels, series.seconds)
      page.line(name + "_count", labels, Double(series.count))
    }
    return page.text
  }
}

/// A page of metrics in Prometheus' format.
struct MetricsPage {
  private(set) var text = ""

  enum Kind: String {
    case counter, gauge, histogram
  }

  /// A metric with one value.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    begin(name, kind, help)
    line(name, [], value)
  }

  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  mutating func line(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let shown = labels.map { name, value in
      "\(name)=\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
    }.joined(separator: ",")
    let number = value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    text += name + (shown.isEmpty ? "" : "{\(shown)}") + " " + number + "\n"
  }
}
