internal import Folklore

/// Stored values as readers see them, and as they can be typed again.
enum StoredText {
  /// A stored instant as local time: 2027-04-29 19:00; other texts stay.
  static func local(_ text: String, _ clock: ZonedClock) -> String {
    guard let instant = try? CivilTime.parse(text).unixTime else { return text }
    let offset = clock.offset(at: instant)
    return String(CivilTime.iso(unixTime: instant, offset: offset).prefix(16)).replacing("T", with: " ")
  }

  /// A stored rule in words: 農曆三月廿三; other texts stay.
  static func spoken(_ rule: String, _ language: Language) -> String {
    (try? DateRule(rule))?.spoken(in: language) ?? rule
  }
}
