import ArgumentParser
import Folklore
import Foundation
import Lunisolar
import Reminders

/// The time and time zone.
struct TimeOptions: ParsableArguments {
  @Option(
    help: .say(
      "以指定時間取代系統時間。", "Use this time instead of the system time.", valueName: "2025-04-19T08:00:00+08:00"))
  var now: String?

  @Option(
    name: .customLong("time-zone"),
    help: .say(
      "日期與時間的 IANA 時區。（預設：Asia/Taipei）", "The IANA time zone of days and times. (default: Asia/Taipei)",
      valueName: "time-zone"))
  var givenTimeZone: String?

  var timeZone: String { givenTimeZone ?? "Asia/Taipei" }

  /// The present instant for the command, in seconds since 1970.
  func instant() throws -> Int {
    // Reports a wrong zone even if only the instant is needed.
    if givenTimeZone != nil { _ = try clock() }
    guard let now else { return Int(Date().timeIntervalSince1970) }
    guard let instant = try? CivilTime.parse(now).unixTime else {
      throw Failure.wrongInput(
        "--now 的「\(now)」不是時刻：請寫 2025-04-19T08:00:00+08:00 這樣",
        "--now \"\(now)\" is not an instant such as 2025-04-19T08:00:00+08:00")
    }
    // The calendar ends before this year.
    guard CivilTime.local(unixTime: instant, offset: 0).date.year < Self.endYear else {
      throw Failure.wrongInput(
        "--now 的 \(now) 太晚：請給西元 \(Self.endYear) 年以前的時間",
        "--now \(now) is too late: expected a time before the year \(Self.endYear)")
    }
    return instant
  }

  private static let endYear = 9_990

  /// The civil clock of the zone.
  func clock() throws -> ZonedClock {
    try Failure.asWrongInput { try ZonedClock(identifier: timeZone) }
  }

  /// The civil day of now.
  func today() throws -> SolarDate {
    // Taiwan's clock has been eight hours ahead of UTC since 1979; the zone database would take a fifth of a conversion's time.
    if givenTimeZone == nil, now == nil { return CivilTime.local(unixTime: try instant(), offset: 8 * 3_600).date }
    return try clock().local(at: instant()).date
  }

  /// Reads dates as typed, relative to now.
  func reader(_ variant: CalendarVariant = .chinese) throws -> DateReader {
    DateReader(
      today: try today(), variant: variant, clock: givenTimeZone == nil ? nil : try clock(),
      names: { ShippedData.dayNames })
  }

  /// The day of a typed date. What was decided about its meaning is noted on standard error.
  func day(_ text: String, _ variant: CalendarVariant = .chinese) throws -> SolarDate {
    let reader = try reader(variant)
    let (date, remarks) = try Self.reading { () throws(DateReadingError) in try reader.solarDate(text) }
    note(remarks)
    return date
  }

  /// Runs a body that reads a date. The name of a folk day is no date, but can be searched.
  static func reading<Result>(_ body: () throws(DateReadingError) -> Result) throws -> Result {
    do throws(DateReadingError) {
      return try body()
    } catch {
      guard case .notADate(column: 1) = error.reason,
        error.text.unicodeScalars.contains(where: \.properties.isIdeographic), !error.text.contains("'")
      else { throw Failure(.wrongInput, error) }
      let command = "folkcal upcoming --days 400 --search '\(error.text)'"
      throw Failure.wrongInput("\(error.chinese)；節日請查：\(command)", "\(error); for a folk day: \(command)")
    }
  }

  /// The lunar year of now.
  func lunarYear() throws -> Int {
    let today = try today()
    return try Failure.asWrongInput { try LunisolarCalendar.chinese.lunarDate(on: today).year }
  }

  /// A typed year.
  func year(_ text: String) throws -> Int {
    let (year, remarks) = try Failure.asWrongInput { try reader().year(text) }
    note(remarks)
    return year
  }

  /// The instant of a typed date and time. What was decided about its meaning is noted on standard error.
  ///
  /// - Parameters:
  ///   - option: the option that gave it, for the message.
  ///   - acceptsDays: whether a day without a time is its start.
  ///   - notADate: the error for a text that is no date, if the option takes more than dates.
  func instant(
    _ text: String, _ option: String, acceptsDays: Bool = false, notADate: Failure? = nil
  ) throws -> Int {
    let reader = try reader()
    do throws(InstantReadingError) {
      let (instant, remarks) = try reader.instant(text, acceptsDays: acceptsDays)
      note(remarks)
      return instant
    } catch {
      if let notADate, case .noDate(let wrong) = error.reason, case .notADate = wrong.reason { throw notADate }
      throw Failure.wrongInput("\(option)：\(error.chinese)", "\(option): \(error)")
    }
  }

  private func note(_ remarks: [DateRemark]) {
    for remark in remarks { StandardError.note(remark.text(in: Speech.language)) }
  }
}
