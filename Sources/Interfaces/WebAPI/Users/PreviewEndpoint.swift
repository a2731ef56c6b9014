import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Reminders

/// The reminders that somebody with given wishes would get, without an account: `/api/notifications/preview`. Nothing is written.
enum PreviewEndpoint {
  static let all = [
    Endpoint(
      method: .get, path: "/api/notifications/preview", name: "previewNotifications",
      summary:
        "The reminders that somebody who follows these days would get. Nothing is written, and nobody is reminded.",
      tag: .days,
      parameters: DayChoice.Kind.allCases.map(\.parameter.declaration) + [
        newMoon.declaration, fullMoon.declaration, advanceDays.declaration, notifyTime.declaration, quiet.declaration,
        early.declaration, dayOf.declaration, prepareDays.declaration, days.declaration,
        CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration, limit.declaration,
      ], schema: .list(of: .schema("PlannedReminder")), refusals: [.notFound], caching: .shared(seconds: 60),
      freshness: .minute, answer: preview)
  ]

  private static let newMoon = Parameter<Bool>.flag("newmoon", "true: reminds of every 初一.").example(true)
  private static let fullMoon = Parameter<Bool>.flag("fullmoon", "true: reminds of every 十五.")
  private static let advanceDays = Parameter<Int>.integer(
    "advance_days", "Days before the day on which the main reminder comes.", in: NotificationSettings.advanceDayRange,
    default: 1)
  private static let early = Parameter<Bool>.flag("early", "false: no reminder three days before.")
  private static let dayOf = Parameter<Bool>.flag("day_of", "false: no reminder on the day itself.")
  private static let prepareDays = Parameter<Int>.integer(
    "prepare_days",
    "Days before a day that most people keep (weight 1 and 2) that what to buy is told; it replaces the one three days before. None by default.",
    in: NotificationSettings.prepareDayRange)
  private static let days = Parameter<Int>.integer("days", "How many days from now.", in: 1...400, default: 60)
  private static let limit = CommonParameters.limit(1...500, default: 100)

  private static let notifyTime = Parameter<TimeOfDay>(
    "notify_time", "The local time of reminders; 08:00 by default.",
    schema: ["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"]
  ) { text throws(ParameterProblem) in
    guard let time = time(text) else { throw ParameterProblem(expected: "時間，例如 08:00", "a time such as 08:00") }
    return time
  }

  private static let quiet = Parameter<QuietHours>(
    "quiet", "No reminder between these local times; it comes at their end: 22:00-07:00.",
    schema: ["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]$"]
  ) { text throws(ParameterProblem) in
    let times = text.split(separator: "-", omittingEmptySubsequences: false).map { time(String($0)) }
    guard times.count == 2, let from = times[0], let to = times[1], let hours = QuietHours(from: from, to: to) else {
      throw ParameterProblem(expected: "兩個不同的時間，例如 22:00-07:00", "two different times such as 22:00-07:00")
    }
    return hours
  }

  /// A time with two digits of the hour.
  private static func time(_ text: String) -> TimeOfDay? { text.utf8.count == 5 ? TimeOfDay(text) : nil }

  private static func preview(_ call: Call) async throws -> Answer {
    let settings = try settings(call)
    let chosen = try call.mix()
    guard chosen != nil || settings.newMoon || settings.fullMoon else {
      throw Problem(
        .badRequest, .missingValue, "沒有要提醒的日子：請寫 events、deities、groups、temples、newmoon 或 fullmoon",
        "no days to remind of: give events, deities, groups, temples, newmoon or fullmoon")
    }
    let shared = call.data.catalogue
    let catalogue = try Catalogue(
      sources: shared.sources, deities: shared.deities, events: shared.events + (chosen ?? []).flatMap(\.own),
      groups: shared.groups)
    let following = Following(events: Set((chosen ?? []).events(of: shared).map(\.key)))
    let days = try call[days] ?? 60
    try call.charge(requests: Double(following.events.count * days) / eventDaysOfRequest)
    let now = call.moment.now
    let reminders = try Planner(catalogue: catalogue).plan(
      user: "preview", following: following, settings: settings, in: now..<(now + days * 86_400))
    let shown = reminders.prefix(try call[limit] ?? 100).map { AccountEndpoints.json(of: $0, call) }
    return .json(.list(shown)).counting(reminders.count)
  }

  /// Planning so many events times days takes as long as one request.
  private static let eventDaysOfRequest = 20_000.0

  private static func settings(_ call: Call) throws -> NotificationSettings {
    var settings = NotificationSettings()
    settings.newMoon = try call[newMoon] ?? false
    settings.fullMoon = try call[fullMoon] ?? false
    settings.early = try call[early] ?? true
    settings.dayOf = try call[dayOf] ?? true
    if let days = try call[advanceDays] { settings.advanceDays = days }
    settings.prepareDays = try call[prepareDays]
    if let time = try call[notifyTime] { settings.notifyTime = time }
    if let zone = call.query[CommonParameters.timeZone.declaration.name] { settings.timeZone = zone }
    settings.quietHours = try call[quiet]
    return settings
  }
}
