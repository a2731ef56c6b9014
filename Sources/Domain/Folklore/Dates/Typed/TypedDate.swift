public import Lunisolar
internal import Words

/// A date that somebody typed, as it was understood.
public struct TypedDate: Hashable, Sendable {
  /// The text as given.
  public let text: String
  public let date: DateInput
  /// The time of day behind the date, if there is one; without a zone.
  public internal(set) var time: TimeOfDay?
  /// What was supplied or decided because the text can mean something else.
  public internal(set) var remarks: [DateRemark]

  public init(text: String, date: DateInput, time: TimeOfDay? = nil, remarks: [DateRemark] = []) {
    self.text = text
    self.date = date
    self.time = time
    self.remarks = remarks
  }
}

/// The meaning of a typed date: a day of the solar or of the lunar calendar.
public enum DateInput: Hashable, Sendable {
  case solar(SolarDate)
  /// The numbers are parsed but not checked; only a calendar knows whether the day exists. Without a year it is a day of every year.
  case lunar(year: Int?, month: Int, isLeap: Bool, day: Int)
}

/// How a text was understood that can mean two things, and how to write the other meanings.
public struct DateRemark: Hashable, Sendable {
  private let chinese: String
  private let english: String
  /// Texts that mean the others; each can be typed in place of the text.
  public let others: [String]

  init(_ chinese: String, _ english: String, others: [String] = []) {
    self.chinese = chinese
    self.english = english
    self.others = others
  }

  /// The same remark with other texts.
  func withOthers(_ others: [String]) -> DateRemark { DateRemark(chinese, english, others: others) }

  /// The remark as a sentence.
  public func text(in language: Language) -> String {
    let list = others.joined(separator: language.say("、", "、", ", "))
    guard !others.isEmpty else { return sentence(language) }
    return sentence(language) + language.say("；另一種意思請寫 ", "；另一种意思请写 ", "; for the other meaning write ") + list
  }

  private func sentence(_ language: Language) -> String {
    language == .english ? english : language == .traditionalChinese ? chinese : Transliteration.simplified(chinese)
  }
}
