import FolkData
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Store

/// Folk days: `/api/events`, `/api/deities`.
enum EventEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/api/events", name: "listEvents",
      summary: "The folk days that begin in a range of days, by date.",
      tag: .days,
      parameters: [
        from.declaration, to.declaration, type.declaration, region.declaration, CommonParameters.maxWeight.declaration,
        group.declaration, CommonParameters.deity.declaration,
        CommonParameters.search.declaration, CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration,
        limit.declaration, CommonParameters.cursor.declaration,
      ], schema: .list(of: .schema("Occurrence")), refusals: [.notFound], caching: .shared(seconds: 300),
      freshness: .day, answer: list),
    Endpoint(
      method: .get, path: "/api/events/{id}", name: "getEvent", summary: "An event in full.", tag: .days,
      parameters: [
        CommonParameters.id("event", example: "mazu"), CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration,
      ],
      schema: .schema("Event"),
      refusals: [.notFound], caching: .shared(seconds: 300), freshness: .day
    ) { call in
      try .json(EventJSON(call: call).details(call.event()))
    },
    Endpoint(
      method: .get, path: "/api/deities", name: "listDeities", summary: "The deities, with their days.", tag: .days,
      parameters: [
        CommonParameters.search.declaration, CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration,
        limit.declaration, CommonParameters.cursor.declaration,
      ], schema: .list(of: .schema("Deity")), caching: .shared(seconds: 300), freshness: .day, answer: deities),
    Endpoint(
      method: .get, path: "/api/deities/{id}", name: "getDeity", summary: "A deity in full.", tag: .days,
      parameters: [
        CommonParameters.id("deity", example: "mazu"), CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration,
      ],
      schema: .schema("Deity"),
      refusals: [.notFound], caching: .shared(seconds: 300), freshness: .day
    ) { call in
      guard let deity = call.data.deity(call.id) else {
        throw Problem.noSuch(.deity, call.id.prefix(70), listedAt: "/api/deities")
      }
      return try .json(json(of: deity, call))
    },
  ]

  private static let from = Parameter<SolarDate>.date("from", "The first day; today by default.")
  private static let to = Parameter<SolarDate>.date("to", "The last day; 60 days later by default, 1,100 at most.")
  static let type = Parameter<Event.Kind>.choice("type", "Only events of a type.", without: [.custom])
  static let region = Parameter<RegionFilter>.choice(
    "region",
    "Only days that are kept there, by ISO 3166-1, or all; TW unless this, a group, a deity or a search is given.")
  static let group = Parameter<String>.text("group", "Only events of a group, by key or number.")
  private static let limit = CommonParameters.limit(1...5_000, default: 1_000)

  /// The longest range in days, about three years.
  private static let longestRange = 1_100

  private static func list(_ call: Call) async throws -> Answer {
    let range = try OccurrenceRange(range(call))
    let json = EventJSON(call: call)
    var found: [(event: Event, occurrence: Occurrence)] = []
    for event in try events(call) where event.isEnabled {
      try range.forEachOccurrence(of: event.rule) { found.append((event, $0)) }
    }
    // The sort is stable: events of one day keep the order of lists.
    found.sort { $0.occurrence.date < $1.occurrence.date }
    let page = try Page(found, after: call[CommonParameters.cursor], limit: call[limit] ?? 1_000) {
      "\($0.occurrence.date).\($0.event.id)"
    }
    return .json(.list(page.items.map { json.occurrence($0.event, $0.occurrence) })).counting(found.count)
      .linking(toNext: page.next.map(call.url(withCursor:)))
  }

  private static func range(_ call: Call) throws -> ClosedRange<SolarDate> {
    let given = try (from: call[from], to: call[to])
    let first = given.from ?? call.today
    let last = given.to ?? min(first.advanced(by: 60), .last)
    guard first <= last else { throw Problem.endBeforeStart(first, last) }
    guard first.distance(to: last) <= longestRange else {
      throw Problem.field(
        "to", .invalidValue, "\(last) 在 \(first) 之後 \(first.distance(to: last)) 天：最多 \(longestRange) 天",
        "\(last) is \(first.distance(to: last)) days after \(first): ask for \(longestRange) at most")
    }
    return first...last
  }

  /// The events that the parameters of a list of days name.
  static func events(_ call: Call) throws -> [Event] {
    let isNamed = try call[group] != nil || call[CommonParameters.deity] != nil || call[CommonParameters.search] != nil
    let region = try call[region] ?? (isNamed ? .all : .taiwan)
    var events = try region.events(
      of: call.data.catalogue.events, maxWeight: call[CommonParameters.maxWeight] ?? Event.weights.upperBound)
    if let type = try call[type] { events = events.filter { $0.kind == type } }
    if let name = try call[group] {
      guard let group = call.data.group(name) else {
        throw Problem.noSuch(.group, name, listedAt: "/api/groups")
      }
      let keys = Set(group["events"].texts)
      events = events.filter { keys.contains($0.key) }
    }
    if let name = try call[CommonParameters.deity] {
      let keys = Set(try call.deities(named: name).map(\.key))
      events = events.filter { $0.deityKey.map(keys.contains) ?? false }
    }
    if let text = try call[CommonParameters.search] {
      try call.charge(search: text, among: events.count)
      events = call.data.search.events(events, matching: text)
    }
    return events
  }

  private static func deities(_ call: Call) async throws -> Answer {
    var deities = call.data.deities
    if let text = try call[CommonParameters.search] {
      try call.charge(search: text, among: deities.count)
      let keys = Set(call.data.search.deities(named: text).map(\.key))
      deities = deities.filter { keys.contains($0.key) }
    }
    let page = try Page(deities, after: call[CommonParameters.cursor], limit: call[limit] ?? 1_000, \.key)
    return .json(.list(try page.items.map { try json(of: $0, call) })).counting(deities.count)
      .linking(toNext: page.next.map(call.url(withCursor:)))
  }

  private static func json(of deity: Record, _ call: Call) throws -> JSON {
    let events = call.data.catalogue.events.filter { $0.deityKey == deity.key && $0.isEnabled }
    let json = EventJSON(call: call)
    let typed = call.data.catalogue.deity(deity.key)
    return [
      "id": JSON(deity.id), "key": .text(deity.key), "name": .text(deity.name(in: call.language)),
      "aliases": deity["aliases"], "role": deity["role"], "needs": deity["needs"],
      "description": JSON(typed?.description(in: call.language)),
      "worship_notes": JSON(typed?.worshipNotes(in: call.language)),
      "worship_guide": .worshipGuide(typed?.worshipGuide ?? [], in: call.language),
      "image_url": JSON(deity["image_url"].text.map(call.service.publicAddress)), "sources": deity["sources"],
      "events": .list(try events.map { try json.deityDay($0) }),
    ]
  }
}
