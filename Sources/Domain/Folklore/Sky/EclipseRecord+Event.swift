import Lunisolar

extension EclipseRecord {
  /// The eclipse as a day of a calendar, for feeds: its title with the time of its maximum, its contacts, and what eyes need.
  ///
  /// Its number is 0, because it is no record: nothing can be linked to or followed by it.
  package func event(_ records: [Language: EclipseRecord]) -> Event? {
    guard let rule = try? DateRule("announced \(date)") else { return nil }
    func text(_ language: Language) -> String {
      let record = records[language] ?? self
      return record.lines(in: language).map { "\($0.name) \($0.value)" }.joined(separator: "\n")
    }
    func title(_ language: Language) -> String { Self.title(self, language) }
    return Event(
      id: 0, key: "eclipse-\(body.rawValue)-\(date)", kind: .festival, observance: .festival,
      title: LocalizedName(
        title(.traditionalChinese), simplifiedChinese: title(.simplifiedChinese), english: title(.english)),
      rule: rule, description: text(.traditionalChinese), englishDescription: text(.english))
  }

  /// `月全食（臺北 食甚 19:34）`
  private static func title(_ record: EclipseRecord, _ language: Language) -> String {
    let maximum = record.local?.contacts.first { $0.phase == .maximum }.map { SkyRecord.minute($0.time) } ?? ""
    return language.say(
      "\(record.title(in: language))（臺北食甚 \(maximum)）", "\(record.title(in: language))（台北食甚 \(maximum)）",
      "\(record.title(in: language)) (maximum \(maximum) in Taipei)")
  }

  /// The eclipses of some years that are seen from 臺北, as days of a calendar; years outside 1900-2100 have none.
  public static func events(in years: ClosedRange<Int>) throws -> [Event] {
    guard years.overlaps(Self.years) else { return [] }
    let known = years.clamped(to: Self.years)
    let taipei = try Viewpoint.taipei()
    let chinese = try records(in: known, at: taipei, language: .traditionalChinese)
    let english = try records(in: known, at: taipei, language: .english)
    return zip(chinese, english).filter { $0.0.isVisible }.compactMap { record, other in
      record.event([.english: other])
    }
  }
}
