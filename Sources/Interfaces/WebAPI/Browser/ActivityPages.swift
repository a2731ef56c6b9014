import Addresses
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Store
import WebPages

/// The activities of a month: `/admin/calendar`.
enum ActivityPages {
  static let all = [
    BrowserPage.get("/admin/calendar", .role(.reader)) { visit in try await month(visit) }
  ]

  private static func month(_ visit: Visit) async throws -> PageAnswer {
    let language = visit.language
    let asked = visit.query.first("month").flatMap { try? SolarDate(iso: $0 + "-01") }
    let first = asked ?? visit.moment.today.advanced(by: 1 - visit.moment.today.day)
    let next = first.advanced(by: 31).startOfMonth
    let previous = first.advanced(by: -1).startOfMonth
    let data = try await visit.service.keeper.current()
    var held: [SolarDate: [PageLink]] = [:]
    for activity in data.activities {
      for date in try days(of: activity, in: first...next.advanced(by: -1), visit.clock) {
        let temple = data.temple(activity.templeKey)?.name(in: language)
        held[date, default: []].append(
          PageLink(
            time(of: activity, on: date, visit.clock) + activity.title + (temple.map { "（\($0)）" } ?? ""),
            "/admin/activities/\(PercentEncoding.encode(activity.key))"))
      }
    }
    let days = (0..<first.distance(to: next)).map { offset in
      let date = first.advanced(by: offset)
      let words = visit.say("在 \(date) 新增", "在 \(date) 新增", "Add on \(date)")
      return MonthPage.Day(
        number: "\(date.day)", lunar: String(visit.lunar(date).trimmingPrefix(visit.say("農曆", "农历", ""))),
        isToday: date == visit.moment.today, items: held[date] ?? [],
        add: visit.role >= .editor
          ? PageLink("＋", "/admin/new/activities?start_at=\(date)T09:00", heard: words) : nil,
        column: offset == 0 ? date.weekday.rawValue : nil)
    }
    func name(_ date: SolarDate) -> String { "\(date.year)-" + (date.month < 10 ? "0" : "") + "\(date.month)" }
    return .page(
      MonthPage(
        language,
        title: visit.say(
          "\(first.year) 年 \(first.month) 月的活動", "\(first.year) 年 \(first.month) 月的活动", "Activities of \(name(first))"),
        crumb: PageLink(Entity.activity.title(in: language), "/admin/activities"),
        before: PageLink("‹ " + name(previous), "/admin/calendar?month=" + name(previous), .button),
        after: PageLink(name(next) + " ›", "/admin/calendar?month=" + name(next), .button),
        links: visit.role >= .editor
          ? [PageLink(visit.say("新增", "新增", "New"), "/admin/new/activities", .main)] : [], days: days),
      section: Entity.activity.plural)
  }

  /// The days of an activity in a range.
  static func days(
    of activity: Activity, in range: ClosedRange<SolarDate>, _ clock: ZonedClock
  ) throws -> [SolarDate] {
    switch activity.time {
    case .yearly(let rule):
      return try rule.occurrences(in: range, calendar: LunisolarCalendar.chinese).map(\.date)
    case .once(let start, let end):
      let (first, last) = (clock.local(at: start).date, clock.local(at: end ?? start).date)
      guard first <= range.upperBound, last >= range.lowerBound else { return [] }
      return Array(max(first, range.lowerBound)...min(last, range.upperBound))
    }
  }

  /// `19:00 ` on the day when it begins.
  static func time(of activity: Activity, on date: SolarDate, _ clock: ZonedClock) -> String {
    guard case .once(let start, _) = activity.time, clock.local(at: start).date == date else { return "" }
    return "\(clock.time(at: start)) "
  }
}

/// An activity of a year moved to the next one: to the same lunar day, for that is how temples count.
struct NextYear {
  /// The start of the present one, and of the next: UTC seconds.
  let start: Int
  let end: Int?

  /// Nil for an activity by a rule, which comes back by itself, and where the calendar ends.
  init?(_ record: Record, _ clock: ZonedClock) {
    guard let old = record["start_at"].unixTime else { return nil }
    let (date, second) = clock.local(at: old)
    guard let lunar = try? LunisolarCalendar.chinese.lunarDate(on: date) else { return nil }
    let calendar = LunisolarCalendar.chinese
    // A month may have no thirtieth day.
    let candidates = [lunar.day, lunar.day - 1].compactMap {
      try? LunarDate(year: lunar.year + 1, month: lunar.month, isLeap: false, day: $0, in: calendar).solarDate
    }
    guard let day = candidates.first else { return nil }
    start = clock.instant(on: day, at: TimeOfDay(uncheckedMinutes: second / 60))
    end = record["end_at"].unixTime.map { [start] in start + $0 - old }
  }
}

extension SolarDate {
  fileprivate var startOfMonth: SolarDate { advanced(by: 1 - day) }
}
