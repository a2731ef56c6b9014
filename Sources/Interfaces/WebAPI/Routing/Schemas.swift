import Folklore
import JSON
import Records

extension JSON {
  /// A reference to a schema of the document.
  static func schema(_ name: String) -> JSON { ["$ref": "#/components/schemas/\(name)"] }
}

/// The named schemas of the document.
enum Schemas {
  static let all: [(name: String, schema: JSON)] =
    [
      ("Problem", problem), ("Occurrence", occurrence), ("UpcomingDay", upcomingDay), ("Event", event),
      ("Deity", deity), ("WorshipLine", worshipLine),
      ("NeedItem", NeedEndpoints.item), ("NeedAnswer", NeedEndpoints.answer),
      ("DeityDay", deityDay), ("SpecialEvent", specialEvent), ("ListedTemple", listedTemple), ("Temple", temple),
      ("Activity", activity), ("Group", group), ("GroupItem", groupItem), ("GroupItems", groupItems),
      ("CatalogueItem", CatalogueEndpoints.schema),
    ] + CalendarSchemas.all + AlmanacSchemas.all + SkySchemas.all + UserSchemas.all + AdminSchemas.all + FeedSchemas.all

  static let problem: JSON = [
    "type": "object",
    "description":
      "Why a request was not done (RFC 9457). The texts are in the language of the parameter lang or of Accept-Language, otherwise in English.",
    "properties": [
      "type": .anyText, "title": .anyText, "status": .anyInteger, "code": problemCode, "detail": .anyText,
      "instance": .anyText, "errors": .list(of: .record(["field": .anyText, "code": problemCode, "detail": .anyText])),
    ],
    "required": ["type", "title", "status", "code", "detail", "instance"],
  ]

  /// No `enum`: a new code must not break clients that are generated from the document.
  private static let problemCode: JSON = [
    "type": "string", "pattern": "^[a-z][a-z0-9_]*$",
    "description": .text(
      "The reason in a word for programs; it never changes. New codes may come, and dates and records have finer ones. "
        + Problem.Code.allCases.map { "\($0.rawValue): \($0.meaning)." }.joined(separator: " ")),
  ]

  static let kind: JSON = .choice(Event.Kind.allCases.map(\.rawValue))
  static let sourceKind: JSON = .choice(Source.Kind.allCases.map(\.rawValue))
  static let region: JSON = .choice(Region.allCases.map(\.rawValue))
  static let regions: JSON = [
    "type": "array", "items": region, "description": "Where the day is kept, the first as region.",
  ]
  static let weight: JSON = JSON.typed(
    "integer", ("minimum", .integer(Event.weights.lowerBound)), ("maximum", .integer(Event.weights.upperBound))
  ).adding([
    "description":
      "How many keep the day in the region that was asked for, from 1 (everybody) to 5 (fasts, taboos and the almanac). The days of a date are ordered by it."
  ])
  static let observance: JSON = .choice(Event.Observance.allCases.map(\.rawValue))

  static let awaitsAnnouncement: JSON = JSON.anyFlag.adding([
    "description":
      "True where the date is announced year by year and the next is not known yet (尚未公布): solar_date is null then."
  ])

  /// An occurrence of an event.
  static let occurrence: JSON = .record([
    "id": .anyInteger, "key": .anyText, "type": kind, "observance": observance, "title": .anyText,
    "lunar": .schema("LunarDate"), "solar_date": .dateText, "last_date": .dateText, "rule": .anyText,
    "deity": .textOrNull, "deity_role": .textOrNull, "region": region, "regions": regions, "weight": weight,
    "bundle": .textOrNull,
    "description": .textOrNull, "worship_notes": .textOrNull,
    "cover_url": .textOrNull, "countdown_days": .anyInteger,
  ])

  /// `UpcomingRecord`.
  private static let upcomingDay: JSON = .record(
    [
      "id": .anyInteger, "key": .anyText, "type": kind, "title": .anyText, "region": region, "regions": regions,
      "weight": weight, "solar_date": .dateText,
      "last_date": .dateText, "lunar": .schema("LunarDate"), "rule": .anyText, "countdown_days": .anyInteger,
    ], optional: ["bundle": .anyText])

  static let event: JSON = .record([
    "id": .anyInteger, "key": .anyText, "type": kind, "observance": observance, "title": .anyText,
    "aliases": .textList, "lunar": ["anyOf": [.schema("LunarDate"), ["type": "null"]]], "solar_date": .dateOrNull,
    "last_date": .dateOrNull, "countdown_days": .integerOrNull,
    "awaits_announcement": awaitsAnnouncement, "rule": .anyText,
    "deity": .textOrNull, "deity_role": .textOrNull, "region": region, "regions": regions, "weight": weight,
    "bundle": .textOrNull,
    "description": .textOrNull, "worship_notes": .textOrNull, "worship_guide": worshipGuide,
    "note": .textOrNull, "cover_url": .textOrNull, "sources": .textList,
    "references": .list(of: .record(["title": .anyText, "kind": sourceKind, "url": .textOrNull])),
    "disagreements": .list(of: .record(["rule": .anyText, "sources": .textList, "note": .textOrNull])),
    "dates": .list(of: .record(["solar_date": .dateText, "last_date": .dateText, "lunar": .schema("LunarDate")])),
    "is_enabled": ["type": "boolean"], "revision": .anyInteger, "link": .anyText,
  ])

  static let deityDay: JSON = .record([
    "id": .anyInteger, "key": .anyText, "title": .anyText, "observance": observance, "rule": .anyText,
    "lunar": ["anyOf": [.schema("LunarDate"), ["type": "null"]]], "solar_date": .dateOrNull,
    "countdown_days": .integerOrNull, "awaits_announcement": awaitsAnnouncement,
  ])

  static let deity: JSON = .record([
    "id": .anyInteger, "key": .anyText, "name": .anyText, "aliases": .textList, "role": .textOrNull,
    "needs": .list(of: .record(["need": need, "sources": .textList])),
    "description": .textOrNull, "worship_notes": .textOrNull, "worship_guide": worshipGuide,
    "image_url": .textOrNull, "sources": .textList, "events": .list(of: .schema("DeityDay")),
  ])

  static let specialEvent: JSON = .record([
    "title": .anyText, "date": .dateText, "last_date": .dateText, "time": .textOrNull, "event": .textOrNull,
  ])

  private static let special: JSON = ["anyOf": [.schema("SpecialEvent"), ["type": "null"]]]

  private static let nearbyTemple: JSON = .record([
    "id": .anyInteger, "key": .anyText, "name": .anyText, "address": .textOrNull, "lat": .anyNumber, "lng": .anyNumber,
    "main_deity": .textOrNull, "deity": .textOrNull, "religion": .textOrNull, "county": .textOrNull,
    "town": .textOrNull, "rating": .numberOrNull, "distance": .anyNumber, "distance_km": .anyNumber,
    "bearing": .anyText, "open_time": .textOrNull, "open_state": .anyText, "phone": .textOrNull, "map_url": .anyText,
    "geo_uri": .anyText, "special_event": special,
  ])

  static let need: JSON = .choice(Need.allCases.map(\.rawValue))

  static let worshipGuide: JSON = .list(of: .schema("WorshipLine")).adding([
    "description": "How to worship, line by line, in order; empty if there is no such note."
  ])

  static let worshipLine: JSON = .record(
    [
      "part": .choice(WorshipLine.Part.allCases.map(\.rawValue)).adding([
        "description":
          "when: the hour; offering and paper: what is offered and burned; step: the rite in order; taboo: what not to do; custom: where people differ; ask: what to ask the temple first."
      ]), "text": .anyText, "sources": .textList,
    ],
    optional: [
      "amount": .anyInteger.adding(["description": "How much an ordinary household takes; absent if it is free."]),
      "unit": .anyText,
      "people": .anyInteger.adding(["description": "The amount is for so many people and grows with them."]),
      "diet": .choice(WorshipLine.Diet.allCases.map(\.rawValue)),
      "among": .choice(WorshipLine.Custom.allCases.map(\.rawValue)),
    ])

  static let temple: JSON = {
    let details = RecordSchema.templeDetails.map { JSON.Member($0.name, .textOrNull) }
    let all =
      members([
        "id": .anyInteger, "key": .anyText, "name": .anyText, "address": .textOrNull, "county": .textOrNull,
        "town": .textOrNull, "lat": .numberOrNull, "lng": .numberOrNull, "coordinate_quality": .anyText,
        "main_deity": .textOrNull, "deity": .textOrNull, "other_deities": .textList, "religion": .textOrNull,
        "registration": .textOrNull, "founded": .integerOrNull, "founded_note": .textOrNull,
        "open_time": .textOrNull, "open_state": .anyText, "phone": .textOrNull, "rating": .numberOrNull,
      ]) + details
      + members([
        "worship_guide": worshipGuide, "sources": .textList, "map_url": .textOrNull, "geo_uri": .textOrNull,
        "special_event": special,
      ])
    return .record(all, required: all.map(\.name))
  }()

  private static func members(_ members: KeyValuePairs<String, JSON>) -> [JSON.Member] {
    members.map { JSON.Member($0.key, $0.value) }
  }

  /// A temple in a list: with a distance in a search around a place, with all details otherwise. One type for client generators; a member that
  /// only one form has is optional.
  static let listedTemple: JSON = {
    let (near, whole) = (nearbyTemple["properties"].members, temple["properties"])
    let others = whole.members.filter { member in !near.contains { $0.name == member.name } }
    // A member is nullable if it is nullable in either form.
    let all = near.map { whole[$0.name] == .null ? $0 : JSON.Member($0.name, whole[$0.name]) } + others
    return [
      "type": "object",
      "description": "With distance, distance_km and bearing where the list is of the temples around a place.",
      "properties": .object(all),
      "required": .list(nearbyTemple["required"].list.filter(temple["required"].list.contains)),
      "additionalProperties": false,
    ]
  }()

  static let activity: JSON = .record([
    "id": .anyInteger, "key": .anyText, "title": .anyText, "description": .textOrNull, "temple_id": .integerOrNull,
    "temple": .anyText, "temple_name": .textOrNull, "event_id": .integerOrNull, "event": .textOrNull,
    "rule": .textOrNull, "start_at": .instantOrNull, "end_at": .instantOrNull, "date": .dateOrNull,
    "last_date": .dateOrNull, "place": .textOrNull, "lat": .numberOrNull, "lng": .numberOrNull,
    "image_url": .textOrNull,
  ])

  static let group: JSON = .record([
    "id": .anyInteger, "key": .anyText, "name": .anyText, "description": .textOrNull, "enabled": .anyFlag,
    "video_url": .textOrNull, "created_at": .instantText, "event_count": .anyInteger,
  ])

  static let groupItem: JSON = .record(
    [
      "id": .anyInteger, "key": .anyText, "title": .anyText, "solar_date": .dateOrNull, "last_date": .dateOrNull,
      "rule": .anyText, "awaits_announcement": awaitsAnnouncement,
    ], optional: ["lunar": .schema("LunarDate")])

  static let groupItems: JSON = .record([
    "deities": .list(of: .schema("GroupItem")), "festivals": .list(of: .schema("GroupItem")),
  ])
}
