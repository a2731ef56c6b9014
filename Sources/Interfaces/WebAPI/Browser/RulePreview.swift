import Folklore
import JSON
import Lunisolar
import Records
import WebPages

/// The next days of a rule, while somebody types it.
struct RulePreview {
  let json: JSON

  init(_ text: String, _ visit: Visit, _ data: PublicData) {
    guard !text.trimmed.isEmpty else {
      json = ["days": .list([])]
      return
    }
    do {
      let rule = try visit.reader(data).rule(text.trimmed)
      let first = visit.moment.today
      // Rules like 閏六月十五 may rest for decades.
      var days: [Occurrence] = []
      for span in [400, 2_000, 20_000] where days.count < 5 {
        days = Array(
          try rule.occurrences(in: first...first.advanced(by: span), calendar: LunisolarCalendar.chinese).prefix(5))
      }
      json = [
        "rule": .text(rule.description), "said": .text(rule.spoken(in: visit.language)),
        "days": .list(
          days.map { day in
            [
              "date": .text("\(day.date) " + day.date.weekday.name(in: visit.language)),
              "lunar": .text(visit.lunar(day.date)),
            ]
          }),
        "none": .text(
          days.isEmpty ? visit.say("今後五十年都沒有這一天。", "今后五十年都没有这一天。", "There is no such day in the next fifty years.") : ""
        ),
      ]
    } catch {
      json = ["error": .text((error as? any SpokenError)?.message(in: visit.language) ?? "\(error)")]
    }
  }
}

/// A lunar day that somebody wants in the solar calendar: the converter beside the rule.
struct LunarConversion {
  let month: Int
  let day: Int
  let isLeap: Bool
  let year: Int?

  init(_ form: FormData) {
    month = form.first("_month").flatMap { Int($0) }.map { min(max($0, 1), 12) } ?? 1
    day = form.first("_day").flatMap { Int($0) }.map { min(max($0, 1), 30) } ?? 1
    isLeap = form.first("_leap") == "on"
    year = form.first("_year").flatMap { Int($0.trimmed) }
  }

  /// The rule that the day makes: `lunar 3/23`.
  var rule: String { "lunar \(isLeap ? "leap " : "")\(month)/\(day)" }

  /// The solar days in ten lunar years, or in the next five years that have the leap month.
  func lines(_ visit: Visit) -> [String] {
    let table = LunisolarCalendar.tableYears
    let start = year ?? visit.lunarYear
    guard table.contains(start) else {
      return [
        visit.say(
          "年份要在 \(table.lowerBound) 到 \(table.upperBound) 之間。", "年份要在 \(table.lowerBound) 到 \(table.upperBound) 之间。",
          "The year must be from \(table.lowerBound) to \(table.upperBound).")
      ]
    }
    let years = start...min(start + (isLeap ? 120 : 9), table.upperBound)
    let days = years.lazy.compactMap { year -> String? in
      guard
        let lunar = try? LunarDate(
          year: year, month: month, isLeap: isLeap, day: day, in: LunisolarCalendar.chinese)
      else { return nil }
      return "\(lunar.solarDate) " + lunar.solarDate.weekday.name(in: visit.language)
    }
    let found = Array(days.prefix(isLeap ? 5 : 10))
    return found.isEmpty
      ? [visit.say("這段時間沒有這一天。", "这段时间没有这一天。", "There is no such day in these years.")] : found
  }
}

extension Visit {
  /// The lunar year of today.
  var lunarYear: Int { (try? LunisolarCalendar.chinese.lunarDate(on: moment.today))?.year ?? moment.today.year }
}
