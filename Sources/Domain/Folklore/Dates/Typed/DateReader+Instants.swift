public import Lunisolar

extension DateReader {
  /// The instant of a typed date and time: 2027/4/29 19:00, 116/4/29 下午7時, 明天早上8點, or with an offset 2027-04-29T19:00:00+08:00.
  ///
  /// A time without an offset is one of the reader's clock; if a clock change skips it, the first instant behind it counts.
  ///
  /// - Parameter acceptsDays: whether a day without a time is its start, as for the limits of a span of time.
  /// - Returns: seconds since 1970, and what was decided about the date.
  /// - Throws: `InstantReadingError` for a text that is no date, or has no time that everybody reads alike.
  public func instant(
    _ text: some StringProtocol, acceptsDays: Bool = false
  ) throws(InstantReadingError) -> (unixTime: Int, remarks: [DateRemark]) {
    let text = String(text)
    let written = String(text.trimmingBlanksAtEnd())
    if let instant = try? CivilTime.parse(written) { return (instant.unixTime, []) }
    // As programs write local times, which may have seconds: it is an instant with the Z of UTC behind it.
    if let local = try? CivilTime.parse(written + "Z") {
      let (date, second) = CivilTime.local(unixTime: local.unixTime, offset: 0)
      return (instant(on: date, at: TimeOfDay(uncheckedMinutes: second / 60)) + second % 60, [])
    }
    let typed: TypedDate
    let date: SolarDate
    do {
      typed = dated(try read(text))
      date = try lunarDate(of: typed).solarDate
    } catch {
      throw InstantReadingError(text: text, reason: .noDate(error))
    }
    let remarks = typed.remarks.filter { $0 != DateParser.withoutTime }
    // A time that people read differently is left out with a remark; its day is not meant.
    let isWholeDay = acceptsDays && remarks == typed.remarks
    guard let time = typed.time ?? (isWholeDay ? TimeOfDay(uncheckedMinutes: 0) : nil) else {
      throw InstantReadingError(text: text, reason: .noTime(date))
    }
    return (instant(on: date, at: time), remarks)
  }

  private func instant(on date: SolarDate, at time: TimeOfDay) -> Int {
    clock?.instant(on: date, at: time) ?? CivilTime.midnight(of: date, offset: Self.taiwanOffset) + time.minutes * 60
  }

  /// Taiwan's clock has been eight hours ahead of UTC since 1979.
  static let taiwanOffset = 8 * 3_600
}

/// A text that is no date with a time, and what is.
public struct InstantReadingError: SpokenError, Hashable {
  public let text: String
  public let reason: Reason

  public enum Reason: Hashable, Sendable {
    case noDate(DateReadingError)
    /// A date without a time, or with one that people read differently (子時, 晚上12點).
    case noTime(SolarDate)
  }

  public var description: String {
    switch reason {
    case .noDate(let error): error.description
    case .noTime(let date): "\"\(text)\" has no time of day: write for example \(date) 19:00"
    }
  }

  public var chinese: String {
    switch reason {
    case .noDate(let error): error.chinese
    case .noTime(let date): "「\(text)」沒有幾點幾分：請寫 \(date) 19:00 這樣"
    }
  }

  public var code: String {
    switch reason {
    case .noDate(let error): error.code
    case .noTime: "no_time_of_day"
    }
  }
}
