import Foundation
import Processes

/// Load on a server by wrk (https://github.com/wg/wrk).
struct Load {
  let server: BenchProcess
  private let folder: URL

  enum Kind {
    /// The same request repeatedly.
    case path(String, headers: [String: String])
    /// Temples around a different place in each request, within about a kilometre of some temple.
    case randomPlaces(headers: [String: String])
  }

  struct Figures {
    let requests: Int
    let perSecond: Double
    /// The 99th percentile in milliseconds.
    let p99: Double
  }

  struct Failure: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
  }

  init(folder: URL, server: BenchProcess) throws {
    self.folder = folder
    self.server = server
    try Self.script.write(to: folder.appendingPathComponent("load.lua"), atomically: true, encoding: .utf8)
  }

  private static let connections = 16

  private var url: String { "http://127.0.0.1:" + server.firstLine }

  func run(_ kind: Kind, seconds: Int) throws -> Figures {
    var words = ["-t1", "-c\(Self.connections)", "-d\(seconds)s", "--latency"]
    let (path, headers, places) =
      switch kind {
      case .path(let path, let headers): (path, headers, "")
      case .randomPlaces(let headers): ("/", headers, folder.appendingPathComponent("places.txt").path)
      }
    for (name, value) in headers { words += ["-H", "\(name): \(value)"] }
    words += ["-s", folder.appendingPathComponent("load.lua").path, url + path, "--", places]
    let output = try Self.output(of: "wrk", words)
    guard let line = output.split(separator: "\n").last(where: { $0.hasPrefix("FIGURES ") }) else {
      throw Failure(message: "wrk: \(output)")
    }
    let numbers = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    guard numbers.count == 4, numbers[3] == 0 else {
      throw Failure(message: "\(numbers.last ?? -1) requests failed: \(path)")
    }
    return Figures(requests: Int(numbers[0]), perSecond: numbers[0] / numbers[1] * 1e6, p99: numbers[2] / 1_000)
  }

  /// The entity tag of an address; a request with it gets 304.
  func tag(of path: String) throws -> String {
    let head = try Self.output(of: "curl", ["-sS", "-o", "/dev/null", "-D", "-", url + path])
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("etag:") }
    guard let tag = line?.drop(while: { $0 != " " }).dropFirst() else { throw Failure(message: "no tag: \(head)") }
    let status = try Self.output(
      of: "curl", ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", "If-None-Match: \(tag)", url + path])
    guard status == "304" else { throw Failure(message: "\(status) instead of 304 to the tag \(tag)") }
    return String(tag)
  }

  /// The milliseconds of one request, as curl measures them.
  ///
  /// - Parameter words: further arguments of curl.
  func milliseconds(_ path: String, status: String = "200", _ words: [String] = []) throws -> Double {
    let output = try Self.output(
      of: "curl", ["-sS", "-o", "/dev/null", "-w", "%{http_code} %{time_total}"] + words + [url + path])
    let parts = output.split(separator: " ")
    guard parts.count == 2, parts[0] == status, let seconds = Double(parts[1]) else {
      throw Failure(message: "\(output) of \(path)")
    }
    return seconds * 1_000
  }

  /// The Lua script for wrk. It prepares more requests than a run needs, so no request repeats and the run does not spend time on them.
  private static let script = """
    function setup(thread) thread:set("seed", os.time() * 1000 + math.floor(os.clock() * 1e6)) end

    function init(args)
      if args[1] == nil or args[1] == "" then return end
      math.randomseed(seed)
      local places, requests, next = {}, {}, 0
      for line in io.lines(args[1]) do
        local lat, lng = line:match("(%S+) (%S+)")
        places[#places + 1] = {tonumber(lat), tonumber(lng)}
      end
      for number = 1, 200000 do
        local place = places[math.random(#places)]
        local lat, lng = place[1] + (math.random() - 0.5) / 50, place[2] + (math.random() - 0.5) / 50
        requests[number] = wrk.format("GET", string.format("/api/temples?lat=%.6f&lng=%.6f", lat, lng))
      end
      request = function()
        next = next + 1
        return requests[next]
      end
    end

    function done(summary, latency, requests)
      local errors = summary.errors
      local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
      print(string.format("FIGURES %d %d %.1f %d", summary.requests, summary.duration, latency:percentile(99), failed))
    end
    """

  /// The standard output of a program.
  private static func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.start()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let status = process.terminationStatus
      throw Failure(message: "\(program): status \(status)" + (status == 127 ? "; is it installed?" : ""))
    }
    return String(decoding: data, as: UTF8.self)
  }
}
