public import Folklore
internal import Store

/// When a condition is an alarm.
///
///     try AlarmLimits("worker=10m backup=off")
public struct AlarmLimits: Hashable, Sendable {
  /// The longest silence of a worker, and the longest wait of a due reminder while one runs; seconds. Nil in this and others: no alarm.
  public var worker: Int? = ServiceState.workerSeconds
  /// The longest time since the planner's last run, in seconds.
  public var planner: Int? = ServiceState.planSeconds
  /// The share of reminders that may fail, in percent.
  public var failures: Int? = 20
  /// The least number of ended reminders by which that share is judged.
  public var failuresOf: Int? = 20
  /// How long a service may refuse us, in seconds.
  public var channel: Int? = 1_800
  /// The longest time since the last backup, in seconds.
  public var backup: Int? = 26 * 3_600
  /// The least free space on the disk of the database, in megabytes.
  public var disk: Int? = Store.leastFreeMegabytes
  /// How long before the end of a certificate or token, in seconds.
  public var ends: Int? = 14 * 86_400
  /// How long a condition must hold, or be away, before anybody is told; seconds.
  public var hold: Int? = 240

  /// Reminders that ended in the last hour are judged.
  static let failureSeconds = 3_600

  public init() {}

  /// Reads `worker=10m failures=30 backup=off`; what is not named keeps its default.
  public init(_ text: String) throws(AlarmLimitsError) {
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let limit = Self.all.first(where: { $0.name == parts[0] }) else {
        throw .unknown(String(word), Self.all.map(\.name))
      }
      self[keyPath: limit.path] = try limit.value(parts[1])
    }
  }

  private enum Unit {
    case time, percent, number
  }

  private struct Limit: Sendable {
    let name: String
    let path: any WritableKeyPath<AlarmLimits, Int?> & Sendable
    let unit: Unit

    func value(_ text: String) throws(AlarmLimitsError) -> Int? {
      // Without a time to hold, or a number to judge by, nothing would be off.
      if text == "off", !["hold", "failures-of"].contains(name) { return nil }
      let error = AlarmLimitsError.badValue(name, text, example: example)
      switch unit {
      case .percent, .number:
        let digits = unit == .percent && text.hasSuffix("%") ? String(text.dropLast()) : text
        guard let number = Int(digits), (1...(unit == .percent ? 100 : 1_000_000)).contains(number) else { throw error }
        return number
      case .time:
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
          (0...100_000).contains(number), number > 0 || name == "hold"
        else { throw error }
        return number * unit
      }
    }

    private var example: String {
      switch unit {
      case .time: "\(name)=30m"
      case .percent: "\(name)=20%"
      case .number: "\(name)=50"
      }
    }
  }

  private static let all = [
    Limit(name: "worker", path: \.worker, unit: .time), Limit(name: "planner", path: \.planner, unit: .time),
    Limit(name: "failures", path: \.failures, unit: .percent),
    Limit(name: "failures-of", path: \.failuresOf, unit: .number),
    Limit(name: "channel", path: \.channel, unit: .time), Limit(name: "backup", path: \.backup, unit: .time),
    Limit(name: "disk", path: \.disk, unit: .number), Limit(name: "ends", path: \.ends, unit: .time),
    Limit(name: "hold", path: \.hold, unit: .time),
  ]
}

/// A text that says no limits.
public enum AlarmLimitsError: SpokenError, Hashable {
  case unknown(String, [String])
  case badValue(String, String, example: String)

  public var description: String {
    switch self {
    case .unknown(let word, let names):
      "\"\(word)\" is no limit: expected a name and a value such as worker=15m; names are \(names.joined(separator: ", "))"
    case .badValue(let name, let text, let example):
      "\"\(text)\" is no value of \(name): expected one such as \(example)"
    }
  }

  public var chinese: String {
    switch self {
    case .unknown(let word, let names):
      "「\(word)」不是限度：請寫名稱與數值，例如 worker=15m；可用的名稱：\(names.joined(separator: "、"))"
    case .badValue(let name, let text, let example): "\(name) 的數值「\(text)」不能用：請寫成 \(example) 這樣"
    }
  }

  public var code: String {
    switch self {
    case .unknown: "unknown_limit"
    case .badValue: "bad_limit"
    }
  }
}
