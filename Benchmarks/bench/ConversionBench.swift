import Foundation
import ICUWitness
import Lunisolar

/// Conversions per second: ours, Foundation's `Calendar(identifier: .chinese)`, ICU's C interface.
enum ConversionBench {
  static func run(_ report: inout Report) throws {
    let ordered = Array(try LunisolarCalendar.chinese.solarDates)
    let shuffled = ordered.shuffled()
    let foundation = FoundationCalendar()
    let icu = try ICUCalendar()
    // The references are slow, so they get a twentieth of the years, in our own time.
    let few = (2_451_545..<2_456_545).map { SolarDate(julianDayNumber: $0) }
    let fewShuffled = few.shuffled()

    for (name, all, sample) in [("date order", ordered, few), ("random order", shuffled, fewShuffled)] {
      let ours = try ourSolarToLunar(all)
      let theirs = rate(sample.count, rounds: 2) { sample.forEach { foundation.convert($0) } }
      report.add(
        "solar->lunar, \(name)", ours / 1e6, "M/s", reference: "Foundation .chinese", theirs / 1e6,
        bar: ">= 30, ratio >= 150", isMet: ours >= 30e6 && ours >= 150 * theirs)
      let icuRate = try rate(sample.count, rounds: 2) {
        for date in sample { _ = try icu.date(onJulianDay: date.julianDayNumber) }
      }
      report.add("solar->lunar, \(name)", ours / 1e6, "M/s", reference: "ICU C", icuRate / 1e6)
    }
    for (name, all, sample) in [("date order", ordered, few), ("random order", shuffled, fewShuffled)] {
      let lunar = try all.map { try LunisolarCalendar.chinese.lunarDate(on: $0) }
      let lunarSample = try sample.map { try LunisolarCalendar.chinese.lunarDate(on: $0) }
      let ours = try ourLunarToSolar(lunar)
      let theirs = rate(sample.count, rounds: 2) { lunarSample.forEach { foundation.convert($0) } }
      report.add(
        "lunar->solar, \(name)", ours / 1e6, "M/s", reference: "Foundation .chinese", theirs / 1e6,
        bar: ">= 30, ratio >= 150", isMet: ours >= 30e6 && ours >= 150 * theirs)
      let icuRate = try rate(sample.count, rounds: 2) {
        for date in lunarSample {
          _ = try icu.julianDay(year: date.year, month: date.month, isLeap: date.isLeap, day: date.day)
        }
      }
      report.add("lunar->solar, \(name)", ours / 1e6, "M/s", reference: "ICU C", icuRate / 1e6)
    }
  }

  private static func rate(_ count: Int, rounds: Int = 5, _ body: () throws -> Void) rethrows -> Double {
    Double(count) / (try shortestSeconds(rounds: rounds, body))
  }

  /// Returns a sum, so that the compiler cannot remove the work.
  private static func ourSolarToLunar(_ dates: [SolarDate]) throws -> Double {
    let calendar = LunisolarCalendar.chinese
    var sum = 0
    let rate = try rate(dates.count * 20) {
      for _ in 0..<20 {
        for date in dates {
          let lunar = try calendar.lunarDate(on: date)
          sum &+= lunar.year &+ lunar.month &+ lunar.day
        }
      }
    }
    precondition(sum != 0)
    return rate
  }

  private static func ourLunarToSolar(_ dates: [LunarDate]) throws -> Double {
    let fields = dates.map { (year: $0.year, month: $0.month, isLeap: $0.isLeap, day: $0.day) }
    let calendar = LunisolarCalendar.chinese
    var sum = 0
    let rate = try rate(dates.count * 20) {
      for _ in 0..<20 {
        for date in fields {
          sum &+= try LunarDate(year: date.year, month: date.month, isLeap: date.isLeap, day: date.day, in: calendar)
            .solarDate.julianDayNumber
        }
      }
    }
    precondition(sum != 0)
    return rate
  }
}

/// Foundation's Chinese calendar, called as in an app.
struct FoundationCalendar {
  private let calendar: Calendar

  init() {
    var calendar = Calendar(identifier: .chinese)
    calendar.timeZone = TimeZone(secondsFromGMT: 8 * 3_600) ?? .gmt
    self.calendar = calendar
  }

  func convert(_ date: SolarDate) {
    let noon = Date(timeIntervalSince1970: Double(date.julianDayNumber - 2_440_588) * 86_400 + 4 * 3_600)
    _ = calendar.dateComponents([.era, .year, .month, .day, .isLeapMonth], from: noon)
  }

  func convert(_ date: LunarDate) {
    // The 78th sixty-year cycle began in 1984.
    var components = DateComponents()
    components.era = 78 + (date.year - 1984) / 60
    components.year = (date.year - 1984) % 60 + 1
    components.month = date.month
    components.isLeapMonth = date.isLeap
    components.day = date.day
    _ = calendar.date(from: components)
  }
}
