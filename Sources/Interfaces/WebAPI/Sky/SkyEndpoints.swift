import Folklore
import Geo
import HTTPTypes
import JSON
import Lunisolar

/// The sky over a place: `/api/sky/{date}`, `/api/eclipses`, `/api/pillars`.
enum SkyEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/api/sky/{date}", name: "getSky",
      summary: "Sunrise, sunset, three twilights, moonrise and moonset of a day over a place.", tag: .calendar,
      parameters: [
        .inPath("date", "The day: 2026-11-21.", schema: .dateText.adding(["examples": ["2026-11-21"]])),
        lat.declaration, lng.declaration, CommonParameters.timeZone.declaration, CommonParameters.language.declaration,
      ], schema: .schema("Sky"), refusals: [.notFound], caching: .shared(seconds: 86_400), freshness: .day
    ) { call in
      let date = try call.dayInPath()
      let years = SkyRecord.years
      guard years.contains(date.year) else {
        throw Problem(
          .notFound, .invalidDate, "\(date) 不在 \(years.lowerBound) 到 \(years.upperBound) 年之間",
          "\(date) is not in the years \(years.lowerBound) to \(years.upperBound)")
      }
      return try .encoded(SkyRecord(on: date, at: try viewpoint(call), language: call.language))
    },
    Endpoint(
      method: .get, path: "/api/eclipses", name: "listEclipses",
      summary: "The eclipses of sun and moon in some years, and what a place sees of them.", tag: .calendar,
      parameters: [
        from.declaration, to.declaration, visible.declaration, lat.declaration, lng.declaration,
        CommonParameters.timeZone.declaration, CommonParameters.language.declaration,
      ], schema: .list(of: .schema("Eclipse")), caching: .shared(seconds: 86_400), freshness: .day, answer: eclipses),
    Endpoint(
      method: .get, path: "/api/pillars", name: "getPillars",
      summary: "The four pillars (八字) of a birth, by both conventions of the day's beginning.", tag: .calendar,
      parameters: [
        time.declaration, solarTime.declaration, lat.declaration, lng.declaration,
        CommonParameters.timeZone.declaration, CommonParameters.language.declaration,
      ], schema: .schema("Pillars"), caching: .shared(seconds: 86_400), freshness: .day, answer: pillars),
  ]

  // MARK: The place

  static let lat = Parameter<Double>.number(
    "lat", "The latitude in degrees (WGS84), with lng; Taipei without both.", in: -90...90
  ).example(25.033)
  static let lng = Parameter<Double>.number(
    "lng", "The longitude in degrees (WGS84), with lat.", in: -180...180
  ).example(121.5654)

  /// The place of the parameters with their zone; 臺北 and Taiwan's zone without.
  static func viewpoint(_ call: Call) throws -> Viewpoint {
    let taipei = try Viewpoint.taipei()
    let zone = call.query[CommonParameters.timeZone.declaration.name] ?? taipei.timeZone
    let clock = try call[CommonParameters.timeZone] ?? taipei.clock
    let place = try TempleEndpoints.place(call) ?? taipei.place
    let name = place == taipei.place ? taipei.name : LocalizedName(place.description)
    return Viewpoint(name: name, place: place, timeZone: zone, clock: clock)
  }

  // MARK: Eclipses

  private static let from = Parameter<Int>.integer(
    "from", "The first year; this year by default.", in: EclipseRecord.years
  ).example(2026)
  private static let to = Parameter<Int>.integer(
    "to", "The last year; four years after the first by default.", in: EclipseRecord.years
  ).example(2027)
  private static let visible = Parameter<Bool>.flag("visible", "true: only those that the place sees.")
  /// Each year has at most seven eclipses.
  private static let mostYears = 50

  private static func eclipses(_ call: Call) async throws -> Answer {
    let years = EclipseRecord.years
    let first = try call[from] ?? min(max(call.today.year, years.lowerBound), years.upperBound)
    let last = try call[to] ?? min(first + 4, years.upperBound)
    guard first <= last else {
      throw Problem.field(
        "to", .invalidValue, "\(last) 在 \(first) 之前", "\(last) is before \(first)")
    }
    guard last - first < mostYears else {
      throw Problem.field(
        "to", .invalidValue, "\(first) 到 \(last) 年超過 \(mostYears) 年",
        "\(first) to \(last) is more than \(mostYears) years")
    }
    let viewpoint = try viewpoint(call)
    try call.charge(requests: Double(last - first) / 10)
    let onlyVisible = try call[visible] ?? false
    let records = try EclipseRecord.records(in: first...last, at: viewpoint, language: call.language)
    return try .encoded(records.filter { !onlyVisible || $0.isVisible })
  }

  // MARK: A birth

  private static let time = Parameter<String>(
    "time",
    "The date and time that the clock showed: 1990-05-04T23:30; with an offset (1990-05-04T23:30+08:00) in the hour that a clock shows twice. The date may be written as people type it.",
    schema: ["type": "string", "minLength": 1, "maxLength": 100], isRequired: true
  ) { text throws(ParameterProblem) in
    guard (1...100).contains(text.unicodeScalars.count) else {
      throw ParameterProblem(expected: "日期加時間，例如 1990-05-04T23:30", "a date and a time such as 1990-05-04T23:30")
    }
    return text
  }.example("1990-05-04T23:30")
  private static let solarTime = Parameter<Bool>.flag(
    "solar_time", "true: day and hour by the true solar time of the place, not by its clock.")

  private static func pillars(_ call: Call) async throws -> Answer {
    guard let text = try call[time] else {
      throw Problem.field(
        "time", .missingValue, "必填：例如 1990-05-04T23:30", "is missing: write for example 1990-05-04T23:30")
    }
    let viewpoint = try viewpoint(call)
    let countedBy: PillarsRecord.CountedBy = try call[solarTime] == true ? .solar : .standard
    do {
      let moment = try ClockMoment(text, in: viewpoint, reader: call.reader())
      return try .encoded(
        try PillarsRecord(of: moment, at: viewpoint, by: countedBy, language: call.language))
    } catch let error as any SpokenError {
      throw Problem.field("time", code: error.code, Wording(of: error))
    }
  }
}
