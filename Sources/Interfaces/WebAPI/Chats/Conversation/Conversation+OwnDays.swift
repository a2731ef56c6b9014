import Folklore
import Lunisolar
import OwnDays
import Store

// Days of the family's own, told in a sentence.
extension Conversation {
  /// Asks whether a day is to be kept, and keeps it once it is confirmed.
  func ownDay(_ title: String, _ rule: DateRule, isConfirmed: Bool) async throws -> ChatReply {
    let spoken = rule.spoken(in: language)
    guard isConfirmed else {
      let next = try nextDay(of: rule)
      let phrase = "\(ChatPhrases.keepWord) \(title) \(rule.spoken(in: .traditionalChinese))"
      return ChatReply(
        title: say("要記住「\(title)」嗎？", "要记住「\(title)」吗？", "Keep “\(title)”?"),
        lines: [
          say("每年\(spoken)提醒您。", "每年\(spoken)提醒您。", "You will be reminded each year: \(spoken)."), next,
          say("要的話請回：\(phrase)", "要的话请回：\(phrase)", "If so, answer: \(phrase)"),
        ].compactMap(\.self), suggestions: [phrase, say("不用", "不用", "no")])
    }
    let day: OwnDay
    do throws(OwnDayProblem) {
      day = try OwnDay(title: title, rule: rule, observance: Self.observance(of: title))
    } catch {
      return ChatReply(title: error.text(in: language), suggestions: usualSuggestions)
    }
    let (user, change) = (try await neededUser(), change)
    let kept = Dictionary(own.map { ($0.title.text(in: .traditionalChinese), $0.rule) }) { first, _ in first }
    let new = OwnDay.new([day], beside: kept).days
    do {
      try await service.write(for: turn) { try $0.addOwnEvents(new.map(\.draft), of: user, change) }
    } catch let limit as OwnEventLimit {
      return ChatReply(title: limit.sentence(in: language), suggestions: usualSuggestions)
    }
    return ChatReply(
      title: new.isEmpty
        ? say("「\(title)」已經記住了。", "「\(title)」已经记住了。", "“\(title)” is kept already.")
        : say("已記住「\(title)」。", "已记住「\(title)」。", "“\(title)” is kept."),
      lines: [spoken, try nextDay(of: rule)].compactMap(\.self),
      suggestions: [say("我的", "我的", "mine"), say("提前 3 天", "提前 3 天", "3 days before"), say("下一個", "下一个", "next")])
  }

  private func nextDay(of rule: DateRule) throws -> String? {
    let range = try OccurrenceRange(today...today.advanced(by: 800))
    var next: SolarDate?
    try range.forEachOccurrence(of: rule) { next = next ?? $0.date }
    return next.map { date in
      say(
        "下一次：\(date.longText(in: language))（\(countdown(date))）",
        "下一次：\(date.longText(in: language))（\(countdown(date))）",
        "Next: \(date.longText(in: language)) (\(countdown(date)))")
    }
  }

  private static func observance(of title: String) -> Event.Observance {
    if ["忌", "冥誕", "對年", "往生", "過世"].contains(where: title.contains) { return .memorial }
    return ["生日", "壽", "誕辰"].contains(where: title.contains) ? .birthday : .custom
  }
}
