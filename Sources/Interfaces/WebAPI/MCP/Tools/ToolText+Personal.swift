import Folklore
import Imports
import JSON
import Lunisolar
import Records

// MARK: - What a user gets and keeps

extension ToolText {
  @Sendable static func reminders(_ answer: ToolAnswer) -> String {
    list(answer, none: answer.language.say("這段時間沒有提醒", "这段时间没有提醒", "no reminder in this time")) { item in
      // 2027-04-26T08:00:00+08:00
      let time = answer.clock.iso(item["scheduled_at"])?.prefix(16).replacing("T", with: " ") ?? ""
      return "\(time) \(text(item["body"]))"
    }
  }

  @Sendable static func followed(_ answer: ToolAnswer) -> String {
    list(answer, none: answer.language.say("沒有追蹤任何日子", "没有关注任何日子", "nothing is followed")) { item in
      "\(day(item["next"], answer.language)) \(named(item["title"], item["event"])) \(item["reasons"].texts.joined(separator: ", "))"
    }
  }

  @Sendable static func subscriptions(_ answer: ToolAnswer) -> String {
    let say = answer.language.say
    return list(answer, none: say("沒有追蹤任何日子", "没有关注任何日子", "nothing is followed")) { item in
      let isGroup = item["group"] != .null
      let name = isGroup ? named(item["name"], item["group"]) : named(item["title"], item["event"])
      return (item["enabled"] == true ? say("追蹤：", "关注：", "followed: ") : say("不提醒：", "不提醒：", "switched off: ")) + name
    }
  }

  @Sendable static func ownDays(_ answer: ToolAnswer) -> String {
    list(answer, none: answer.language.say("還沒有自己的日子", "还没有自己的日子", "no days of one's own yet")) {
      ownDay($0, answer.language)
    }
  }

  @Sendable static func ownDay(_ answer: ToolAnswer) -> String {
    answer.language.say("已新增：", "已新增：", "added: ") + ownDay(answer.json, answer.language)
  }

  private static func ownDay(_ json: JSON, _ language: Language) -> String {
    let next = json["solar_date"] == .null ? "" : "\(dates(json, language)) \(left(json, language))"
    return "\(json["id"].integer ?? 0) \(text(json["title"])) \(text(json["rule"])) \(next)"
  }
}

// MARK: - Parts of lines

extension ToolText {
  static func text(_ json: JSON) -> String { json.text ?? "" }

  static func lines(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A line for each item; then how many more there are.
  static func list(_ answer: ToolAnswer, none: String, _ line: (JSON) -> String) -> String {
    let items = answer.json.list
    guard !items.isEmpty else { return none }
    let rest = max((answer.total ?? 0) - items.count, 0)
    let more = answer.language.say("另外還有 \(rest) 筆", "另外还有 \(rest) 条", "and \(rest) more")
    return lines(items.map { line($0).trimmed } + (rest > 0 ? [more] : []))
  }

  /// A name with the key by which other tools know it: `媽祖聖誕 [mazu]`.
  static func named(_ name: JSON, _ key: JSON) -> String { "\(text(name)) [\(text(key))]" }

  /// A day with its weekday.
  static func day(_ json: JSON, _ language: Language) -> String {
    guard let date = json.text.flatMap({ try? SolarDate(iso: $0) }) else { return text(json) }
    let weekday = date.weekday.name(in: language)
    return "\(date)" + (language == .english ? " (\(weekday))" : "（\(weekday)）")
  }

  /// The day of an event, or its first and last day.
  static func dates(_ json: JSON, _ language: Language) -> String {
    let (first, last) = (json["solar_date"], json["last_date"])
    return last == .null || last == first
      ? day(first, language) : "\(day(first, language)) – \(day(last, language))"
  }

  /// The days left.
  static func left(_ json: JSON, _ language: Language) -> String {
    switch json["countdown_days"].integer {
    case nil: ""
    case 0: language.say("今天", "今天", "today")
    case 1: language.say("明天", "明天", "tomorrow")
    case .some(let days) where days < 0:
      language.say("已開始 \(-days) 天", "已开始 \(-days) 天", "began \(-days) days ago")
    case .some(let days): language.say("還有 \(days) 天", "还有 \(days) 天", "in \(days) days")
    }
  }
}
