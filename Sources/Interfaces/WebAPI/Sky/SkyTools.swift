import Folklore
import JSON

/// Tools for the sky over a place and the pillars of a birth.
enum SkyTools {
  static let all = [sky, eclipses, pillars]

  private static let sky = MCPTool(
    name: "get_sky",
    title: Wording("查日月出沒", "Sun and moon of a day"),
    summary: Wording(
      "一個地點一天的日出、日沒、曙暮光、月出與月沒。",
      "Sunrise, sunset, twilights, moonrise and moonset of a day over a place."),
    example: ["date": "115/5/11", "place": "高雄市"], effect: .reads, endpoints: ["getSky"],
    arguments: [
      .date("date", "The day as people write it: 2026-05-09, 115/5/9, 農曆三月廿三, 今天.", isInPath: true), .skyPlace,
      .timeZone, .language,
    ],
    text: ToolText.sky)

  private static let eclipses = MCPTool(
    name: "list_eclipses",
    title: Wording("查日月食", "Eclipses"),
    summary: Wording(
      "列出 1900 到 2100 年的日食與月食，以及一個地點看到的情形。",
      "Lists eclipses of sun and moon in 1900-2100, and what a place sees of them."),
    example: ["from": 2026, "to": 2028, "place": "臺北市"], effect: .reads, endpoints: ["listEclipses"],
    arguments: [.parameter("from"), .parameter("to"), .parameter("visible"), .skyPlace, .timeZone, .language],
    text: ToolText.eclipses)

  private static let pillars = MCPTool(
    name: "get_pillars",
    title: Wording("排四柱", "Four pillars of a birth"),
    summary: Wording(
      "排出出生時刻的四柱（八字）：兩種換日、夏令時間與真太陽時。",
      "The four pillars of a birth, by both beginnings of the day, with summer time taken off, or by true solar time."),
    example: ["time": "1990-05-04T23:30"], effect: .reads, endpoints: ["getPillars"],
    arguments: [.parameter("time"), .parameter("solar_time"), .skyPlace, .timeZone, .language],
    text: ToolText.pillars)
}

extension ToolText {
  @Sendable static func sky(_ answer: ToolAnswer) -> String {
    let (json, say) = (answer.json, answer.language.say)
    func times(_ name: String, _ list: JSON, _ allDay: JSON) -> String {
      let texts = list.texts.map(time)
      if !texts.isEmpty { return name + texts.joined(separator: say("、", "、", ", ")) }
      switch allDay {
      case "up": return name + say("整天在地平線上", "整天在地平线上", "up all day")
      case "down": return name + say("整天在地平線下", "整天在地平线下", "down all day")
      default: return name + say("今天沒有", "今天没有", "none today")
      }
    }
    let (sun, moon, civil) = (json["sun"], json["moon"], json["civil_twilight"])
    return lines(
      [
        place(json["date"], json["place"], answer.language),
        times(say("日出：", "日出：", "sunrise: "), sun["rise"], sun["all_day"]),
        times(say("日沒：", "日落：", "sunset: "), sun["set"], sun["all_day"]),
        times(say("民用曙光：", "民用晨光：", "civil dawn: "), civil["rise"], civil["all_day"]),
        times(say("民用暮光：", "民用昏影：", "civil dusk: "), civil["set"], civil["all_day"]),
        times(say("月出：", "月出：", "moonrise: "), moon["rise"], moon["all_day"]),
        times(say("月沒：", "月落：", "moonset: "), moon["set"], moon["all_day"]),
      ] + json["notes"].texts.map(Optional.some))
  }

  @Sendable static func eclipses(_ answer: ToolAnswer) -> String {
    let say = answer.language.say
    return list(answer, none: say("這幾年沒有", "这几年没有", "none in these years")) { item in
      let isSun = item["body"] == "sun"
      let maximum = item["local"]["contacts"].list.first { $0["phase"] == "maximum" }
      let seen =
        item["is_visible"] == true
        ? say("看得到，食甚 ", "看得到，食甚 ", "seen, maximum ") + time(text(maximum?["time"] ?? item["greatest"]))
          + say("，食分 ", "，食分 ", ", magnitude ") + "\(item["local"]["magnitude"].real ?? 0)"
        : say("看不到", "看不到", "not seen")
      let body = isSun ? say("日食", "日食", "sun") : say("月食", "月食", "moon")
      return "\(day(item["date"], answer.language)) \(body) \(text(item["kind"])) \(seen)"
        + (item["warning"].text.map { say("。", "。", ". ") + $0 } ?? "")
    }
  }

  @Sendable static func pillars(_ answer: ToolAnswer) -> String {
    let (json, say) = (answer.json, answer.language.say)
    func set(_ pillars: JSON) -> String {
      ["year", "month", "day", "hour"].map { text(pillars[$0]) }.joined(separator: " ")
    }
    let isAgreed = json["is_agreed"] == true
    return lines(
      [
        "\(text(json["clock"])) \(text(json["place"]["name"]))",
        (isAgreed ? "" : say("23:00 換日：", "23:00 换日：", "day from 23:00: ")) + set(json["day_from_23"]),
        isAgreed ? nil : say("午夜換日：", "午夜换日：", "day from midnight: ") + set(json["day_from_midnight"]),
      ] + json["notes"].texts.map(Optional.some))
  }

  private static func place(_ date: JSON, _ place: JSON, _ language: Language) -> String {
    "\(day(date, language)) \(text(place["name"])) (\(text(place["time_zone"])))"
  }

  /// `05:12:43` of an instant.
  private static func time(_ iso: String) -> String { String(iso.split(separator: "T").last?.prefix(8) ?? "") }
}
