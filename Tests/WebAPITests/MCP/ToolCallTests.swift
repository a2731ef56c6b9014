import Folklore
import JSON
import Records
import Sinks
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("calls of tools", .timed)
struct ToolCallTests {
  @Test("the example of each tool works, and its answer fits its schema")
  func examples() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    let tools = try await desk.result("tools/list", as: mei.token)["tools"].list
    for tool in MCPTool.all {
      var arguments = tool.example
      if tool.name == "remove_own_day" {
        let days = try await desk.call("list_own_days", as: mei.token)
        arguments = ["id": days.structured["items"].list.first?["id"] ?? nil]
      }
      let reply = try await desk.call(tool.name, arguments, as: mei.token)
      #expect(!reply.isError && !reply.text.isEmpty, "\(tool.name): \(reply.text)")
      let schema = try #require(tools.first { $0["name"] == .text(tool.name) }?["outputSchema"])
      #expect(SchemaCheck(schema).faults(reply.structured, schema, tool.name) == [])
    }
  }

  @Test(
    "structured content is what the API answers",
    arguments: [
      ("convert_date", ["date": "農曆三月廿三"], "/api/convert?date=%E8%BE%B2%E6%9B%86%E4%B8%89%E6%9C%88%E5%BB%BF%E4%B8%89"),
      ("get_day", ["date": "114/4/20"], "/api/day/2025-04-20"),
      ("get_event", ["event": "媽祖聖誕"], "/api/events/mazu"), ("get_event", ["event": "88"], "/api/events/88"),
      ("get_deity", ["deity": "關公"], "/api/deities/guangong"),
      (
        "list_upcoming", ["from": "農曆2025年三月初一", "days": 30, "type": "deity"],
        "/api/upcoming?from=2025-03-29&days=30&type=deity&limit=20"
      ),
      ("search", ["q": "媽祖", "limit": 3], "/api/catalogue?q=%E5%AA%BD%E7%A5%96&limit=3"),
      (
        "find_temples", ["place": "24.1477,120.6736", "radius": 5.5],
        "/api/temples?lat=24.1477&lng=120.6736&radius=5.5&limit=10"
      ),
      (
        "preview_reminders", ["events": "mazu", "quiet": "22:00-09:00"],
        "/api/notifications/preview?events=mazu&quiet=22:00-09:00&limit=20"
      ),
    ] as [(String, JSON, String)])
  func sameAsAPI(tool: String, arguments: JSON, target: String) async throws {
    let desk = try await APIDesk.reading
    let (reply, answer) = (try await desk.call(tool, arguments), try await desk.get(target))
    answer.expect(200)
    #expect(!reply.isError, "\(reply.text)")
    let json = try answer.json
    if case .list = json {
      #expect(reply.structured["items"] == json)
      #expect(reply.structured["total"].integer.map(String.init) == answer.header("X-Total-Count"))
    } else {
      #expect(reply.structured == json)
    }
  }

  // MARK: What people type

  /// All of them are 2025-04-20 on 2025-04-17.
  private static let dates = [
    "2025-04-20", "20250420", "114/4/20", "民國114年4月20日", "農曆三月廿三", "農曆2025年三月廿三", "農曆乙巳年三月廿三", "+3", "這週日",
  ]

  @Test("dates are read as people write them by each tool that takes one", arguments: dates)
  func typed(text: String) async throws {
    let desk = try await APIDesk.reading
    let date: JSON = .text(text)
    #expect(try await desk.call("convert_date", ["date": date]).structured["solar"] == "2025-04-20")
    #expect(try await desk.call("get_day", ["date": date]).structured["date"]["solar"] == "2025-04-20")
    let days = try await desk.call("list_upcoming", ["from": date, "days": 1]).structured["items"].list
    #expect(days.contains { $0["key"] == "mazu" && $0["countdown_days"] == 0 })
  }

  @Test(
    "a lunar date is one of the calendar that is asked for",
    arguments: [
      // The Vietnamese New Year of 1985 came a month before the Chinese one (Hồ Ngọc Đức, Lunisolar calendars).
      ("vietnamese", "1985-01-21"), ("chinese", "1985-02-20"),
    ])
  func variants(calendar: String, solar: String) async throws {
    let desk = try await APIDesk.reading
    let arguments: JSON = ["date": "農曆1985年正月初一", "calendar": .text(calendar)]
    #expect(try await desk.call("get_day", arguments).structured["date"]["solar"] == .text(solar))
    #expect(try await desk.call("convert_date", arguments).structured["solar"] == .text(solar))
  }

  @Test("how a date that can mean two things was read is said")
  func remark() async throws {
    let reply = try await APIDesk.reading.call("get_day", ["date": "農曆三月廿三"])
    #expect(reply.text.contains("讀作接下來的：農曆 2025 年") && reply.text.contains("2025-04-20"))
  }

  @Test(
    "a place is coordinates, an area or a temple",
    arguments: [
      ("25.0372,121.4997", "25.0372, 121.4997"), ("臺北市萬華區", "臺北市萬華區的中心"), ("艋舺龍山寺", "艋舺龍山寺"),
      ("longshan-mengjia", "艋舺龍山寺"),
    ])
  func places(text: String, understood: String) async throws {
    let reply = try await APIDesk.reading.call("find_temples", ["place": .text(text), "limit": 1])
    #expect(reply.structured["items"][0]["town"] == "萬華區", "\(reply.text)")
    #expect(reply.text.contains("起點：\(understood)"), "\(reply.text)")
  }

  @Test("an event is named by a name that only it has; of several the keys are told")
  func names() async throws {
    let desk = try await APIDesk.reading
    for name in ["mazu", "88", "媽祖聖誕", "妈祖圣诞", "Birthday of Mazu", "天上聖母聖誕"] {
      #expect(try await desk.call("get_event", ["event": .text(name)]).structured["key"] == "mazu", "\(name)")
    }
    let several = try await desk.call("get_event", ["event": "媽祖"], [("Accept-Language", "zh-TW")])
    #expect(several.isError && several.text.contains("mazu (媽祖聖誕)") && several.text.contains("mazu-fly"))
    let none = try await desk.call("get_event", ["event": "聖誕老人節"])
    #expect(none.isError && none.text.contains("event \"聖誕老人節\" does not exist"))
    #expect(try await desk.call("get_deity", ["deity": "恩主公"]).structured["key"] == "guangong")
    #expect(try await desk.call("get_deity", ["deity": "宙斯"]).isError)
    let (named, keyed) = (
      try await desk.call("preview_reminders", ["events": "媽祖聖誕、88, 觀世音菩薩聖誕", "groups": "觀音三節", "days": 400]),
      try await desk.call("preview_reminders", ["events": "mazu,guanyin", "groups": "guanyin", "days": 400])
    )
    #expect(!named.isError && named.structured == keyed.structured, "\(named.text)")
  }

  // MARK: What is wrong

  @Test(
    "a wrong argument is named, with what would be right",
    arguments: [
      ("get_day", [:], ["date", "missing"]), ("get_day", ["date": nil], ["date", "missing"]),
      ("get_day", ["date": "2026-02-30"], ["date", "2026-02-28"]), ("get_day", ["date": ""], ["date", "1 to 200"]),
      ("get_day", ["date": ["2026"]], ["date", "text"]),
      ("get_day", ["date": "2026-05-09", "day": 3], ["day", "calendar"]),
      ("get_day", ["date": "2026-05-09", "calendar": "martian"], ["calendar", "martian", "korean"]),
      ("convert_date", ["date": "農曆五月卅一"], ["date", "五月"]), ("convert_date", ["date": ""], ["date"]),
      ("find_temples", [:], ["place", "missing"]), ("find_temples", ["place": "信義區"], ["place", "臺北市信義區"]),
      ("find_temples", ["place": "臺北市", "radius": "far"], ["radius", "far", "number"]),
      ("list_upcoming", ["days": 0], ["days", "1 to 1100"]),
      ("list_upcoming", ["from": "someday"], ["from", "someday"]),
      ("list_upcoming", ["time_zone": "Mars/Olympus"], ["time_zone", "Mars/Olympus"]),
      ("preview_reminders", [:], ["events"]), ("preview_reminders", ["events": "nope"], ["events", "nope", "search"]),
      ("preview_reminders", ["newmoon": true, "quiet": "22:00-22:00"], ["quiet", "22:00-07:00"]),
      ("search", ["limit": 5000], ["limit", "1 to 1000"]),
    ] as [(String, JSON, [String])])
  func wrong(tool: String, arguments: JSON, named: [String]) async throws {
    let reply = try await APIDesk.reading.call(tool, arguments)
    #expect(reply.isError)
    #expect(reply.structured == .null)
    for word in named { #expect(reply.text.contains(word), "\(reply.text)") }
  }

  @Test("problems are told in the language of the argument, the request or the user")
  func languages() async throws {
    let desk = try await APIDesk()
    let wrong: JSON = ["date": "2026-02-30"]
    #expect(try await desk.call("get_day", wrong).text.contains("does not exist"))
    #expect(try await desk.call("get_day", wrong, [("Accept-Language", "zh-TW")]).text.contains("這個月有 28 天"))
    #expect(try await desk.call("get_day", wrong.adding(["lang": "zh-Hans"])).text.contains("这个月有 28 天"))
    let mei = try desk.user("mei", [.init("locale", "zh-Hant")])
    #expect(try await desk.call("get_day", wrong, as: mei.token).text.contains("這個月有 28 天"))
    let amy = try desk.user("amy", [.init("locale", "en")])
    let day = try await desk.call("get_day", ["date": "2025-04-20"], as: amy.token)
    #expect(day.text.contains("2025-04-20 (Sunday)") && day.text.contains("Birthday of Mazu"))
  }
}
