public import Lunisolar

extension EclipseRecord {
  /// The eclipses of some days that a place sees, as days of a calendar; years outside 1900-2100 have none.
  public static func events(in days: ClosedRange<SolarDate>, at viewpoint: Viewpoint) -> [Event] {
    records(on: days, at: viewpoint, language: .traditionalChinese).filter(\.isVisible)
      .compactMap { $0.event(at: viewpoint) }
  }

  /// The eclipse as a day of a calendar, for feeds: its title with the time of its maximum, its contacts, and what eyes need.
  private func event(at viewpoint: Viewpoint) -> Event? {
    func text(_ language: Language) -> String {
      lines(in: language).map { "\($0.name) \($0.value)" }.joined(separator: "\n")
    }
    func title(_ language: Language) -> String {
      let maximum = local?.contacts.first { $0.phase == .maximum }.map { SkyRecord.minute($0.time) } ?? ""
      let place = viewpoint.name.text(in: language)
      return language.say(
        "\(self.title(in: language))（\(place)食甚 \(maximum)）", "\(self.title(in: language))（\(place)食甚 \(maximum)）",
        "\(self.title(in: language)) (maximum \(maximum) in \(place))")
    }
    return Event(ofNoRecord: "eclipse-\(body.rawValue)", on: date, title: title, description: text)
  }
}

extension SkyRecord {
  /// Sun and moon of some days over a place, as days of a calendar; years outside 1600-2600 have none.
  public static func events(in days: ClosedRange<SolarDate>, at viewpoint: Viewpoint) -> [Event] {
    (0...days.lowerBound.distance(to: days.upperBound)).map { days.lowerBound.advanced(by: $0) }
      .filter { years.contains($0.year) }
      .compactMap { SkyRecord(on: $0, at: viewpoint, language: .traditionalChinese).event(at: viewpoint) }
  }

  /// `日出 06:12 日沒 17:05（臺北）`, with twilights and the moon below.
  private func event(at viewpoint: Viewpoint) -> Event? {
    func times(_ texts: [String]) -> String { texts.isEmpty ? "—" : texts.map(Self.minute).joined(separator: " ") }
    func title(_ language: Language) -> String {
      let (rise, set, place) = (times(sun.rise), times(sun.set), viewpoint.name.text(in: language))
      return language.say(
        "日出 \(rise) 日沒 \(set)（\(place)）", "日出 \(rise) 日落 \(set)（\(place)）", "Sun \(rise) – \(set) (\(place))")
    }
    return Event(ofNoRecord: "sky", on: date, title: title) { language in
      lines(in: language).dropFirst().map { "\($0.name) \($0.value)" }.joined(separator: "\n")
    }
  }
}

extension Event {
  /// A day of a calendar that is no record: nothing can be linked to or followed by it, so its number is 0.
  ///
  /// - Parameter prefix: the key is this and the day.
  init?(
    ofNoRecord prefix: String, on date: SolarDate, title: (Language) -> String, description: (Language) -> String
  ) {
    guard let rule = try? DateRule("announced \(date)") else { return nil }
    self.init(
      id: 0, key: "\(prefix)-\(date)", kind: .festival, observance: .festival,
      title: LocalizedName(
        title(.traditionalChinese), simplifiedChinese: title(.simplifiedChinese), english: title(.english)),
      rule: rule, description: description(.traditionalChinese), englishDescription: description(.english))
  }
}
