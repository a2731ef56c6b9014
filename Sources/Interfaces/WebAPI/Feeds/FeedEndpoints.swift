import Feeds
import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Lunisolar
import Nearby
import Records
import Reminders
import Store

/// Calendars and feeds to subscribe to: `/feeds/…`.
enum FeedEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/feeds/events.ics", name: "getCalendarFeed",
      summary:
        "The folk days of this year and the two after it as a calendar (RFC 5545). Of one that would have 1,000,000 bytes or more, only the coming days are described.",
      tag: .feeds,
      parameters: [
        kind.declaration, region.declaration, CommonParameters.maxWeight.declaration, group.declaration,
      ] + mix + [
        CommonParameters.timeZone.declaration, CommonParameters.language.declaration, alarm.declaration,
        form.declaration,
      ] + added, contentType: .calendar, refusals: [.notFound], caching: .shared(seconds: 3_600), freshness: .day,
      answer: calendar),
    Endpoint(
      method: .get, path: "/feeds/events.atom", name: "getAtomFeed",
      summary: "The folk days of the coming month as an Atom feed (RFC 4287).", tag: .feeds,
      parameters: [
        kind.declaration, region.declaration, CommonParameters.maxWeight.declaration, group.declaration,
      ] + mix + [
        CommonParameters.timeZone.declaration, CommonParameters.language.declaration,
      ] + added, contentType: .atom,
      refusals: [.notFound], caching: .shared(seconds: 3_600), freshness: .day
    ) { call in
      .text(try syndication(call).atom(at: call.address), as: .atom)
    },
    Endpoint(
      method: .get, path: "/feeds/events.json", name: "getJSONFeed",
      summary: "The folk days of the coming month as a JSON Feed (1.1).", tag: .feeds,
      parameters: [
        kind.declaration, region.declaration, CommonParameters.maxWeight.declaration, group.declaration,
      ] + mix + [
        CommonParameters.timeZone.declaration, CommonParameters.language.declaration,
      ] + added,
      schema: .schema("JSONFeed"), contentType: .jsonFeed, refusals: [.notFound], caching: .shared(seconds: 3_600),
      freshness: .day
    ) { call in
      .text(try syndication(call).json(at: call.address), as: .jsonFeed)
    },
    Endpoint(
      method: .get, path: "/feeds/user/{file}", name: "getUserFeed",
      summary: "A calendar of the days that a user follows. Anyone with the address can read it.", tag: .feeds,
      parameters: [.inPath("file", "The token of the feed followed by .ics.", schema: ["type": "string"])],
      contentType: .calendar, refusals: [.notFound], caching: .ownChecked, answer: own),
    UserEndpoints.own(
      .post, "/api/user/feed", "makeUserFeed",
      "Makes the address of the user's own calendar and returns it once; the former address becomes invalid.",
      success: .created,
      schema: .record(["token": .anyText, "url": .anyText, "webcal_url": .anyText, "google_url": .anyText])
    ) { call in
      let (user, change) = (try call.userUUID(), call.change)
      let token = try await call.write { try $0.makeFeedToken(user: user, change) }
      let links = SubscriptionLinks("\(call.site)/feeds/user/\(token).ics")
      let json: JSON = [
        "token": .text(token), "url": .text(links.url), "webcal_url": .text(links.webcal),
        "google_url": .text(links.google),
      ]
      return .json(json, status: .created)
    },
    UserEndpoints.own(
      .delete, "/api/user/feed", "revokeUserFeed", "Revokes the address of the user's own calendar.",
      success: .noContent
    ) { call in
      let (user, change) = (try call.userUUID(), call.change)
      try await call.write { try $0.revokeFeedToken(user: user, change) }
      return .noContent
    },
  ]

  // MARK: Public feeds

  private static let kind = Parameter<Event.Kind>.choice("kind", "Only events of a type.", without: [.custom])
  private static let region = Parameter<RegionFilter>.choice(
    "region", "Only days that are kept there, by ISO 3166-1, or all; TW unless this, a group or a mix is given.")
  private static let group = Parameter<String>.text("group", "Only events of a group, by key or number.")
  private static let mix = DayChoice.Kind.allCases.map(\.parameter.declaration)
  private static let form = Parameter<CalendarFeed.Form>.choice(
    "form", "dates: an entry for each day; rscale: recurrence rules of RFC 7529, which many programs read wrongly.")

  private static let eclipses = Parameter<Bool>.flag(
    "eclipses", "true: also the eclipses of sun and moon that are seen from the place, with their times.")
  private static let sky = Parameter<Bool>.flag(
    "sky", "true: also sun and moon of each day over the place, for half a year.")
  private static let almanac = Parameter<Bool>.flag(
    "almanac", "true: also 宜 and 忌 of each day by 欽定協紀辨方書 (1741), for half a year; almanacs that are sold often differ."
  )
  private static let place = Parameter<String>.text(
    "at",
    "Whence the sky is seen: a county, township or address of Taiwan, coordinates, a map's link, or a temple; Taipei by default. Outside Taiwan give time_zone too."
  ).example("臺南市")
  private static let added = [
    eclipses.declaration, sky.declaration, almanac.declaration, place.declaration,
  ]

  /// What is added to the folk days.
  private static func added(_ call: Call) throws -> AddedDays {
    let hasAlmanac = try call[almanac] == true
    let (eclipses, sky) = (try call[eclipses] == true, try call[sky] == true)
    // The sky of a year is computed day by day.
    if sky { try call.charge(requests: 2) }
    return AddedDays(
      at: try eclipses || sky ? viewpoint(call) : nil, eclipses: eclipses, sky: sky,
      almanac: hasAlmanac ? try call.service.almanac() : nil)
  }

  private static func viewpoint(_ call: Call) throws -> Viewpoint {
    let zone = call.query[CommonParameters.timeZone.declaration.name] ?? "Asia/Taipei"
    let clock = try call[CommonParameters.timeZone] ?? ZonedClock(identifier: zone)
    let text = try call[place]
    do {
      return try call.data.directory.viewpoint(text, timeZone: zone, clock: clock, names: call.data.templeNames)
    } catch let error as any SpokenError {
      throw Problem.field("at", code: error.code, Wording(of: error))
    }
  }

  /// `1@08:00`: the day before at eight; several separated by commas.
  private static let alarm = Parameter<[CalendarFeed.Alarm]>(
    "alarm", "Alarms in the calendar: days before the day, and the time: 1@08:00; several separated by commas.",
    schema: [
      "type": "string",
      "pattern":
        "^([0-9]|[12][0-9]|30)(@([01]?[0-9]|2[0-3]):[0-5][0-9])?(,([0-9]|[12][0-9]|30)(@([01]?[0-9]|2[0-3]):[0-5][0-9])?){0,3}$",
    ]
  ) { text throws(ParameterProblem) in
    let problem = ParameterProblem(
      expected: "天數和時間，例如 1@08:00；最多四個，用逗號分開", "days and a time such as 1@08:00, four at most, with commas between")
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 4 else { throw problem }
    var alarms: [CalendarFeed.Alarm] = []
    for part in parts {
      let sides = part.split(separator: "@", omittingEmptySubsequences: false)
      guard sides.count <= 2, let days = Int(sides[0]), (0...30).contains(days), "\(days)" == sides[0],
        let time = TimeOfDay(sides.count == 2 ? sides[1] : "08:00")
      else { throw problem }
      alarms.append(CalendarFeed.Alarm(daysBefore: days, at: time))
    }
    return alarms
  }

  /// The bytes from which Google Calendar reads no address (its help, "Add someone else's calendar").
  private static let largestCalendar = 1_000_000

  private static func calendar(_ call: Call) async throws -> Answer {
    let (days, name) = try selection(call)
    let year = call.moment.today.year
    let range = try SolarDate(year: year, month: 1, day: 1)...SolarDate(year: year + 2, month: 12, day: 31)
    let events = try days + added(call).events(in: range, today: call.moment.today)
    let feed = CalendarFeed(
      name: name, language: call.language, form: try call[form] ?? .dates, alarms: try call[alarm] ?? [],
      site: call.site)
    let bundles = try EventBundles(events, of: call.data.catalogue.events, in: range)
    var calendar = try feed.text(of: events, bundles: bundles, in: range)
    // The days that come next keep their descriptions.
    for ahead in [366, 60] where calendar.utf8.count >= largestCalendar {
      let coming = call.moment.today...call.moment.today.advanced(by: ahead)
      calendar = try feed.text(of: events, bundles: bundles, in: range, describing: coming)
    }
    var answer = Answer.text(calendar, as: .calendar)
    answer.headers[.contentDisposition] = "inline; filename=\"folkcal.ics\""
    return answer
  }

  private static func syndication(_ call: Call) throws -> SyndicationFeed {
    let (selected, name) = try selection(call)
    let days = call.today...call.today.advanced(by: SyndicationFeed.usualDays - 1)
    let events = try selected + added(call).events(in: days, today: call.today)
    return try SyndicationFeed(
      title: name, site: call.site, homePage: call.site + "/feeds", language: call.language, events: events,
      bundles: EventBundles(events, of: call.data.catalogue.events, in: days), from: call.today)
  }

  /// The selected events, and the name of the feed.
  private static func selection(_ call: Call) throws -> (events: [Event], name: String) {
    let parts = try call.mix()
    let region = try call[region] ?? (parts == nil && call[group] == nil ? .taiwan : .all)
    var events = try region.events(
      of: parts?.events(of: call.data.catalogue) ?? call.data.catalogue.events,
      maxWeight: call[CommonParameters.maxWeight] ?? Event.weights.upperBound)
    var name =
      parts.map { DayChoice.name(of: $0, in: call.language) } ?? call.language.say("民俗節日", "民俗节日", "Folk days")
    if let kind = try call[kind] { events = events.filter { $0.kind == kind } }
    if let text = try call[group] {
      guard let group = call.data.group(text) else {
        throw Problem.noSuch(.group, text, listedAt: "/api/groups")
      }
      let keys = Set(group["events"].texts)
      events = events.filter { keys.contains($0.key) }
      name = group.name(in: call.language)
    }
    return (events, name)
  }

  // MARK: Private feeds

  /// This many own days count as one further request.
  private static let eventsOfRequest = 100

  private static func own(_ call: Call) async throws -> Answer {
    let missing = Problem(
      .notFound, .noSuchRecord, "沒有這個行事曆：網址可能已經換新", "there is no such calendar: the address may have been replaced")
    guard call.id.hasSuffix(".ics") else { throw missing }
    let token = String(call.id.dropLast(4))
    let now = call.moment.now
    let found = try await call.work { store in
      try store.user(feedToken: token).map { user in
        (
          user, try store.ownEventRevisions(of: user), try user.id.flatMap { try store.removal(ofChoice: $0) },
          try user.id.map { try store.isReadingDue(ofChoice: $0, now: now) } ?? false
        )
      }
    }
    guard let (user, own, removal, isReadingDue) = found else { throw missing }
    if isReadingDue, let id = user.id { call.service.noteReading(ofChoice: id, now: now) }
    // The date is the user's, so the calendar changes at the user's midnight.
    let zone = try ZonedClock(identifier: user["time_zone"].text ?? "Asia/Taipei")
    let day = zone.local(at: call.moment.now).date
    let tag = EntityTag(of: call.service.version, call.data.mark, user.json.json(), own, "\(day)", "\(removal ?? 0)")
    if let header = call.request.headers[.ifNoneMatch], tag.isNamed(by: header) {
      return Answer(status: .notModified, contentType: .calendar, tag: tag)
    }
    let days = try await call.work { try $0.personalDays(of: user) }
    // Each event is expanded over years, so many events count as several requests.
    try call.charge(requests: Double(days.own.count / eventsOfRequest))
    let wishes = try UserWishes(user, days, shared: call.data.catalogue)
    let text = try UserFeed(wishes).text(
      at: call.moment.now, removal: removal.map { zone.local(at: $0).date }, site: call.service.configuration.publicURL)
    var answer = Answer.text(text, as: .calendar)
    answer.tag = tag
    answer.headers[.contentDisposition] = "inline; filename=\"folkcal.ics\""
    return answer
  }
}

extension Call {
  /// The scheme, host and port of the server.
  var site: String {
    if let url = service.configuration.publicURL { return url }
    return "http://" + (source.authority ?? "localhost")
  }

  /// The requested URL.
  fileprivate var address: String { site + request.uri.path + (query.items.isEmpty ? "" : "?" + query.text) }
}
