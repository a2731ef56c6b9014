// The function for web pages that show lunar dates; Tools/build-wasm compiles it together with Lunisolar.

/// The lunar date of a Julian day number as year * 10,000 + month * 100 + day, negative in a leap month, 0 outside the table.
@_cdecl("lunar_date")
public func lunarDate(julianDay: Int32) -> Int32 {
  guard let date = try? LunisolarCalendar.chinese.lunarDate(on: SolarDate(julianDayNumber: Int(julianDay))) else {
    return 0
  }
  return Int32(date.year * 10_000 + date.month * 100 + date.day) * (date.isLeap ? -1 : 1)
}
