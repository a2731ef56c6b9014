import Foundation
import TestSupport
import Testing

@Suite("folkcal terms, year, upcoming", .timed)
struct CalendarCommandTests {
  @Test("the terms of 2026: the design's example")
  func terms() throws {
    let run = try Program.run("terms", "2026", "--json")
    #expect(run.status == 0)
    let rows = try run.list()
    #expect(rows.count == 24)
    let first = rows[0]
    #expect(first["index"] as? Int == 0 && first["name"] as? String == "小寒" && first["pinyin"] as? String == "xiaohan")
    #expect(first["english"] as? String == "Minor Cold" && first["solar"] as? String == "2026-01-05")
    #expect(first["instant"] as? String == "2026-01-05T16:23:09+08:00" && first["longitude"] as? Int == 285)
    #expect(try Program.run("terms", "1979", "--lang", "en").output.contains("printed Major Cold on 1979-01-21"))
    #expect(try Program.run("terms", "20000").status == 2)
    #expect(try Program.run("terms", "soon").status == 2)
  }

  @Test("what goes beyond the calendar, or with something else, is refused")
  func limits() throws {
    for year in ["10000", "-2001"] {
      let run = try Program.run("terms", "--", year)
      #expect(run.status == 2 && run.errors.contains("is not a year between -2000 and 9999"), "\(run.errors)")
    }
    let alarm = try Program.run("feed", "--alarm-time", "07:00")
    #expect(alarm.status == 2 && alarm.errors.contains("--alarm-time goes with --alarm-days"))
    #expect(try Program.run("near", "--limit", "1", "--radius", "20000", "--", "-33.8,151.2").status == 0)
  }

  @Test("lunar year 2033, and the uncertain month of 2057")
  func year() throws {
    let year = try Program.run("year", "2033", "--json").object()
    #expect(year["leap_month"] as? Int == 11 && year["days"] as? Int == 384 && year["ganzhi"] as? String == "癸丑")
    let months = try #require(year["months"] as? [[String: Any]])
    #expect(months[0]["first"] as? String == "2033-01-31" && months[0]["days"] as? Int == 29)
    #expect(months[0]["new_moon"] as? String == "2033-01-31T05:59:53+08:00")
    #expect(months[11]["is_leap"] as? Bool == true)
    let uncertain = try #require(try Program.run("year", "2057", "--json").object()["months"] as? [[String: Any]])[8]
    #expect(uncertain["month"] as? Int == 9 && uncertain["first"] as? String == "2057-09-29")
    #expect(uncertain["is_certain"] as? Bool == false)
    #expect((uncertain["margin_seconds"] as? Double)?.rounded() == 40)
    #expect(try Program.run("year", "2033").output.contains("閏十一月"))
    #expect(try Program.run("year", "2033", "--lang", "zh-Hans").output.contains("闰十一月"))
    #expect(try Program.run("year", "2033", "--lang", "en").output.contains("leap 11"))
    #expect(try Program.run("year", "1500", "--lang", "en").output.contains("approximate"))
    #expect(try Program.run("year", "10000").errors.contains("lunar year 10000 is not between -2000 and 9999"))
    #expect(try Program.run("year", "--", "-500").status == 0)
  }

  @Test("sixty days from 1 April 2025: 清明 on the 4th, 媽祖聖誕 on the 20th")
  func upcoming() throws {
    let run = try Program.run("upcoming", "--from", "2025-04-01", "--days", "60", "--json")
    #expect(run.status == 0)
    let rows = try run.list()
    let mazu = try #require(rows.first { $0["key"] as? String == "mazu" })
    #expect(mazu["solar_date"] as? String == "2025-04-20" && mazu["title"] as? String == "媽祖聖誕")
    #expect(mazu["id"] as? Int == 88 && mazu["type"] as? String == "deity" && mazu["rule"] as? String == "lunar 3/23")
    #expect(mazu["countdown_days"] as? Int == 19)
    let lunar = try #require(mazu["lunar"] as? [String: Any])
    #expect(lunar["month"] as? Int == 3 && lunar["day"] as? Int == 23 && lunar["is_leap"] as? Bool == false)
    #expect(rows.first { $0["key"] as? String == "qingming" }?["solar_date"] as? String == "2025-04-04")
    let dates = rows.compactMap { $0["solar_date"] as? String }
    #expect(dates == dates.sorted())
    #expect(dates.first.map { $0 >= "2025-04-01" } == true && dates.last.map { $0 <= "2025-05-30" } == true)
  }

  @Test("by kind, group and search; --now is today; one day is one day")
  func selection() throws {
    func keys(_ arguments: String...) throws -> [String] {
      try Program.run(["upcoming", "--from", "2025-04-01", "--days", "60", "--json"] + arguments).list().compactMap {
        $0["key"] as? String
      }
    }
    #expect(try keys("--kind", "deity").contains("mazu"))
    #expect(try !keys("--kind", "festival").contains("mazu"))
    #expect(try keys("--search", "媽祖").contains("mazu"))
    #expect(try keys("--search", "妈祖").contains("mazu"))
    #expect(try keys("--search", "MAZU").contains("mazu"))
    #expect(try keys("--search", "no such day").isEmpty)
    #expect(try keys("--group", "seasonal").contains("qingming"))
    let today = try Program.run("upcoming", "--now", "2025-04-20T00:30:00+08:00", "--days", "1", "--json").list()
    #expect(today.allSatisfy { $0["solar_date"] as? String == "2025-04-20" && $0["countdown_days"] as? Int == 0 })
    #expect(today.contains { $0["key"] as? String == "mazu" })
    // At that instant it is still the 19th in Los Angeles.
    let there = try Program.run(
      "upcoming", "--now", "2025-04-20T00:30:00+08:00", "--time-zone", "America/Los_Angeles", "--days", "1", "--json"
    ).list()
    #expect(there.allSatisfy { $0["solar_date"] as? String == "2025-04-19" })
    let text = try Program.run("upcoming", "--from", "2025-04-19", "--days", "3").output
    #expect(text.contains("明天") && text.contains("媽祖聖誕"))
  }

  @Test(
    "wrong input: status 2 or 3, nothing on standard output",
    arguments: [
      (["upcoming", "--days", "-5"], 2, "--days -5 is not between 1 and 3660"),
      (["upcoming", "--days", "0"], 2, "--days 0"),
      (["upcoming", "--days", "many"], 2, "many"),
      (["upcoming", "--from", "2025-02-30"], 2, "month 2 of 2025 has 28 days"),
      (["upcoming", "--kind", "party"], 2, "party"),
      (["upcoming", "--group", "nobody"], 3, "group \"nobody\" does not exist; groups are"),
      (["upcoming", "--time-zone", "Mars/Olympus"], 2, "time zone \"Mars/Olympus\" is not known"),
      (["upcoming", "--now", "yesterday"], 2, "\"yesterday\" is not an instant"),
      (["upcoming", "--deity", "馬祖"], 3, "no deity is called \"馬祖\"; did you mean 媽祖?"),
      (["feed", "--at", "臺南市"], 2, "--at goes with --sky or --eclipses"),
      (["help", "nope"], 2, "\"nope\" is no command of folkcal: convert, "),
      (["help", "remind", "nope"], 2, "\"nope\" is no command of folkcal remind: "),
      (
        ["upcoming", "--now", "9999-12-31T00:00:00Z"], 2,
        "--now 9999-12-31T00:00:00Z is too late: expected a time before"
      ),
      (["upcoming", "--from", "2700-01-01"], 2, "is not between 1645-01-28 and 2600-02-05"),
      (["upcoming", "--data", "/nowhere"], 3, "looked for events.yaml in /nowhere"),
      (["remind", "preview"], 2, "nothing to remind of"),
      (["remind", "preview", "--events", "nobody"], 3, "event \"nobody\" does not exist"),
      (["remind", "preview", "--groups", "nobody"], 3, "group \"nobody\" does not exist"),
      (["remind", "preview", "--newmoon", "--notify-time", "25:00"], 2, "--notify-time \"25:00\" is not a time"),
      (["remind", "preview", "--newmoon", "--advance-days", "-1"], 2, "--advance-days -1 is not between 0 and 30"),
      (["remind", "preview", "--newmoon", "--quiet", "22:00"], 2, "is not two times such as 22:00-07:00"),
      (["remind", "preview", "--newmoon", "--quiet", "22:00-22:00"], 2, "begins when it ends"),
      (["remind", "preview", "--newmoon", "--time-zone", "EST"], 2, "time zone \"EST\" is not known"),
      (["remind", "preview", "--newmoon", "--days", "0"], 2, "--days 0 is not between 1 and 3660"),
    ])
  func wrongInput(arguments: [String], status: Int, message: String) throws {
    let run = try Program.run(arguments)
    #expect(Int(run.status) == status)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("a broken data file is told with file, line and field, and nothing is printed")
  func brokenData() throws {
    let events = """
      events:
        - {key: a, id: 1, type: festival, observance: custom, names: {zh-Hant: 甲}, rule: lunar 13/1, sources: [A]}

      """
    try Program.withDataFolder(events: events) { folder in
      let run = try Program.run("upcoming", "--data", folder)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(
        run.errors.contains(
          "events.yaml:2: events[0].rule: date rule \"lunar 13/1\": month 13 is not between 1 and 12 (column 7)"))
    }
  }

  @Test("the manual page names every option that help names")
  func manual() throws {
    let page = try String(contentsOfFile: PackageRoot.path("Documentation/folkcal.1"), encoding: .utf8)
    var commands = [
      "convert", "terms", "year", "day", "days", "hours", "zodiac", "month", "upcoming", "days-off", "feed",
      "data check", "remind preview",
      "remind deliver",
      "remind test", "mail bounces", "admin user bounce",
      "remind vapid-keys", "remind webhook-keys", "serve", "init",
      "admin group add-item", "admin group remove-item", "admin user settings", "admin user subscribe",
      "admin user unsubscribe", "admin user devices", "admin user token create", "admin user token list",
      "admin user token revoke", "admin token create", "admin token list", "admin token revoke", "admin export",
      "admin import", "admin check", "admin backup", "admin restore",
      "admin audit", "admin stats",
    ]
    for kind in ["event", "deity", "temple", "activity", "group", "user", "source"] {
      commands += ["list", "show", "add", "edit", "remove", "import", "export"].map { "admin \(kind) \($0)" }
    }
    for command in commands {
      let help = try Program.run(command.split(separator: " ").map(String.init) + ["--help"]).output
      let options = help.matches(of: #/--([a-z][a-z-]+)/#).map { String($0.1) }
      #expect(!options.isEmpty)
      for option in options {
        #expect(page.contains("Fl -\(option)"), "--\(option) of \(command)")
      }
    }
  }

  @Test(
    "the Chinese manual page names the same commands, options, variables and files as the English one",
    arguments: ["Cm", "Fl", "Ev", "Pa"])
  func chineseManual(macro: String) throws {
    let english = try ManualPage("Documentation/folkcal.1").words(of: macro)
    let chinese = try ManualPage("Documentation/folkcal.zh.1").words(of: macro)
    #expect(english.subtracting(chinese).sorted().isEmpty, "in English only")
    #expect(chinese.subtracting(english).sorted().isEmpty, "in Chinese only")
    #expect(!english.isEmpty)
  }

  @Test("the Chinese manual page has the examples of the English one")
  func chineseExamples() throws {
    let english = try ManualPage("Documentation/folkcal.1").examples
    #expect(english.count > 10)
    #expect(try ManualPage("Documentation/folkcal.zh.1").examples == english)
  }
}

/// A page in mdoc, of which the tests compare the parts that no translation changes.
struct ManualPage {
  private let lines: [Substring]

  init(_ path: String) throws {
    lines = try String(contentsOfFile: PackageRoot.path(path), encoding: .utf8).split(separator: "\n")
  }

  /// The arguments of a macro: `--radius` of `.Op Fl -radius Ar km`. They end at the next macro, which is two letters, the first a capital.
  func words(of macro: String) -> Set<String> {
    var words: Set<String> = []
    for line in lines where line.hasPrefix(".") && !line.hasPrefix(".\\\"") {
      var isInside = false
      for word in line.dropFirst().split(separator: " ") {
        if word.wholeMatch(of: /[A-Z][a-z]/) != nil {
          isInside = word == macro
        } else if isInside && word.wholeMatch(of: /[|,;.:)]/) == nil {
          words.insert(String(word))
        }
      }
    }
    return words
  }

  /// The lines between `.Bd` and `.Ed`.
  var examples: [Substring] {
    Array(lines.drop { !$0.hasPrefix(".Bd") }.dropFirst().prefix { $0 != ".Ed" })
  }
}

@Suite("folkcal remind preview", .timed)
struct PreviewCommandTests {
  @Test("媽祖聖誕 of 2025 as JSON: the design's example")
  func mazu() throws {
    let run = try Program.run(
      "remind", "preview", "--events", "mazu", "--advance-days", "1", "--notify-time", "08:00", "--now",
      "2025-04-01T00:00:00+08:00", "--json")
    #expect(run.status == 0)
    let rows = try run.list()
    #expect(rows.map { $0["kind"] as? String } == ["early", "main", "day_of"])
    #expect(
      rows.map { $0["scheduled_at"] as? String } == [
        "2025-04-17T00:00:00Z", "2025-04-19T00:00:00Z", "2025-04-20T00:00:00Z",
      ])
    let main = rows[1]
    #expect(main["id"] is NSNull && main["status"] as? String == "queued" && main["retry_count"] as? Int == 0)
    #expect(main["key"] as? String == "preview/88/2025-04-20/main" && main["link"] as? String == "folklore://event/88")
    // What to offer stands in a second line.
    let lines = (main["body"] as? String ?? "").split(separator: "\n").map(String.init)
    #expect(lines.first == "明天是媽祖聖誕（農曆三月廿三）" && main["title"] as? String == "媽祖聖誕")
    #expect(lines.count == 2 && lines.last?.hasPrefix("準備：") == true && lines.last?.contains("壽桃") == true)
    let event = try #require(main["event"] as? [String: Any])
    #expect(event["key"] as? String == "mazu" && event["type"] as? String == "deity")
    let occurrence = try #require(main["occurrence"] as? [String: Any])
    #expect(occurrence["solar_date"] as? String == "2025-04-20" && occurrence["days_before"] as? Int == 1)
    #expect((occurrence["lunar"] as? [String: Any])?["year"] as? Int == 2025)
  }

  @Test("groups, the moon, quiet hours, switches, another zone and language")
  func options() throws {
    func rows(_ arguments: String...) throws -> [[String: Any]] {
      try Program.run(["remind", "preview", "--now", "2025-04-01T00:00:00+08:00", "--json"] + arguments).list()
    }
    #expect(try rows("--newmoon", "--days", "30").allSatisfy { ($0["key"] as? String)?.contains("2025-04-28") == true })
    #expect(
      try rows("--newmoon", "--no-early", "--no-day-of", "--days", "30").map { $0["kind"] as? String } == ["main"])
    #expect(try rows("--fullmoon", "--days", "14").count == 3)
    #expect(try !rows("--groups", "mazu").isEmpty)
    #expect(
      try rows("--events", "mazu", "--quiet", "07:00-09:00").first?["scheduled_at"] as? String == "2025-04-17T01:00:00Z"
    )
    #expect(
      try rows("--events", "mazu", "--time-zone", "Europe/Paris").first?["scheduled_at"] as? String
        == "2025-04-17T06:00:00Z")
    #expect(
      (try rows("--events", "mazu", "--lang", "en").last?["body"] as? String)?.hasPrefix(
        "Birthday of Mazu is today (lunar 3/23)\nTo offer: ") == true)
    // 媽祖聖誕 weighs 2: what to buy is told in place of the reminder three days before.
    #expect(
      try rows("--events", "mazu", "--prepare-days", "5").map { $0["kind"] as? String } == [
        "prepare", "main", "day_of",
      ])
    #expect((try rows("--events", "mazu", "--prepare-days", "5").first?["body"] as? String)?.contains("\n要買：") == true)
    #expect(try Program.run("remind", "preview", "--events", "mazu", "--prepare-days", "31").status == 2)
    #expect(try rows("--events", "mazu", "--user", "u42").first?["key"] as? String == "u42/88/2025-04-20/early")
    let text = try Program.run("remind", "preview", "--events", "mazu", "--now", "2025-04-01T00:00:00+08:00").output
    #expect(text.contains("2025-04-19 週六 08:00  提前提醒"))
  }
}
