import FolkData
import Folklore
import Lunisolar
import TestSupport

/// 宜忌 of a day, and a search for good days over a year.
enum AlmanacBench {
  /// Microseconds for the 宜忌 of one case, and milliseconds for a year's search.
  private static let bars = (verdict: 5.0, search: 10.0)

  static func run(_ report: inout Report) throws {
    guard let book = try XiejiLoader(folder: PackageRoot.path("data")).load() else { return }
    let cases = EarthlyBranch.allCases.flatMap { month in
      (0..<60).map { XiejiDay(month: month, pillar: StemBranch(index: $0)) }
    }
    var sum = 0
    let seconds = shortestSeconds {
      for day in cases { sum += book.verdict(of: day).good.isEmpty ? 0 : 1 }
    }
    precondition(sum > 0)
    let verdict = seconds / Double(cases.count) * 1e6
    report.add(
      "宜忌 of a day, 720 cases", verdict, "us", reference: "bar", bars.verdict, bar: "<= 5",
      isMet: verdict <= bars.verdict)
    let wishes = GoodDays.Wishes(for: try book.purpose("嫁娶"))
    let year = try SolarDate(iso: "2027-01-01")...SolarDate(iso: "2027-12-31")
    var found = 0
    let search =
      shortestSeconds {
        found += (try? GoodDays(wishes, in: year, book: book, calendar: LunisolarCalendar.chinese).days.count) ?? 0
      } * 1e3
    precondition(found > 0)
    report.add(
      "good days of a year", search, "ms", reference: "bar", bars.search, bar: "<= 10", isMet: search <= bars.search)
  }
}
