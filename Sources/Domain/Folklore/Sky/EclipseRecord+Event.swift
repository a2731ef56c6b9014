import Lunisolar

extension EclipseRecord {
  /// The eclipses of some years that are seen from 臺北, as days of a calendar; years outside 1900-2100 have none.
  public static func events(in years: ClosedRange<Int>) throws -> [Event] {
    guard years.overlaps(Self.years) else { return [] }
    return try records(in: years.clamped(to: Self.years), at: .taipei(), language: .traditionalChinese)
      .filter(\.isVisible).compactMap(\.event)
  }

  /// The eclipse as a day of a calendar, for feeds: its title with the time of its maximum, its contacts, and what eyes need.
  ///
  /// Its number is 0, because it is no record: nothing can be linked to or followed by it.
  private var event: Event? {
    guard let rule = try? DateRule("announced \(date)") else { return nil }
    func text(_ language: Language) -> String {
      lines(in: language).map { "\($0.name) \($0.value)" }.joined(separator: "\n")
    }
    return Event(
      id: 0, key: "eclipse-\(body.rawValue)-\(date)", kind: .festival, observance: .festival,
      title: LocalizedName(
        titleWithMaximum(in: .traditionalChinese), simplifiedChinese: titleWithMaximum(in: .simplifiedChinese),
        english: titleWithMaximum(in: .english)),
      rule: rule, description: text(.traditionalChinese), englishDescription: text(.english))
  }

  /// `月全食（臺北食甚 19:34）`
  private func titleWithMaximum(in language: Language) -> String {
    let maximum = local?.contacts.first { $0.phase == .maximum }.map { SkyRecord.minute($0.time) } ?? ""
    return language.say(
      "\(title(in: language))（臺北食甚 \(maximum)）", "\(title(in: language))（台北食甚 \(maximum)）",
      "\(title(in: language)) (maximum \(maximum) in Taipei)")
  }
}
