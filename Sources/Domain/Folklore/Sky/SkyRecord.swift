import Ephemeris
public import Lunisolar

/// The sun and the moon over a place on a day, as in `day --json` and the API.
public struct SkyRecord: Encodable, Hashable, Sendable {
  public let date: SolarDate
  public let place: ViewpointRecord
  public let sun: Passage
  public let civilTwilight: Passage
  public let nauticalTwilight: Passage
  public let astronomicalTwilight: Passage
  public let moon: Passage
  public let notes: [String]

  /// Rises and sets in order of time; of a twilight, dawns and dusks.
  public struct Passage: Encodable, Hashable, Sendable {
    /// To the second, with the offset of the zone; empty if there is none on this day.
    public let rise: [String]
    /// To the second, with the offset of the zone; empty if there is none on this day.
    public let set: [String]
    /// `up` or `down` if it neither rises nor sets on this day.
    @ExplicitNull public internal(set) var allDay: String?

    enum CodingKeys: String, CodingKey {
      case rise, set
      case allDay = "all_day"
    }
  }

  enum CodingKeys: String, CodingKey {
    case date, place, sun, moon, notes
    case civilTwilight = "civil_twilight"
    case nauticalTwilight = "nautical_twilight"
    case astronomicalTwilight = "astronomical_twilight"
  }

  /// The years for which the sky is told: those of the tables of solar terms and of the Earth's rotation.
  public static let years = 1600...2600

  /// The sky of a civil day of the viewpoint's zone.
  public init(on date: SolarDate, at viewpoint: Viewpoint, language: Language) {
    let span = viewpoint.span(of: date)
    let sky = SkyOfDay(during: span, at: viewpoint.skyPlace)
    func passage(_ crossings: HorizonCrossings) -> Passage {
      func texts(_ times: [Double]) -> [String] {
        times.map { time in
          // Half a second before midnight is still this day.
          let second = min(Int(time.rounded()), span.upperBound - 1)
          return CivilTime.iso(unixTime: second, offset: viewpoint.clock.offset(at: second))
        }
      }
      return Passage(
        rise: texts(crossings.rises), set: texts(crossings.sets), allDay: crossings.allDay?.rawValue)
    }
    self.date = date
    self.place = ViewpointRecord(viewpoint, language)
    sun = passage(sky.sun)
    civilTwilight = passage(sky.civilTwilight)
    nauticalTwilight = passage(sky.nauticalTwilight)
    astronomicalTwilight = passage(sky.astronomicalTwilight)
    moon = passage(sky.moon)
    notes = [viewpoint.zoneRemark(at: span.lowerBound, in: language)].compactMap(\.self)
  }
}

// MARK: - For people

extension SkyRecord {
  /// A line of a sheet about the day.
  public struct Line: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  /// The lines for people, with times to the minute: place, sun, twilights, moon.
  public func lines(in language: Language) -> [Line] {
    let separator = language.say("、", "、", ", ")
    func times(_ texts: [String], none: String) -> String {
      texts.isEmpty ? none : texts.map(Self.minute).joined(separator: separator)
    }
    func line(_ name: String, _ passage: Passage, up: String, down: String) -> Line {
      switch passage.allDay {
      case "up": return Line(name: name, value: up)
      case "down": return Line(name: name, value: down)
      default:
        let none = language.say("今天沒有", "今天没有", "none today")
        return Line(
          name: name, value: times(passage.rise, none: none) + " – " + times(passage.set, none: none))
      }
    }
    let neverDark = language.say("整夜不暗", "整夜不暗", "all day: it does not get darker")
    let neverLight = language.say("整天不亮", "整天不亮", "none today: it does not get lighter")
    return [
      Line(
        name: language.say("地點", "地点", "Place"), value: place.text(in: language)),
      line(
        language.say("日出 – 日沒", "日出 – 日落", "Sunrise – sunset"), sun,
        up: language.say("太陽整天在地平線上", "太阳整天在地平线上", "up all day"),
        down: language.say("太陽整天在地平線下", "太阳整天在地平线下", "down all day")),
      line(
        language.say("民用曙暮光", "民用晨昏蒙影", "Civil twilight"), civilTwilight, up: neverDark, down: neverLight),
      line(
        language.say("航海曙暮光", "航海晨昏蒙影", "Nautical twilight"), nauticalTwilight, up: neverDark, down: neverLight),
      line(
        language.say("天文曙暮光", "天文晨昏蒙影", "Astronomical twilight"), astronomicalTwilight, up: neverDark,
        down: neverLight),
      Line(name: language.say("月出", "月出", "Moonrise"), value: moonText(moon.rise, language)),
      Line(name: language.say("月沒", "月落", "Moonset"), value: moonText(moon.set, language)),
    ]
  }

  private func moonText(_ times: [String], _ language: Language) -> String {
    switch moon.allDay {
    case "up": language.say("月亮整天在地平線上", "月亮整天在地平线上", "up all day")
    case "down": language.say("月亮整天在地平線下", "月亮整天在地平线下", "down all day")
    default:
      times.isEmpty
        ? language.say("今天沒有", "今天没有", "none today")
        : times.map(Self.minute).joined(separator: language.say("、", "、", ", "))
    }
  }

  /// The columns of `row`.
  public static func header(in language: Language) -> [String] {
    [
      language.say("日期", "日期", "Day"), language.say("日出", "日出", "Sunrise"), language.say("日沒", "日落", "Sunset"),
      language.say("月出", "月出", "Moonrise"), language.say("月沒", "月落", "Moonset"),
    ]
  }

  /// The day with the times of sun and moon, for a table of days.
  public func row(in language: Language) -> [String] {
    func times(_ texts: [String], _ allDay: String?) -> String {
      switch allDay {
      case "up": language.say("整天不落", "整天不落", "up all day")
      case "down": language.say("整天不出", "整天不出", "down all day")
      default: texts.isEmpty ? "—" : texts.map(Self.minute).joined(separator: " ")
      }
    }
    return [
      "\(date)", times(sun.rise, sun.allDay), times(sun.set, sun.allDay), times(moon.rise, moon.allDay),
      times(moon.set, moon.allDay),
    ]
  }

  /// `05:12` of `2026-05-11T05:11:43+08:00`: the nearest minute of the day.
  public static func minute(_ iso: String) -> String {
    let parts = iso.split(separator: "T").last?.prefix(8).split(separator: ":").compactMap { Int($0) } ?? []
    guard parts.count == 3 else { return iso }
    let minutes = min(parts[0] * 60 + parts[1] + (parts[2] >= 30 ? 1 : 0), 23 * 60 + 59)
    return TimeOfDay(uncheckedMinutes: minutes).description
  }
}
