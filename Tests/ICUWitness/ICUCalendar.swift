internal import CICU

/// ICU's Chinese calendar through its C interface: an independent witness, with known faults. For tests and benchmarks only.
public final class ICUCalendar {
  private let calendar: UnsafeMutablePointer<UCalendar?>

  /// What ICU reported.
  public struct Failure: Error {
    public let code: Int32
  }

  public init() throws {
    var status = U_ZERO_ERROR
    let zone: [UChar] = Array("Asia/Shanghai".utf16)
    let opened = folkcal_ucal_open(zone, Int32(zone.count), "zh_CN@calendar=chinese", &status)
    guard status.rawValue <= 0, let opened else { throw Failure(code: Int32(status.rawValue)) }
    calendar = opened
  }

  deinit {
    folkcal_ucal_close(calendar)
  }

  /// Month, leap flag and day of a Julian day number, at noon in Shanghai.
  public func date(onJulianDay day: Int) throws -> (month: Int, isLeap: Bool, day: Int) {
    var status = U_ZERO_ERROR
    folkcal_ucal_set_millis(calendar, (Double(day - 2_440_588) * 86_400 + 4 * 3_600) * 1_000, &status)
    let month = folkcal_ucal_get(calendar, UCAL_MONTH, &status)
    let leap = folkcal_ucal_get(calendar, UCAL_IS_LEAP_MONTH, &status)
    let dayOfMonth = folkcal_ucal_get(calendar, UCAL_DATE, &status)
    guard status.rawValue <= 0 else { throw Failure(code: Int32(status.rawValue)) }
    return (Int(month) + 1, leap != 0, Int(dayOfMonth))
  }

  /// The Julian day number of a lunar date.
  ///
  /// - Parameter year: the lunar year by the solar year in which it begins; ICU counts from 2637 BC in its extended year.
  public func julianDay(year: Int, month: Int, isLeap: Bool, day: Int) throws -> Int {
    var status = U_ZERO_ERROR
    folkcal_ucal_clear(calendar)
    folkcal_ucal_set(calendar, UCAL_EXTENDED_YEAR, Int32(year + 2_637))
    folkcal_ucal_set(calendar, UCAL_MONTH, Int32(month - 1))
    folkcal_ucal_set(calendar, UCAL_IS_LEAP_MONTH, isLeap ? 1 : 0)
    folkcal_ucal_set(calendar, UCAL_DATE, Int32(day))
    let millis = folkcal_ucal_get_millis(calendar, &status)
    guard status.rawValue <= 0 else { throw Failure(code: Int32(status.rawValue)) }
    return Int(((millis / 1_000 + 8 * 3_600) / 86_400).rounded(.down)) + 2_440_588
  }
}
