import Folklore
import Foundation
import Geo
import Lunisolar
import Records
import Store
import TestSupport

/// Requests per second of the HTTP API under load from wrk, compared with an empty endpoint of the same server.
///
/// Other programs share the machine, so short rounds of both alternate, and the figures are medians. wrk runs on the same cores, so both
/// figures include the cost of the load itself.
enum APIBench {
  private static let rounds = 3
  private static let secondsARound = 2

  static func run(_ report: inout Report) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = "sqlite:\(folder.path)/folkcal.db"
    let temples = try fill(database, folder)
    let load = try Load(folder: folder, server: try BenchProcess(["--api-server", database], folder))
    defer { load.server.end() }

    let month = "/api/events?from=2026-11-01&to=2026-11-30"
    let place = "/api/temples?lat=24.0680&lng=120.5577"
    let tag = try load.tag(of: month)
    let cases = [
      Case(name: "days of a month", load: .path(month, headers: [:]), share: 0.5),
      Case(name: "days of a month, gzip", load: .path(month, headers: ["Accept-Encoding": "gzip"]), share: 0.5),
      Case(name: "\(temples) temples, one place", load: .path(place, headers: [:]), share: 0.5),
      Case(name: "\(temples) temples, random", load: .randomPlaces(headers: [:]), share: 0.5),
      Case(name: "same, gzip", load: .randomPlaces(headers: ["Accept-Encoding": "gzip"]), share: nil),
      Case(name: "the first page", load: .path("/", headers: ["Accept": "text/html"]), share: 0.7),
      Case(name: "304, days of a month", load: .path(month, headers: ["If-None-Match": tag]), share: 0.9),
    ]
    for item in cases { try compare(item, load, &report) }
    try officeList(of: temples, load, database, &report)
    try edits(temples, load, database, &report)
    try watchMemory(cases, load, &report)
  }

  private struct Case {
    let name: String
    let load: Load.Kind
    /// The required share of the empty endpoint's requests per second; the 99th percentile may be at most five times its own. Nil for a figure
    /// without a bar.
    let share: Double?
  }

  private static func compare(_ item: Case, _ load: Load, _ report: inout Report) throws {
    var ours: [Load.Figures] = []
    var theirs: [Load.Figures] = []
    for _ in 0..<rounds {
      theirs.append(try load.run(.path("/api/empty", headers: [:]), seconds: secondsARound))
      ours.append(try load.run(item.load, seconds: secondsARound))
    }
    let rate = (median(ours.map(\.perSecond)), median(theirs.map(\.perSecond)))
    let late = (median(ours.map(\.p99)), median(theirs.map(\.p99)))
    report.add(
      item.name, rate.0, "req/s", reference: "an empty answer", rate.1, bar: item.share.map { "ratio >= \($0)" } ?? "",
      isMet: item.share.map { rate.0 >= $0 * rate.1 } ?? true)
    report.add(
      item.name + ", p99", late.0, "ms", reference: "an empty answer", late.1,
      bar: item.share == nil ? "" : "ratio <= 5",
      isMet: item.share == nil || late.0 <= 5 * late.1)
  }

  /// The time that the server takes for a page of the list of temples: with both cores busy, the cores' time per page.
  private static func officeList(of temples: Int, _ load: Load, _ database: String, _ report: inout Report) throws {
    let store = try Store.open(database)
    defer { store.close() }
    let now = Int(Date().timeIntervalSince1970)
    let change = Change(actor: "bench", at: now, today: CivilTime.local(unixTime: now, offset: 8 * 3_600).date)
    let user = try store.makeSignInLink(email: "bench@example.org", role: .reader, lifetimeSeconds: 60, change).user
    let cookie = try store.startBrowserSession(userID: user.id ?? 0, means: "bench", browser: nil, now: now)
    let figures = try (0..<rounds).map { _ in
      try load.run(.path("/admin/temples", headers: ["Cookie": "folkcal=\(cookie)"]), seconds: secondsARound).perSecond
    }
    let milliseconds = 1_000 * Double(ProcessInfo.processInfo.activeProcessorCount) / median(figures)
    report.add(
      "list of \(temples) temples, a page", milliseconds, "ms", reference: "the bar", 20, bar: "<= 20",
      isMet: milliseconds <= 20)
  }

  /// The time of a save of a temple, after which all answers are those of the new data, and of a search by a part of a name.
  private static func edits(_ temples: Int, _ load: Load, _ database: String, _ report: inout Report) throws {
    let store = try Store.open(database)
    defer { store.close() }
    let now = Int(Date().timeIntervalSince1970)
    let change = Change(actor: "bench", at: now, today: CivilTime.local(unixTime: now, offset: 8 * 3_600).date)
    let token = try store.makeToken(name: "bench", role: .editor, user: nil, expiresAt: nil, change)
    let keys = try store.records(.temple).map(\.key)
    let saves = try (0..<21).map { number in
      try load.milliseconds(
        "/api/admin/temples/\(keys[number * (keys.count / 21)])",
        [
          "-X", "PUT", "-H", "Authorization: Bearer \(token)", "-H", "Content-Type: application/json", "-d",
          "{\"phone\":\"04-\(number)\"}",
        ])
    }
    report.add(
      "a save of one of \(temples) temples", median(saves), "ms", reference: "the bar", 50, bar: "<= 50",
      isMet: median(saves) <= 50)
    let searches = try ["%E9%8E%AE%E7%80%BE", "fude", "%E7%A6%8F%E5%BE%B7", "tianhou", "%E5%8F%B0%E5%8D%97"].flatMap {
      text in
      try (0..<4).map { _ in try load.milliseconds("/search?q=\(text)", ["-H", "Accept: text/html"]) }
    }
    report.add(
      "a search by name, \(temples) temples", median(searches), "ms", reference: "the bar", 20, bar: "<= 20",
      isMet: median(searches) <= 20)
    report.add(
      "memory with \(temples) temples", Double(load.server.residentBytes) / 1_048_576, "MB", reference: "without a bar",
      1)
  }

  /// The server's memory after 100,000 requests of all kinds, and after a million more.
  private static func watchMemory(_ cases: [Case], _ load: Load, _ report: inout Report) throws {
    func after(_ requests: Int) throws -> Double {
      var done = 0
      while done < requests {
        for item in cases where done < requests { done += try load.run(item.load, seconds: 2).requests }
      }
      return Double(load.server.residentBytes) / 1_048_576
    }
    let before = try after(100_000)
    let later = try after(1_000_000)
    report.add(
      "memory after 1.1 M requests", later, "MB", reference: "after 0.1 M", before, bar: "ratio <= 1.1",
      isMet: later <= 1.1 * before)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Imports the shipped data, and the ministry's register if it is next to the checkout.
  ///
  /// - Returns: the number of temples.
  private static func fill(_ database: String, _ folder: URL) throws -> Int {
    guard let bench = Bundle.main.executablePath else { return 0 }
    let program = URL(fileURLWithPath: bench).deletingLastPathComponent().appendingPathComponent("folkcal").path
    func folkcal(_ arguments: String...) throws {
      _ = try StartBench.milliseconds([program] + arguments + ["--database", database])
    }
    try folkcal("init")
    if MinistryRegister.isThere {
      for path in [MinistryRegister.path, MinistryRegister.withoutCoordinatesPath] {
        try folkcal("admin", "temple", "import", path, "--skip-faulty")
      }
    } else {
      print("bench: the ministry's register is not there: the temples that are shipped have to do")
    }
    let temples = try Store.open(database).temples()
    let places = temples.compactMap(\.trustedCoordinate).map { "\($0.latitude) \($0.longitude)\n" }
    try places.joined().write(to: folder.appendingPathComponent("places.txt"), atomically: true, encoding: .utf8)
    return temples.count
  }
}
