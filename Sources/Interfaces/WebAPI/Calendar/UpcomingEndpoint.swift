import Folklore
import HTTPTypes
import JSON
import Lunisolar

/// The coming folk days in short records, as `folkcal upcoming --json` prints them: `/api/upcoming`. `/api/events` gives each in full.
enum UpcomingEndpoint {
  static let all = [
    Endpoint(
      method: .get, path: "/api/upcoming", name: "listUpcoming",
      summary:
        "The coming folk days in short: names, dates and days left. With limit=1 it is the next one, for a sensor.",
      tag: .days,
      parameters: [
        from.declaration, days.declaration, EventEndpoints.type.declaration, EventEndpoints.region.declaration,
        CommonParameters.maxWeight.declaration, EventEndpoints.group.declaration, CommonParameters.deity.declaration,
        CommonParameters.search.declaration,
        CommonParameters.timeZone.declaration, CommonParameters.language.declaration, limit.declaration,
        CommonParameters.cursor.declaration,
      ], schema: .list(of: .schema("UpcomingDay")), refusals: [.notFound], caching: .shared(seconds: 300),
      freshness: .day, answer: list)
  ]

  private static let from = Parameter<SolarDate>.date(
    "from", "The first day, from which days are counted; today by default.")
  private static let days = Parameter<Int>.integer(
    "days", "How many days, the first included.", in: 1...1_100, default: 60)
  private static let limit = CommonParameters.limit(1...1_000, default: 100)

  private static func list(_ call: Call) async throws -> Answer {
    let first = try call[from] ?? call.today
    let last = min(first.advanced(by: (try call[days] ?? 60) - 1), .last)
    let records: [UpcomingRecord]
    do {
      records = try UpcomingRecord.records(
        of: try EventEndpoints.events(call), in: first...last, language: call.language)
    } catch let error as CalendarError {
      throw Problem.field("from", code: error.code, Wording(of: error))
    }
    let page = try Page(records, after: call[CommonParameters.cursor], limit: call[limit] ?? 100) {
      "\($0.solarDate).\($0.id)"
    }
    return try .encoded(Array(page.items)).counting(records.count).linking(toNext: page.next.map(call.url(withCursor:)))
  }
}
