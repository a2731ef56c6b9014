import Folklore
import JSON
import Lunisolar

/// The answers of endpoints as lines for people and models. Each line has the names and the dates; `structuredContent` has the rest.
enum ToolText {
  // MARK: Dates

  @Sendable static func conversion(_ answer: ToolAnswer) -> String {
    let (json, say) = (answer.json, answer.language.say)
    let (year, ganzhi, animal) = (json["lunar_year"].integer ?? 0, text(json["ganzhi"]), text(json["zodiac"]))
    return lines([
      "\(day(json["solar"], answer.language)) = \(text(json["lunar_text"]))"
        + say(
          "（農曆 \(year) \(ganzhi)年，肖\(animal)）", "（农历 \(year) \(ganzhi)年，肖\(animal)）",
          " of \(year), \(ganzhi), \(animal)"),
      json["solar_term"].text.map { say("節氣：", "节气：", "solar term: ") + $0 }, json["remark"].text,
    ])
  }

  @Sendable static func day(_ answer: ToolAnswer) -> String {
    let (json, say) = (answer.json, answer.language.say)
    let date = json["date"]
    let events = json["events"].list.map { event in named(event["title"], event["key"]) }
    return lines(
      [
        "\(day(date["solar"], answer.language)) = \(text(date["lunar"]["text"])) \(text(date["ganzhi"]["year"]))",
        date["solar_term"].text.map { say("節氣：", "节气：", "solar term: ") + $0 },
        say("月相：", "月相：", "moon: ") + text(json["moon"]["phase"]),
        dayOff(json, answer.language),
        events.isEmpty
          ? say("沒有民俗節日", "没有民俗节日", "no folk day")
          : say("節日：", "节日：", "folk days: ") + events.joined(separator: say("、", "、", ", ")),
      ] + date["notes"].texts.map(Optional.some))
  }

  private static func dayOff(_ json: JSON, _ language: Language) -> String? {
    guard let isOff = json["is_day_off"].flag else { return nil }
    let day =
      isOff
      ? language.say("臺灣放假", "台湾放假", "a day off in Taiwan")
      : language.say("臺灣上班", "台湾上班", "a workday in Taiwan")
    return day + (json["day_off"].text.map { language.say("：", "：", ": ") + $0 } ?? "")
  }

  // MARK: Folk days

  @Sendable static func upcoming(_ answer: ToolAnswer) -> String {
    list(answer, none: answer.language.say("這段時間沒有節日", "这段时间没有节日", "no folk day in this time")) { item in
      "\(dates(item, answer.language)) \(named(item["title"], item["key"])) \(left(item, answer.language))"
    }
  }

  @Sendable static func catalogue(_ answer: ToolAnswer) -> String {
    list(answer, none: answer.language.say("沒有找到", "没有找到", "nothing was found")) { item in
      let next = item["solar_date"] == .null ? awaited(item, answer.language) : dates(item, answer.language)
      return "\(kind(item["kind"], answer.language)) \(named(item["name"], item["key"])) \(next)"
    }
  }

  private static func kind(_ kind: JSON, _ language: Language) -> String {
    switch kind {
    case "deity": language.say("神明", "神明", "deity")
    case "group": language.say("群組", "群组", "group")
    default: language.say("節日", "节日", "event")
    }
  }

  @Sendable static func event(_ answer: ToolAnswer) -> String {
    let (json, say) = (answer.json, answer.language.say)
    let others = json["disagreements"].list.map { text($0["rule"]) }
    return lines([
      "\(named(json["title"], json["key"])) \(text(json["rule"]))", next(json, answer.language),
      json["description"].text, json["worship_notes"].text.map { say("拜拜須知：", "拜拜须知：", "worship: ") + $0 },
      guide(json, answer.language),
      others.isEmpty ? nil : say("另說：", "另说：", "other dates: ") + others.joined(separator: "; "),
    ])
  }

  @Sendable static func deity(_ answer: ToolAnswer) -> String {
    let json = answer.json
    let aliases = json["aliases"].texts
    let separator = answer.language.say("、", "、", ", ")
    return lines(
      [
        named(json["name"], json["key"]) + (aliases.isEmpty ? "" : " " + aliases.joined(separator: separator)),
        json["role"].text, json["description"].text, guide(json, answer.language),
      ]
        + json["events"].list.map { day in
          "\(named(day["title"], day["key"])) \(next(day, answer.language))"
        })
  }

  /// How to worship, a line for each part.
  private static func guide(_ json: JSON, _ language: Language) -> String? {
    let lines = json["worship_guide"].list.compactMap(WorshipLineRecord.init)
    return lines.isEmpty ? nil : lines.paragraphs(in: language).joined(separator: "\n")
  }

  @Sendable static func need(_ answer: ToolAnswer) -> String {
    let (json, language) = (answer.json, answer.language)
    return lines(
      [text(json["name"])]
        + json["deities"].list.map { deity in
          let next = deity["next"]
          let temples = deity["temples"].list.map {
            text($0["name"]) + ($0["distance_km"].real.map { " \($0) km" } ?? "")
          }
          return [
            named(deity["name"], deity["key"]), deity["role"].text,
            deity["offerings"].text.map { language.say("準備：", "准备：", "to offer: ") + $0 },
            next == .null ? nil : "\(dates(next, language)) \(text(next["title"])) \(left(next, language))",
            temples.isEmpty
              ? nil : language.say("附近：", "附近：", "near: ") + temples.joined(separator: language.say("、", "、", ", ")),
          ].compactMap(\.self).joined(separator: language.say("，", "，", ", "))
        })
  }

  /// The next date of an event, or why there is none.
  private static func next(_ json: JSON, _ language: Language) -> String {
    guard json["solar_date"] != .null else { return awaited(json, language) }
    return language.say("下一次：", "下一次：", "next: ") + dates(json, language) + " " + left(json, language)
  }

  private static func awaited(_ json: JSON, _ language: Language) -> String {
    json["awaits_announcement"] == true
      ? language.say("日期尚未公布", "日期尚未公布", "the date is not announced yet") : ""
  }

  // MARK: Temples

  @Sendable static func temples(_ answer: ToolAnswer) -> String {
    let say = answer.language.say
    return list(answer, none: say("這個範圍內沒有廟宇", "这个范围内没有庙宇", "no temple within this distance")) { item in
      let special = item["special_event"]
      return [
        named(item["name"], item["key"]),
        item["distance_km"].real.map { "\($0) " + say("公里", "公里", "km") }, item["main_deity"].text,
        item["address"].text, item["open_time"].text,
        special == .null ? nil : "\(text(special["title"])) \(text(special["date"]))",
      ].compactMap(\.self).joined(separator: say("，", "，", ", "))
    }
  }
}
