package import Lunisolar

/// The rule of the calendar, GB/T 33661-2017 ("Calculation and promulgation of the Chinese calendar"), sections 4.2 to 4.4:
/// a month begins on the day of the new moon; the month that holds 冬至 is month 11; when thirteen months begin from one month 11
/// to the next, the first of them without a principal term repeats the number of the month before it.
package struct MonthRule {
  /// The meridian whose midnight begins a day, in hours ahead of UTC.
  let utcOffsetHours: Int
  let deltaT: DeltaT

  package init(utcOffsetHours: Int, deltaT: DeltaT = .current) {
    self.utcOffsetHours = utcOffsetHours
    self.deltaT = deltaT
  }

  /// Computes the year with this number by the rule.
  package func lunarYear(_ number: Int, variant: CalendarVariant, isApproximate: Bool) -> LunarYear {
    let months = namedMonths(fromSolsticeOf: number - 1) + namedMonths(fromSolsticeOf: number)
    // Months 11 and 12, and a leap one of either, belong to the lunar year before.
    let first = months.firstIndex { $0.number == 1 && !$0.isLeap } ?? 2
    let end = months.indices.last { months[$0].number == 1 && !months[$0].isLeap } ?? months.count
    let year = months[first..<end]
    let leap = year.firstIndex { $0.isLeap }
    return LunarYear(
      number: number, variant: variant, monthStarts: months[first...end].map(\.firstDay),
      leapPosition: leap.map { $0 - first } ?? 0, isApproximate: isApproximate)
  }

  /// The days of the 24 terms of a solar year.
  package func solarTerms(ofSolarYear year: Int) -> SolarTermYear {
    SolarTermYear(number: year, termDays: SolarTerm.allCases.map { day(of: $0, inSolarYear: year) })
  }

  private func day(of term: SolarTerm, inSolarYear year: Int) -> Int {
    term.instant(inSolarYear: year).dayNumber(utcOffsetHours: utcOffsetHours, deltaT)
  }

  private func newMoonDay(_ lunation: Int) -> Int {
    PrincipalPhase.newMoon.instant(inLunation: lunation).dayNumber(utcOffsetHours: utcOffsetHours, deltaT)
  }

  private typealias NamedMonth = (number: Int, isLeap: Bool, firstDay: Int)

  /// The months from the one that holds 冬至 of a solar year up to the next such month.
  private func namedMonths(fromSolsticeOf year: Int) -> [NamedMonth] {
    let first = lunationOfSolstice(year)
    let next = lunationOfSolstice(year + 1)
    let starts = (first...next).map(newMoonDay)
    let leapIndex = next - first == 13 ? indexWithoutPrincipalTerm(starts, solsticeYear: year) : nil
    return (0..<(next - first)).map { index in
      let isLeap = index == leapIndex
      let passed = leapIndex.map { index >= $0 ? 1 : 0 } ?? 0
      return (number: (10 + index - passed) % 12 + 1, isLeap: isLeap, firstDay: starts[index])
    }
  }

  /// The lunation whose month holds 冬至.
  private func lunationOfSolstice(_ year: Int) -> Int {
    let solstice = day(of: .winterSolstice, inSolarYear: year)
    var lunation = nearestLunation(toJulianDate: Double(solstice))
    while newMoonDay(lunation) > solstice { lunation -= 1 }
    while newMoonDay(lunation + 1) <= solstice { lunation += 1 }
    return lunation
  }

  /// The index of the first month in which no principal term falls.
  private func indexWithoutPrincipalTerm(_ starts: [Int], solsticeYear: Int) -> Int? {
    var terms = [day(of: .winterSolstice, inSolarYear: solsticeYear)]
    terms += SolarTerm.allCases.filter(\.isPrincipal).map { day(of: $0, inSolarYear: solsticeYear + 1) }
    return (0..<(starts.count - 1)).first { index in
      !terms.contains { starts[index] <= $0 && $0 < starts[index + 1] }
    }
  }
}
