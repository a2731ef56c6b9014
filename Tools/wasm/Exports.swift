// The functions for web pages that convert dates; Tools/build-wasm compiles them together with Lunisolar.

/// The lunar date of a Julian day number as year * 10,000 + month * 100 + day, negative in a leap month, 0 outside the table.
@_cdecl("lunar_date")
public func lunarDate(julianDay: Int32) -> Int32 {
  guard let date = try? LunisolarCalendar.chinese.lunarDate(on: SolarDate(julianDayNumber: Int(julianDay))) else {
    return 0
  }
  return Int32(date.year * 10_000 + date.month * 100 + date.day) * (date.isLeap ? -1 : 1)
}

/// The Julian day number of a lunar date, 0 if there is none.
@_cdecl("julian_day")
public func julianDay(year: Int32, month: Int32, isLeap: Int32, day: Int32) -> Int32 {
  let date = try? LunarDate(
    year: Int(year), month: Int(month), isLeap: isLeap != 0, day: Int(day), in: LunisolarCalendar.chinese)
  return date.map { Int32($0.solarDate.julianDayNumber) } ?? 0
}
