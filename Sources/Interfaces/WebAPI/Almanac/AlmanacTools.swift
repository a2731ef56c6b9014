import Folklore
import JSON

/// Tools for the almanac: good days, why a day is good or bad, hours, the animals of a year.
enum AlmanacTools {
  static let all = [goodDays, reasons, hours, zodiac]

  private static let goodDays = MCPTool(
    name: "find_good_days",
    title: Wording("找好日子", "Find good days"),
    summary: Wording(
      "找宜嫁娶、移徙、開市等的日子，依《欽定協紀辨方書》（1741）；市售農民曆常與此不同，請告訴使用者。",
      "Finds days that are good for a wedding, moving, opening a business …, by 欽定協紀辨方書 (1741). Almanacs that are sold often differ: tell the user."
    ),
    example: ["for": "嫁娶", "from": "2027-01-01", "until": "2027-03-31"], effect: .reads, endpoints: ["listGoodDays"],
    arguments: [
      .parameter("for"), .date("from", "The first day as people write it; today by default."),
      .date("until", "The last day, within 20 years; 180 days from the first by default."),
      .parameter("avoid_zodiac"), .date("birth", "A birth: no days that clash with its year."), .parameter("weekends"),
      .parameter("strict"), .timeZone, .language,
    ],
    text: ToolText.goodDays)

  private static let reasons = MCPTool(
    name: "explain_day",
    title: Wording("為什麼宜忌", "Why a day is good or bad"),
    summary: Wording(
      "說明一天為什麼宜或忌一件事：神、條例與書葉。",
      "Names the gods and rules that make a day good or bad for something, with the book's leaves."),
    example: ["date": "2027-05-14", "for": "嫁娶"], effect: .reads, endpoints: ["explainDay"],
    arguments: [
      .date("date", "The day as people write it: 2026-05-09, 115/5/9, 農曆三月廿三, 今天.", isInPath: true),
      .parameter("for"), .language,
    ],
    text: ToolText.reasons)

  private static let hours = MCPTool(
    name: "get_hours",
    title: Wording("查十二時辰", "The hours of a day"),
    summary: Wording(
      "一天十二時辰的干支、黃黑道、吉神、凶神、沖煞；從前一天 23:00 起。",
      "The twelve hours of a day from 23:00 of the day before: pillar, path, gods, clash."),
    example: ["date": "2026-11-25"], effect: .reads, endpoints: ["getHours"],
    arguments: [
      .date("date", "The day as people write it: 2026-05-09, 115/5/9, 農曆三月廿三, 今天.", isInPath: true), .language,
    ],
    text: ToolText.hours)

  private static let zodiac = MCPTool(
    name: "get_zodiac_year",
    title: Wording("查犯太歲", "Who offends 太歲"),
    summary: Wording(
      "一年的太歲、犯太歲的生肖（通行與廟宇兩種說法）與十二歲君。",
      "太歲 of a year, the animals that offend it by two customs, and the twelve gods of the year."),
    example: ["year": "2027"], effect: .reads, endpoints: ["getZodiacYear"], arguments: [.year, .language],
    text: ToolText.zodiac)
}

extension ToolArgument {
  /// A year in the path.
  fileprivate static let year = ToolArgument.typed("year", "The year: 2027.", isRequired: true) { text, request, _ in
    request.path.append(text)
  }
}

extension ToolText {
  @Sendable static func goodDays(_ answer: ToolAnswer) -> String {
    let (json, say) = (answer.json, answer.language.say)
    func line(_ item: JSON) -> String {
      let clash = item["clash"]
      let hours = item["hours"].list.prefix(3).map { text($0["begins"]) }.joined(separator: " ")
      let cautions = item["cautions"].texts.joined(separator: say("、", "、", ", "))
      return
        "\(day(item["date"], answer.language)) \(text(item["lunar_text"]))\(say("，沖", "，冲", ", clashes with "))\(text(clash["zodiac"]))"
        + say("，時辰 ", "，时辰 ", ", hours ") + hours + (cautions.isEmpty ? "" : say("，注意：", "，注意：", ", mind: ") + cautions)
    }
    return lines(
      [
        say("宜", "宜", "good for ") + text(json["purpose"]) + " \(text(json["from"])) – \(text(json["until"]))"
      ] + json["days"].list.map { line($0) }
        + [json["next"]["date"].text.map { _ in say("下一個：", "下一个：", "next: ") + line(json["next"]) }]
        + json["notes"].texts.map(Optional.some))
  }

  @Sendable static func reasons(_ answer: ToolAnswer) -> String {
    let (json, say) = (answer.json, answer.language.say)
    let word =
      switch json["status"].text {
      case "good": say("宜", "宜", "good for")
      case "bad": say("忌", "忌", "bad for")
      default: say("不宜也不忌", "不宜也不忌", "neither good nor bad for")
      }
    func leaf(_ item: JSON) -> String { "（\(text(item["leaf"]))）" }
    return lines(
      ["\(day(json["date"], answer.language)) \(word) \(text(json["purpose"]))"]
        + json["gods"].list.map { god in
          (god["is_for"] == true ? say("宜：", "宜：", "for: ") : say("忌：", "忌：", "against: ")) + text(god["name"])
            + (god["outcome"].text.map { " " + $0 } ?? "") + leaf(god)
        } + json["rules"].list.map { say("條例：", "条例：", "rule: ") + text($0["name"]) + leaf($0) }
        + [text(json["book"])])
  }

  @Sendable static func hours(_ answer: ToolAnswer) -> String {
    let (json, say) = (answer.json, answer.language.say)
    return lines(
      ["\(day(json["date"], answer.language)) \(text(json["day_pillar"])) \(text(json["lunar_text"]))"]
        + json["hours"].list.map { hour in
          "\(text(hour["pillar"])) \(text(hour["begins"]).suffix(5))–\(text(hour["ends"]).suffix(5)) \(text(hour["path"]))\(text(hour["god"])) "
            + hour["good_gods"].texts.joined(separator: " ") + say("；凶：", "；凶：", "; bad: ")
            + hour["bad_gods"].texts.joined(separator: " ") + say("；沖", "；冲", "; clashes with ")
            + text(hour["clash"]["zodiac"])
        } + json["notes"].texts.map(Optional.some))
  }

  @Sendable static func zodiac(_ answer: ToolAnswer) -> String {
    let (json, say) = (answer.json, answer.language.say)
    return lines(
      [
        "\(json["year"].integer ?? 0) \(text(json["ganzhi"])) \(text(json["zodiac"]))"
          + say("，太歲", "，太岁", ", 太歲 ") + text(json["tai_sui"]["direction"])
      ]
        + json["animals"].list.map { animal in
          let relations =
            animal["relations"].list.map { text($0["name"]) } + [animal["temple_clash"]["name"].text].compactMap(\.self)
          return text(animal["zodiac"]) + say("：", "：", ": ")
            + (relations + [text(animal["lord_by_branch"])]).joined(separator: say("、", "、", ", "))
        } + json["notes"].texts.map(Optional.some))
  }
}
