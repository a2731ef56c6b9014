import Folklore
import Lunisolar

/// Reads what people say in chats, in Chinese and English, by fixed rules: the same words always mean the same.
///
///     ChatReader(today: today, names: names).meaning(of: "三月廿三 是幾號")     // .day(2025-04-20)
struct ChatReader {
  /// What 今天 is.
  let today: SolarDate
  let names: ChatNames

  func meaning(of text: String) -> ChatMeaning {
    let said = SpokenText(text)
    guard !said.plain.isEmpty else { return .unknown("") }
    if let meaning = said.forms.lazy.compactMap({ ChatPhrases.whole[$0] }).first { return meaning }
    return moons(said) ?? settings(said) ?? place(said) ?? following(said) ?? next(said) ?? question(said)
      ?? .unknown(said.plain)
  }

  // MARK: Switches

  private func moons(_ said: SpokenText) -> ChatMeaning? {
    for (name, moon) in ChatPhrases.moons {
      let verb: Substring
      if said.joined.hasPrefix(name) {
        verb = said.joined.dropFirst(name.count)
      } else if said.joined.hasSuffix(name) {
        verb = said.joined.dropLast(name.count)
      } else {
        continue
      }
      if ChatPhrases.on.contains(String(verb)) { return .setMoons(new: moon.new, full: moon.full, isOn: true) }
      if ChatPhrases.off.contains(String(verb)) { return .setMoons(new: moon.new, full: moon.full, isOn: false) }
    }
    return nil
  }

  private func settings(_ said: SpokenText) -> ChatMeaning? {
    if let rest = said.after(ChatPhrases.language) {
      return .language(ChatPhrases.whole[SpokenText.join(SpokenText.fold(rest))].flatMap(Self.language))
    }
    if let meaning = ChatTimes.daysBefore(said) { return meaning }
    return ChatTimes.time(said)
  }

  private static func language(_ meaning: ChatMeaning) -> Language? {
    if case .language(let language) = meaning { language } else { nil }
  }

  // MARK: Names

  private func following(_ said: SpokenText) -> ChatMeaning? {
    if let rest = said.after(ChatPhrases.join) {
      return Self.isCode(rest) ? .join(rest) : .follow(rest)
    }
    if let rest = said.after(ChatPhrases.unfollow) { return .unfollow(rest) }
    return said.after(ChatPhrases.follow).map { .follow($0) }
  }

  /// True for what may be a code: letters and digits without blanks, with a digit. Names in Latin letters have none.
  private static func isCode(_ text: String) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
      && text.contains(where: \.isNumber)
  }

  private func place(_ said: SpokenText) -> ChatMeaning? {
    guard names.named(said.plain).isEmpty else { return nil }
    if let rest = said.after(ChatPhrases.near) {
      let place = SpokenText(rest).before(ChatPhrases.placeEnds) ?? rest
      return .near(place.isEmpty ? nil : place)
    }
    return said.before(ChatPhrases.placeEnds).map { .near($0.isEmpty ? nil : $0) }
  }

  private func next(_ said: SpokenText) -> ChatMeaning? {
    if let rest = said.before(ChatPhrases.untilNext) {
      let away = SpokenText(rest)
      return .next(withoutQuestion(away.after(ChatPhrases.awayFrom) ?? rest))
    }
    return said.after(ChatPhrases.next).map { .next(withoutQuestion($0)) }
  }

  // MARK: Dates and names

  private func question(_ said: SpokenText) -> ChatMeaning? {
    let forms = forms(of: said.plain)
    // A name comes before a date, because 冬至 is both: people ask for the next one.
    if let name = forms.first(where: { !names.named($0).isEmpty }) { return .name(name) }
    var failure: DateReadingError?
    let reader = DateReader(today: today)
    for text in forms {
      do throws(DateReadingError) {
        let (date, remarks) = try reader.solarDate(text)
        return .day(date, remarks: remarks)
      } catch {
        if case .notADate = error.reason { continue }
        failure = failure ?? error
      }
    }
    if let name = forms.first(where: { !names.containing($0).isEmpty }) { return .name(name) }
    return failure.map { .noDay($0) }
  }

  /// The text, and the text with one question after another taken off.
  private func forms(of text: String) -> [String] {
    var forms = [text]
    var said = SpokenText(text)
    if let rest = said.after(ChatPhrases.questionStarts), !rest.isEmpty {
      forms.append(rest)
      said = SpokenText(rest)
    }
    while let rest = said.before(ChatPhrases.questions), !rest.isEmpty {
      forms.append(rest)
      said = SpokenText(rest)
    }
    return forms
  }

  private func withoutQuestion(_ text: String) -> String { forms(of: text).last ?? text }
}
