import Foundation
import TestSupport
import Testing

@Suite("The weight of days on the command line", .timed)
struct WeightCommandTests {
  private static let events = """
    events:
      - {key: fast, id: 1, type: festival, observance: fast, names: {zh-Hant: 齋日}, rule: lunar 1/1, weight: 5, sources: [A]}
      - {key: minor, id: 2, type: festival, observance: custom, names: {zh-Hant: 小節}, rule: lunar 1/1, weight: 4, sources: [A]}
      - {key: great, id: 3, type: festival, observance: festival, names: {zh-Hant: 大節}, rule: lunar 1/1, weight: 1, regions: [TW, HK], sources: [A]}
      - {key: treasury, id: 4, type: festival, observance: custom, names: {zh-Hant: 開庫}, rule: lunar 1/1, weight: 5, weight_in: {HK: 2}, regions: [HK], sources: [A]}

    """

  private func run(_ arguments: [String], _ more: String...) throws -> Program.Run {
    var run: Program.Run?
    try Program.withDataFolder(events: Self.events) { run = try Program.run(arguments + more + ["--data", $0]) }
    return try #require(run)
  }

  private static let upcoming = ["upcoming", "--from", "2026-02-17", "--days", "1"]

  /// The names of a text, in its order.
  private func names(_ run: Program.Run) -> [String] {
    ["齋日", "小節", "大節", "開庫"].compactMap { name in run.output.range(of: name).map { (name, $0.lowerBound) } }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }

  @Test("Lists for people hide fasts and almanac days unless asked for, and begin with what everybody keeps")
  func lists() throws {
    let upcoming = Self.upcoming
    #expect(names(try run(upcoming)) == ["大節", "小節"])
    #expect(names(try run(upcoming, "--all")) == ["大節", "小節", "齋日"])
    #expect(names(try run(upcoming, "--max-weight", "1")) == ["大節"])
    // Who asks for a day by its name gets it.
    #expect(names(try run(upcoming, "--search", "齋日")) == ["齋日"])
    #expect(names(try run(upcoming, "--region", "HK")) == ["大節", "開庫"])
    #expect(try run(upcoming, "--max-weight", "6").status == 2)
    for command in [["day", "2026-02-17"], ["month", "2026-02"]] {
      #expect(names(try run(command)) == ["大節", "小節"], "\(command)")
      #expect(names(try run(command, "--all")) == ["大節", "小節", "齋日"], "\(command)")
    }
  }

  @Test("JSON has every day with its weight and regions in the order of lists, as many as asked for")
  func json() throws {
    let all = try run(Self.upcoming, "--json").list()
    #expect(all.map { $0["key"] as? String } == ["great", "minor", "fast"])
    #expect(all.map { $0["weight"] as? Int } == [1, 4, 5])
    #expect(all[0]["region"] as? String == "TW" && all[0]["regions"] as? [String] == ["TW", "HK"])
    let few = try run(Self.upcoming, "--json", "--max-weight", "4").list()
    #expect(few.map { $0["key"] as? String } == ["great", "minor"])
    let hongKong = try run(Self.upcoming, "--json", "--region", "HK").list()
    #expect(hongKong.map { $0["key"] as? String } == ["great", "treasury"] && hongKong[1]["weight"] as? Int == 2)
    let day = try run(["day", "2026-02-17", "--json"]).object()
    #expect((day["events"] as? [[String: Any]])?.map { $0["weight"] as? Int } == [1, 4, 5])
    let month = try run(["month", "2026-02", "--json"]).object()
    let cells = (month["days"] as? [[String: Any]])?[16]["events"] as? [[String: Any]]
    #expect(cells?.map { $0["weight"] as? Int } == [1, 4, 5] && cells?[0]["source_count"] as? Int == 1)
  }

  @Test("A picture shows what lists show; a feed has every day")
  func pictures() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".svg")
    defer { try? FileManager.default.removeItem(at: file) }
    for (options, expected) in [([], false), (["--all"], true)] {
      let drawn = try run(["month", "2026-02", "--svg", file.path] + options)
      #expect(drawn.status == 0, "\(drawn.errors)")
      let svg = try String(contentsOf: file, encoding: .utf8)
      #expect(svg.contains("大節") && svg.contains("齋日") == expected)
    }
    let feed = ["feed", "--years", "1", "--now", "2026-02-01T08:00:00+08:00"]
    #expect(try run(feed).output.contains("齋日"))
    #expect(try !run(feed, "--max-weight", "4").output.contains("齋日"))
  }

  @Test("Only regions with days are offered")
  func regions() throws {
    let run = try Program.run("upcoming", "--region", "JP")
    #expect(run.status == 2)
    let help = try Program.run("upcoming", "--help", "--lang", "en").output
    #expect(
      help.contains("--max-weight") && help.contains("--all") && help.contains("TW, HK, MO") && !help.contains("PH"))
  }
}
