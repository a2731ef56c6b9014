// The main tasks of an app, with the Swift client from openapi-generator.
import FolkcalClient
import Foundation

struct Broken: Error, CustomStringConvertible {
  let description: String
}

func expect(_ condition: Bool, _ what: String) throws {
  if !condition { throw Broken(description: "not so: \(what)") }
}

func variable(_ name: String) throws -> String {
  guard let value = ProcessInfo.processInfo.environment[name] else { throw Broken(description: "\(name) is not set") }
  return value
}

@main
enum Flows {
  static func main() async throws {
    let nobody = FolkcalClientAPIConfiguration(basePath: try variable("FOLKCAL_CLIENTS_URL"))
    try await days(nobody)
    try await dates(nobody)
    try await temples(nobody)
    try await user(configuration(try variable("FOLKCAL_CLIENTS_USER")))
    try await onboarding(nobody)
    try await office(configuration(try variable("FOLKCAL_CLIENTS_EDITOR")))
    let feed = try await FeedsAPI.getJSONFeed(lang: "en", apiConfiguration: nobody)
    try expect(feed.items.allSatisfy { $0.folkcal.lunar.year > 2000 }, "the feed")
    print("swift: events, dates, temples, settings, own days, an onboarding and the back office: done")
  }

  static func configuration(_ token: String) throws -> FolkcalClientAPIConfiguration {
    FolkcalClientAPIConfiguration(
      basePath: try variable("FOLKCAL_CLIENTS_URL"), customHeaders: ["Authorization": "Bearer \(token)"])
  }

  static func day(_ text: String) throws -> OpenAPIDateWithoutTime {
    guard let day = OpenAPIDateWithoutTime(rawValue: text) else { throw Broken(description: "\(text) is no day") }
    return day
  }

  static func days(_ api: FolkcalClientAPIConfiguration) async throws {
    let listed = try await DaysAPI.listEvents(
      from: try day("2025-04-01"), to: try day("2025-04-30"), type: .deity, apiConfiguration: api)
    guard let mazu = listed.first(where: { $0.key == "mazu" }) else { throw Broken(description: "mazu is missing") }
    try expect(mazu.lunar == LunarDate(year: 2025, month: 3, day: 23, isLeap: false), "the lunar date of mazu")
    let event = try await DaysAPI.getEvent(id: "mazu", apiConfiguration: api)
    try expect(event.dates.first?.lunar.month == 3, "its next day")
    try expect(try await DaysAPI.listDeities(limit: 3, apiConfiguration: api).count == 3, "three deities")
    let items = try await GroupsAPI.listGroupItems(id: "mazu", apiConfiguration: api)
    try expect(!items.deities.isEmpty, "a group")
  }

  /// Converts dates in both directions, and sends an answer back.
  static func dates(_ api: FolkcalClientAPIConfiguration) async throws {
    let leap = LunarDate(year: 2025, month: 6, day: 15, isLeap: true)
    let first = try await CalendarAPI.convertDates(
      conversion: Conversion(lunar: [leap], solar: ["2025-04-20"], dates: ["2026-13-40"]), apiConfiguration: api)
    try expect(first.solarDates == ["2025-08-08", "2025-04-20"], "the solar dates")
    try expect(first.dates[0].lunar?.isLeap == true && first.dates[2].error != nil, "the dates in their places")
    let again = try await CalendarAPI.convertDates(
      conversion: Conversion(lunar: first.dates.compactMap(\.lunar), solar: first.solarDates), apiConfiguration: api)
    try expect(again.solarDates == first.solarDates + first.solarDates, "the dates given back")
    let day = try await CalendarAPI.getDay(date: try Self.day("2025-08-08"), apiConfiguration: api)
    try expect(day.date.lunar.isLeap, "a day")
    let month = try await CalendarAPI.getMonth(month: "2025-08", apiConfiguration: api)
    try expect(month.lunarMonths.map(\.isLeap) == [true, false] && month.days.count == 31, "a month")
    do {
      _ = try await CalendarAPI.convertDates(conversion: Conversion(), apiConfiguration: api)
      throw Broken(description: "an empty request was taken")
    } catch let refusal as ErrorResponse {
      guard case .error(422, _, _, _) = refusal else { throw refusal }
    }
  }

  static func temples(_ api: FolkcalClientAPIConfiguration) async throws {
    let near = try await TemplesAPI.listTemples(lat: 25.0371, lng: 121.4999, radius: 2, limit: 3, apiConfiguration: api)
    let distances = near.compactMap(\.distance)
    try expect(distances.count == 3 && distances == distances.sorted(), "the nearest temples")
    let all = try await TemplesAPI.listTemples(limit: 2, apiConfiguration: api)
    try expect(all.count == 2 && all[0].distance == nil, "all temples")
    let one = try await TemplesAPI.getTemple(id: "\(near[0].id)", apiConfiguration: api)
    try expect(one.name == near[0].name, "a temple")
  }

  /// Settings, followed events, a day in a leap month.
  static func user(_ api: FolkcalClientAPIConfiguration) async throws {
    try expect(try await UserAPI.getSettings(apiConfiguration: api).advanceDays != 5, "the settings before")
    _ = try await UserAPI.changeSettings(
      settingsChange: SettingsChange(advanceDays: 5, notifyTime: "07:30", timeZone: "Asia/Tokyo"), apiConfiguration: api
    )
    let settings = try await UserAPI.getSettings(apiConfiguration: api)
    try expect(settings.advanceDays == 5 && settings.notifyTime == "07:30", "the settings")
    _ = try await UserAPI.changeEventSubscriptions(
      eventSubscriptionChange: EventSubscriptionChange(
        subscriptions: [EventSubscriptionChangeSubscription(event: "mazu", enabled: true)]), apiConfiguration: api)
    let followed = try await UserAPI.listEventSubscriptions(apiConfiguration: api)
    try expect(followed.map(\.event) == ["mazu"] && followed[0].enabled, "what is followed")
    let added = try await UserAPI.addOwnEvent(
      newOwnEvent: NewOwnEvent(title: "外婆生日", rule: "lunar 6L/15", observance: .birthday), apiConfiguration: api)
    try expect(added.lunar?.isLeap == true && added.lunar?.month == 6, "a day in a leap month")
    try expect(try await UserAPI.listOwnEvents(apiConfiguration: api).map(\.id) == [added.id], "the own days")
    _ = try await UserAPI.scheduleNotifications(requestBody: [:], apiConfiguration: api)
    try await UserAPI.deleteOwnEvent(id: "\(added.id)", apiConfiguration: api)
    try expect(try await UserAPI.listOwnEvents(apiConfiguration: api).isEmpty, "no own days")
    try expect(try await UserAPI.getProfile(apiConfiguration: api).email == "swift@example.org", "the profile")
  }

  /// A new person: signs in with a link, sets up all that the first steps of the app ask for, and ends the account.
  static func onboarding(_ nobody: FolkcalClientAPIConfiguration) async throws {
    let session = try await SignInAPI.signInWithLink(
      signInWithLinkBody: SignInWithLinkBody(secret: try variable("FOLKCAL_CLIENTS_LINK")),
      apiConfiguration: nobody)
    let api = try configuration(session.token)
    _ = try await UserAPI.changeSettings(
      settingsChange: SettingsChange(notifyTime: "19:00", channel: .push, fallbackChannel: .mail), apiConfiguration: api
    )
    _ = try await UserAPI.registerDevice(
      deviceChange: DeviceChange(token: "a-token-of-the-new-telephone", platform: .ios), apiConfiguration: api)
    _ = try await UserAPI.changeGroupSubscriptions(
      groupSubscriptionChange: GroupSubscriptionChange(
        subscriptions: [GroupSubscriptionChangeSubscription(group: "mazu", enabled: true)]), apiConfiguration: api)
    let memorial = try await UserAPI.addOwnEvent(
      newOwnEvent: NewOwnEvent(title: "阿嬤忌日", rule: "lunar 6/15 leap=leap", observance: .memorial, advanceDays: 3),
      apiConfiguration: api)
    try expect(memorial.advanceDays == 3, "the days before of an own day")
    let mourned = try await UserAPI.addMourningDays(
      mourning: Mourning(name: "阿公", died: try day("2025-05-10"), parts: [.hundred, .yearly]), apiConfiguration: api)
    try expect(mourned.added == 2, "the days after a death")
    let following = try await UserAPI.listFollowing(apiConfiguration: api)
    try expect(following.contains { $0.event == "mazu" && $0.reasons == ["group:mazu"] }, "why a day is told")
    let next = try await UserAPI.previewReminders(apiConfiguration: api)
    try expect(next.count == 10 && next.allSatisfy { !$0.body.isEmpty }, "the next ten reminders")
    let file = try await UserAPI.exportOwnDays(format: .ics, apiConfiguration: api)
    let known = try await UserAPI.importOwnDays(
      importOwnDaysBody: ImportOwnDaysBody(content: file.content), apiConfiguration: api)
    try expect(known.added == 0 && known.known == 3, "a file that is known")
    try await UserAPI.deleteAccount(apiConfiguration: api)
    do {
      _ = try await UserAPI.getProfile(apiConfiguration: api)
      throw Broken(description: "an account that was ended is still there")
    } catch let refusal as ErrorResponse {
      guard case .error(401, _, _, _) = refusal else { throw refusal }
    }
  }

  static func office(_ api: FolkcalClientAPIConfiguration) async throws {
    let kept = try await AdminAPI.getEventKept(key: "mazu", apiConfiguration: api)
    let changed = try await AdminAPI.changeEvent(
      key: "mazu", eventChange: EventChange(aliases: kept.aliases, note: "seen by the Swift client"),
      apiConfiguration: api)
    try expect(changed.note == "seen by the Swift client" && changed.aliases == kept.aliases, "an event edited")
    let other = NewEventDisagreement(rule: "lunar 2/3", note: "as the village says")
    let entered = try await AdminAPI.addEvent(
      newEvent: NewEvent(key: "swift-feast", title: "本庄慶典", rule: "lunar 2/2", disagreements: [other]),
      apiConfiguration: api)
    try expect(entered.disagreements.first?.note == "as the village says", "an event added")
    try await AdminAPI.removeEvent(key: "swift-feast", apiConfiguration: api)
  }
}
