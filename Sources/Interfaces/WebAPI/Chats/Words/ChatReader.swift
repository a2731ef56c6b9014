import Folklore
import Lunisolar
import Temples

/// Reads what people say in chats, in Chinese and English, by fixed rules: the same words always mean the same.
///
///     ChatReader(today: today, names: names).meaning(of: "三月廿三 是幾號")     // .day(2025-04-20)
struct ChatReader {
  /// What 今天 is.
  let today: SolarDate
  let names: ChatNames

  /// The most characters of a question; what is longer is no question to us.
  static let longestText = 100

  /// True for a text that is not read. A character can have many scalars, which take time as well.
  static func isTooLong(_ text: String) -> Bool {
    text.unicodeScalars.count > 4 * longestText || text.count > longestText
  }

  func meaning(of text: String) -> ChatMeaning {
    guard !Self.isTooLong(text) else { return .unknown(String(text.prefix(Self.longestText))) }
    let said = SpokenText(text)
    // Only a picture, such as 🙏.
    guard !said.plain.isEmpty else { return text.contains(where: { !$0.isWhitespace }) ? .acknowledged : .unknown("") }
    if let meaning = said.forms.lazy.compactMap({ ChatPhrases.whole[$0] }).first { return meaning }
    return stopping(said) ?? need(said) ?? moons(said) ?? ownDay(said) ?? settings(said) ?? daysOff(said) ?? hours(said)
      ?? place(said) ?? following(said) ?? next(said) ?? time(said) ?? question(said) ?? middle(said) ?? temple(said)
      ?? .unknown(said.plain)
  }

  /// Reads dates, also by the names of the catalogue.
  private var dates: DateReader { DateReader(today: today) { [names] in names.dayNames.names } }

  // MARK: Days of the family's own

  /// 阿公忌日 農曆八月初三 提醒我, 幫我記 媽媽生日 國曆5月4日.
  private func ownDay(_ said: SpokenText) -> ChatMeaning? {
    let kept = said.after(ChatPhrases.keep)
    let text = kept.map { SpokenText($0).before(ChatPhrases.keepEnds) ?? $0 } ?? said.before(ChatPhrases.keepEnds)
    guard let text, !text.isEmpty, names.find(text).isEmpty else { return nil }
    let isConfirmed = said.plain.hasPrefix(ChatPhrases.keepWord)
    let characters = Array(text)
    for place in 1..<max(characters.count, 1) {
      let (first, last) = (String(characters[..<place]), String(characters[place...]))
      for (title, date) in [(first, last), (last, first)] {
        guard let rule = rule(of: date), let title = Self.title(title), names.named(title).isEmpty else { continue }
        return .ownDay(title: title, rule: rule, isConfirmed: isConfirmed)
      }
    }
    return nil
  }

  /// The yearly rule of a date with its month: 農曆八月初三, 國曆5月4日, 5/4.
  private func rule(of text: String) -> DateRule? {
    let text = text.filter { !$0.isWhitespace }
    // 生日 and other words before a date belong to its title.
    let begins = text.first.map { $0.isNumber || "農农國国陽阳陰阴舊旧新閏闰正元冬臘腊廿除".contains($0) } ?? false
    guard begins, text.contains(where: { "月/除".contains($0) }) else { return nil }
    if let rule = try? DateRule(text) { return rule.isAnnounced ? nil : rule }
    guard case .solar(let date)? = try? DateReader(today: today).read(text).date else { return nil }
    return try? DateRule("solar \(date.month)/\(date.day)")
  }

  /// A title without the words that join it to its date; nil if nothing is left, or a date.
  private static func title(_ text: String) -> String? {
    var rest = text[...]
    func isLink(_ character: Character) -> Bool { character.isWhitespace || "的是在、，,：:。".contains(character) }
    while let first = rest.first, isLink(first) { rest = rest.dropFirst() }
    while let last = rest.last, isLink(last) { rest = rest.dropLast() }
    guard (2...30).contains(rest.count), !["國曆", "農曆", "每年", "陽曆", "陰曆"].contains(where: rest.contains),
      !rest.contains(where: { $0.isNumber && $0.isASCII })
    else { return nil }
    return String(rest)
  }

  // MARK: Days off and hours

  private func daysOff(_ said: SpokenText) -> ChatMeaning? {
    guard let rest = said.before(ChatPhrases.daysOffEnds), !rest.isEmpty else { return nil }
    let name = withoutYear(rest)
    return names.find(name).isEmpty ? nil : .daysOff(name)
  }

  /// 端午節 of 今年端午節; other years stay.
  private func withoutYear(_ text: String) -> String { SpokenText(text).after(ChatPhrases.thisYear) ?? text }

  private func hours(_ said: SpokenText) -> ChatMeaning? {
    guard let rest = said.before(ChatPhrases.hoursEnds), rest.count > 1 else { return nil }
    // 今天 may stand before what was taken off, or before the temple.
    let name = SpokenText(rest).before(ChatPhrases.nowWords) ?? SpokenText(rest).after(ChatPhrases.nowWords) ?? rest
    return Self.namesTemple(name) ? .hours(name) : nil
  }

  /// 鬼門什麼時候開, 媽祖什麼時候生日: the question stands inside the name, or before what happens.
  private func middle(_ said: SpokenText) -> ChatMeaning? {
    guard let match = said.joined.firstMatch(of: #/(什么时候|哪一天|哪天|几号|何时)/#),
      match.range.lowerBound > said.joined.startIndex
    else { return nil }
    let before = String(said.joined[..<match.range.lowerBound])
    let after = String(said.joined[match.range.upperBound...])
    guard !after.isEmpty, after.count < 5 else { return nil }
    let whole = before + after
    if !names.named(whole).isEmpty { return .name(whole) }
    return names.named(before).isEmpty ? nil : .name(before)
  }

  /// 考試拜誰, 求姻緣要拜什麼神, 求財; a deity in it is asked about by its name.
  private func need(_ said: SpokenText) -> ChatMeaning? {
    guard names.named(said.plain).isEmpty else { return nil }
    if Need.isAsked(in: said.plain) { return Need(askedIn: said.plain).map { .need($0) } }
    guard said.plain.hasPrefix("求") else { return nil }
    return (Need(named: said.plain) ?? Need(named: said.plain.dropFirst())).map { .need($0) }
  }

  // MARK: Being told less

  /// 不要再傳了, 刪掉我的媽祖提醒; also behind another sentence: 你們很吵耶，不要再傳了.
  private func stopping(_ said: SpokenText) -> ChatMeaning? {
    let request = StopRequest(said, names)
    if let meaning = request.meaning({ !names.find($0).isEmpty }) { return meaning }
    guard request.isLikely, !request.isOtherwise else { return nil }
    let clauses = said.plain.split { $0.isWhitespace || $0.isPunctuation }
    guard (2...Self.mostClauses).contains(clauses.count), names.inside(said.plain).isEmpty else { return nil }
    let isEnd = clauses.contains { clause in
      StopRequest(SpokenText(String(clause)), names).meaning { _ in false } == .reminders(false)
    }
    return isEnd ? .reminders(false) : nil
  }

  private static let mostClauses = 6

  // MARK: Switches

  private func moons(_ said: SpokenText) -> ChatMeaning? {
    let text = Self.moonText(said.joined)
    for (name, moon) in ChatPhrases.moons {
      let verb: Substring
      if text.hasPrefix(name) {
        verb = text.dropFirst(name.count)
      } else if text.hasSuffix(name) {
        verb = text.dropLast(name.count)
      } else {
        continue
      }
      if ChatPhrases.on.contains(String(verb)) { return .setMoons(new: moon.new, full: moon.full, isOn: true) }
      if ChatPhrases.off.contains(String(verb)) { return .setMoons(new: moon.new, full: moon.full, isOn: false) }
    }
    return nil
  }

  /// 每個月初1、15 as 初一十五.
  private static func moonText(_ joined: String) -> String {
    var text = joined
    for word in ["每个月的", "每个月", "每月的", "每月", "每逢", "逢"] where text.hasPrefix(word) {
      text = String(text.dropFirst(word.count))
    }
    return text.replacing(#/初1(?!\d)|初1(?=15)/#, with: "初一").replacing(#/初?15(?!\d)/#, with: "十五")
  }

  private func settings(_ said: SpokenText) -> ChatMeaning? {
    if let rest = said.after(ChatPhrases.language) {
      return .language(ChatPhrases.whole[SpokenText.join(SpokenText.fold(rest))].flatMap(Self.language))
    }
    if let meaning = ChatTimes.prepare(said) ?? ChatTimes.daysBefore(said) { return meaning }
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
    if let rest = said.after(ChatPhrases.unfollow) {
      let name = known(rest, without: ChatPhrases.unfollowEnds)
      if let moon = ChatPhrases.moons[SpokenText.join(SpokenText.fold(name))] {
        return .setMoons(new: moon.new, full: moon.full, isOn: false)
      }
      return .unfollow(name)
    }
    if let rest = said.after(ChatPhrases.follow) {
      let name = known(rest, without: ChatPhrases.followEnds)
      if let moon = ChatPhrases.moons[SpokenText.join(SpokenText.fold(name))] {
        return .setMoons(new: moon.new, full: moon.full, isOn: true)
      }
      return .follow(name)
    }
    // 媽祖生日的時候提醒我
    guard let name = said.before(ChatPhrases.followEnds), !names.find(name).isEmpty else { return nil }
    return .follow(name)
  }

  /// A name without an ending that is no part of it.
  private func known(_ text: String, without ends: [String]) -> String {
    guard names.named(text).isEmpty, let shorter = SpokenText(text).before(ends), !shorter.isEmpty else { return text }
    return shorter
  }

  /// True for what may be a code: letters and digits without blanks, with a digit. Names in Latin letters have none.
  private static func isCode(_ text: String) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
      && text.contains(where: \.isNumber)
  }

  private func place(_ said: SpokenText) -> ChatMeaning? {
    guard names.named(said.plain).isEmpty else { return nil }
    if let rest = said.after(ChatPhrases.near) { return near(SpokenText(rest).before(ChatPhrases.placeEnds) ?? rest) }
    if let rest = said.before(ChatPhrases.placeEnds) { return near(rest) }
    // 我在忙 names no place.
    guard let rest = said.after(ChatPhrases.homes), TypedArea(rest) != nil || Self.namesTemple(rest) else { return nil }
    return near(rest)
  }

  private func near(_ text: String) -> ChatMeaning {
    let place = SpokenText(text).after(ChatPhrases.homes) ?? text
    // 附近的媽祖廟: any place, and all temples there.
    let isKind = Self.namesTemple(place) && !names.find(String(place.dropLast())).isEmpty
    return .near(place.isEmpty || isKind ? nil : place)
  }

  /// True for 鎮瀾宮.
  private static func namesTemple(_ text: String) -> Bool { text.last.map { "宮宫寺廟庙殿堂祠".contains($0) } ?? false }

  private func next(_ said: SpokenText) -> ChatMeaning? {
    let away = said.before(ChatPhrases.untilNext).map { SpokenText($0).after(ChatPhrases.awayFrom) ?? $0 }
    guard let name = (away ?? said.after(ChatPhrases.next)).map(withoutQuestion) else { return nil }
    // 下次再說 asks for nothing.
    let isDate = (try? dates.solarDate(name)) != nil
    return isDate || !names.find(name).isEmpty ? .next(name) : nil
  }

  // MARK: Times and places

  /// 12月有什麼節日, 下個月有哪些節日, 今天是初一嗎.
  private func time(_ said: SpokenText) -> ChatMeaning? {
    let forms = forms(of: said.plain).dropFirst().map { SpokenText.join(SpokenText.fold($0)) }
    for form in forms {
      switch ChatPhrases.whole[form] {
      case .month(let distance)?: return .month(distance)
      case .week(let distance)?: return .week(distance)
      default: break
      }
      if let match = form.wholeMatch(of: #/(\d{1,2}|[一二三四五六七八九十]{1,2})月/#),
        let month = ChatTimes.number(String(match.1)),
        (1...12).contains(month)
      {
        return .month((month - today.month + 12) % 12)
      }
    }
    if let match = said.joined.wholeMatch(of: #/(今天|明天|后天)(?:是|是不是)?(?:农历)?(?:初一|十五|初一十五)/#) {
      let days = ["今天": 0, "明天": 1, "后天": 2][String(match.1)] ?? 0
      return .day(today.advanced(by: days), remarks: [])
    }
    guard let rest = said.after([Self.tonight]) else { return nil }
    return question(SpokenText("今天" + rest))
  }

  private static let tonight = "今晚"

  /// 龍山寺, 大甲鎮瀾宮在哪裡: temples by name, if nothing else has that name.
  private func temple(_ said: SpokenText) -> ChatMeaning? {
    let asked = said.before(ChatPhrases.whereEnds)
    let name = asked ?? said.plain
    guard name.count > 2 || asked != nil, Self.namesTemple(name) else { return nil }
    return .near(name)
  }

  // MARK: Dates and names

  private func question(_ said: SpokenText) -> ChatMeaning? {
    // Who asks 2月6號農曆 means a day of the other calendar.
    if let rest = said.converted, let (date, remarks) = try? dates.solarDate(rest) {
      return .day(date, remarks: remarks)
    }
    let forms = forms(of: said.plain)
    // A name comes before a date, because 冬至 is both: people ask for the next one.
    if let name = forms.first(where: { !names.named($0).isEmpty }) { return .name(name) }
    var failure: DateReadingError?
    let reader = dates
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

  /// Questions that are taken off a text, so that a text of nothing else (的的的…) is read in a short time.
  private static let mostQuestions = 3

  /// The text, and the text with one question after another taken off.
  private func forms(of text: String) -> [String] {
    var forms = [text]
    var said = SpokenText(text)
    if let rest = said.after(ChatPhrases.questionStarts), !rest.isEmpty {
      forms.append(rest)
      said = SpokenText(rest)
    }
    for _ in 0..<Self.mostQuestions {
      guard let rest = said.before(ChatPhrases.questions), !rest.isEmpty else { break }
      forms.append(rest)
      said = SpokenText(rest)
    }
    return forms
  }

  private func withoutQuestion(_ text: String) -> String { forms(of: text).last ?? text }
}
