import Folklore
import Foundation
import Lunisolar

/// A month of the solar calendar as people type it.
///
///     try MonthInput("2027-02", today: today)        // also 2027/2, 2027.2, 202702, 2/2027, 2027年2月, 2027年二月
///     try MonthInput("民國116年2月", today: today)     // also 民國 116/2
///     try MonthInput("116/2", today: today)          // of 民國 116; `understood` says so
///     try MonthInput("下個月", today: today)           // also 這個月, 上個月, next month
///     try MonthInput("Feb 2027", today: today)       // also February 2027, 2027 Feb
struct MonthInput: Hashable {
  let year: Int
  let month: Int
  /// The text can mean more than one month.
  private(set) var isAmbiguous = false

  /// - Throws: `Failure` naming the text and forms that work.
  init(_ text: String, today: SolarDate) throws {
    let typed = Self.normalized(text)
    let found =
      Self.relative(typed, today) ?? Self.numbers(typed) ?? Self.chinese(typed, today) ?? Self.english(typed, today)
    guard let found else { throw Self.failure(text, typed) }
    guard (1...12).contains(found.month) else {
      throw Failure.wrongInput(
        "「\(text)」的月份是 \(found.month)，月份是 1 到 12，例如 2027-02",
        "\"\(text)\" has month \(found.month): months are 1 to 12, as in 2027-02")
    }
    self = found
  }

  private init(year: Int, month: Int, isAmbiguous: Bool = false) {
    self.year = year
    self.month = month
    self.isAmbiguous = isAmbiguous
  }

  /// A text in half-width characters, in small letters, without blanks at the ends, with 年 and 月 as in Taiwan.
  private static func normalized(_ text: String) -> String {
    let half = text.applyingTransform(.fullwidthToHalfwidth, reverse: false) ?? text
    return half.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
      .replacing("民国", with: "民國").replacing("个", with: "個").replacing("这", with: "這").replacing("号", with: "號")
      .replacing("公元", with: "西元")
  }

  // MARK: The forms

  /// 這個月, 下個月, 上個月, next month.
  private static func relative(_ text: String, _ today: SolarDate) -> MonthInput? {
    let steps: [Int: [String]] = [
      0: ["這個月", "這月", "本月", "今月", "當月", "this month", "now"],
      1: ["下個月", "下月", "next month", "next"], 2: ["下下個月", "下下月"],
      -1: ["上個月", "上月", "last month", "previous month"], -2: ["上上個月", "上上月"],
    ]
    guard let step = steps.first(where: { $0.value.contains(text) })?.key else { return nil }
    let count = today.year * 12 + today.month - 1 + step
    return MonthInput(year: count >= 0 ? count / 12 : (count - 11) / 12, month: ((count % 12) + 12) % 12 + 1)
  }

  /// `2027-02`, `2027/2`, `116/2`, `2/2027`, `202702`, `11602`.
  private static func numbers(_ text: String) -> MonthInput? {
    if let found = text.wholeMatch(of: /(-?[0-9]{1,4})\s*[-\/.]\s*([0-9]{1,2})/),
      let year = Int(found.1), let month = Int(found.2)
    {
      // A year of four digits is one of the common era, even 0116.
      let isShort = (1...999).contains(year) && found.1.count < 4
      return isShort && found.1.count < 2 ? nil : MonthInput(year: year, month: month, republican: isShort)
    }
    if let found = text.wholeMatch(of: /([0-9]{1,2})\s*[-\/.]\s*([0-9]{4})/), let month = Int(found.1),
      let year = Int(found.2)
    {
      return MonthInput(year: year, month: month)
    }
    guard let found = text.wholeMatch(of: /([0-9]{3,4})([0-9]{2})/), let year = Int(found.1), let month = Int(found.2)
    else { return nil }
    return MonthInput(year: year, month: month, republican: found.1.count == 3)
  }

  /// A year of less than four digits is one of the Republic: that is what Taiwan writes so.
  private init(year: Int, month: Int, republican: Bool) {
    self.init(year: republican ? year + 1_911 : year, month: month, isAmbiguous: republican)
  }

  /// `2027年二月`, `民國116年2月`, `民國116/2`, `116年2月`, `二月` (of this year).
  private static func chinese(_ text: String, _ today: SolarDate) -> MonthInput? {
    let shape = /(民國|西元|國曆|公曆)?\s*(?:([0-9]{1,4})\s*(?:年|[-\/.])\s*)?([0-9]{1,2}|[一二三四五六七八九十正]{1,2})\s*月?(份)?/
    guard let found = text.wholeMatch(of: shape), text.contains(/[月民西國公]/), let month = number(found.3)
    else { return nil }
    guard let written = found.2, let year = Int(written) else {
      return found.1 == nil ? MonthInput(year: today.year, month: month, isAmbiguous: true) : nil
    }
    if found.1 == "民國" { return MonthInput(year: year + 1_911, month: month) }
    if found.1 != nil || written.count == 4 { return MonthInput(year: year, month: month) }
    return MonthInput(year: year, month: month, republican: true)
  }

  private static func number(_ text: Substring) -> Int? {
    if let number = Int(text) { return number }
    let numerals = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
    return text == "正" ? 1 : numerals.firstIndex(of: String(text)).map { $0 + 1 }
  }

  /// `feb 2027`, `february 2027`, `2027 feb`, `feb` (of this year).
  private static func english(_ text: String, _ today: SolarDate) -> MonthInput? {
    guard let found = text.wholeMatch(of: /(?:([0-9]{4})[\s,-]+)?([a-z]{3,9})\.?(?:[\s,-]+([0-9]{4}))?/) else {
      return nil
    }
    let names = SolarDate.englishMonthNames.map { $0.lowercased() }
    let name = String(found.2)
    let index = names.firstIndex { $0 == name || $0.hasPrefix(name) && (name.count == 3 || name == "sept") }
    guard let index else { return nil }
    let years = [found.1, found.3].compactMap(\.self).compactMap { Int($0) }
    guard years.count < 2 else { return nil }
    return MonthInput(year: years.first ?? today.year, month: index + 1, isAmbiguous: years.isEmpty)
  }

  // MARK: Messages

  /// What was understood of an ambiguous text, for standard error.
  func understood(_ text: String) -> String {
    let roc = year > 1_911 ? year - 1_911 : nil
    let digits = UInt(month).padded(to: 2)
    return Speech.say(
      "「\(text)」當作" + (roc.map { "民國 \($0) 年" } ?? "") + "（\(year) 年）\(month) 月",
      "\"\(text)\" is taken as \(year)-\(digits)" + (roc.map { " (ROC year \($0))" } ?? ""))
  }

  private static func failure(_ text: String, _ typed: String) -> Failure {
    if typed.contains(/農曆|农历|閏|闰|[正冬臘]月/) {
      return .wrongInput(
        "「\(text)」是農曆月份；`month` 顯示國曆的月份，例如 2027-02 或 民國116年2月。農曆各月的初一用 `folkcal year 2027` 查",
        "\"\(text)\" is a lunar month; month shows months of the solar calendar, such as 2027-02. "
          + "folkcal year 2027 lists the first days of the lunar months")
    }
    if let found = typed.wholeMatch(of: /([0-9]{4})[-\/.]([0-9]{1,2})[-\/.][0-9]{1,2}/) {
      return .wrongInput(
        "「\(text)」是一天，不是月份：用 `folkcal month \(found.1)-\(found.2)`，或用 `folkcal day \(text)` 看那一天",
        "\"\(text)\" is a day, not a month: folkcal month \(found.1)-\(found.2), or folkcal day \(text)")
    }
    if typed.wholeMatch(of: /[0-9]{4}年?/) != nil {
      let year = typed.prefix(4)
      return .wrongInput(
        "「\(text)」是一年，不是月份：用 `folkcal month \(year)-01`，或用 `folkcal year \(year) --svg year.svg` 畫全年",
        "\"\(text)\" is a year, not a month: folkcal month \(year)-01, or folkcal year \(year) --svg year.svg for the whole year"
      )
    }
    return .wrongInput(
      "「\(text)」不是月份：請寫成 2027-02、2027/2、民國116年2月 或 下個月",
      "\"\(text)\" is not a month: expected one such as 2027-02, Feb 2027, 民國116年2月 or \"next month\"")
  }
}
