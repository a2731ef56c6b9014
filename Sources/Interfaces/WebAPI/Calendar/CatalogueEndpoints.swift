import FolkData
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Store

/// All events, deities and groups that users can follow: `/api/catalogue`.
enum CatalogueEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/api/catalogue", name: "listCatalogue",
      summary:
        "Everything that can be followed, each with its names, its rule and its next day: events, deities (by their days) and groups.",
      tag: .days,
      parameters: [
        kind.declaration, CommonParameters.search.declaration, CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration, limit.declaration, CommonParameters.cursor.declaration,
      ], schema: .list(of: .schema("CatalogueItem")), caching: .shared(seconds: 300), freshness: .day, answer: list)
  ]

  enum Kind: String, CaseIterable, Sendable {
    case event, deity, group
  }

  private static let kind = Parameter<Kind>.choice("kind", "Only events, only deities or only groups.")
  private static let limit = CommonParameters.limit(1...1_000, default: 100)

  /// An item that users can follow.
  private struct Item {
    let kind: Kind
    let id: Int?
    let key: String
    let name: LocalizedName
    /// The event, or the events of the group or deity.
    let events: [Event]

    /// The cursor text; keys are unique per kind only.
    var place: String { "\(kind.rawValue).\(key)" }
  }

  private static func list(_ call: Call) async throws -> Answer {
    let kinds = try call[kind].map { [$0] } ?? Kind.allCases
    var items: [Item] = []
    for kind in kinds { items += try Self.items(kind, call) }
    let page = try Page(items, after: call[CommonParameters.cursor], limit: call[limit] ?? 100, \.place)
    return .json(.list(try page.items.map { try json(of: $0, call) }))
      .counting(items.count).linking(toNext: page.next.map(call.url(withCursor:)))
  }

  private static func items(_ kind: Kind, _ call: Call) throws -> [Item] {
    let (data, text) = (call.data, try call[CommonParameters.search])
    let enabled = data.catalogue.events.filter(\.isEnabled)
    switch kind {
    case .event:
      if let text { try call.charge(search: text, among: enabled.count) }
      let events = text.map { data.search.events(enabled, matching: $0) } ?? enabled
      return events.map { Item(kind: kind, id: $0.id, key: $0.key, name: $0.title, events: [$0]) }
    case .deity:
      let found = text.map { Set(data.search.deities(named: $0).map(\.key)) }
      return data.deities.filter { found?.contains($0.key) ?? true }.map { deity in
        Item(
          kind: kind, id: deity.id, key: deity.key, name: LocalizedName(record: deity, "name"),
          events: enabled.filter { $0.deityKey == deity.key })
      }
    case .group:
      let groups = data.groups.filter { $0["is_enabled"] == .flag(true) }.map { group in
        Item(
          kind: kind, id: group.id, key: group.key, name: LocalizedName(record: group, "name"),
          events: group["events"].texts.compactMap { data.event($0) })
      }
      guard let text else { return groups }
      return groups.filter { group in
        group.key == text
          || CatalogueSearch.isFound(text, in: Language.allCases.map { group.name.text(in: $0) })
      }
    }
  }

  private static func json(of item: Item, _ call: Call) throws -> JSON {
    let json = EventJSON(call: call)
    let only = item.kind == .event ? item.events.first : nil
    let next = try item.events.compactMap { event in try json.next(event, years: 2).first.map { (event, day: $0) } }
      .min { $0.day.date < $1.day.date }
    return [
      "kind": .text(item.kind.rawValue), "id": JSON(item.id), "key": .text(item.key),
      "name": .text(item.name.text(in: call.language)),
      "names": .object(Language.allCases.map { JSON.Member($0.rawValue, .text(item.name.text(in: $0))) }),
      "type": JSON(only?.kind.rawValue), "observance": JSON(only?.observance.rawValue),
      "rule": JSON(only.map { "\($0.rule)" }), "deity": JSON(item.kind == .deity ? item.key : only?.deityKey),
      "events": .list(item.kind == .event ? [] : item.events.map { .text($0.key) }),
      "next_event": JSON(next?.0.key), "solar_date": EventJSON.date(next?.day.date),
      "last_date": EventJSON.date(next?.day.lastDate),
      "countdown_days": JSON(next.map { call.today.distance(to: $0.day.date) }),
      "awaits_announcement": .flag(
        next == nil && item.events.contains { $0.rule.awaitsAnnouncement(from: call.today) }),
    ]
  }

  static let schema: JSON = JSON.record([
    "kind": .choice(Kind.allCases.map(\.rawValue)), "id": .integerOrNull, "key": .anyText,
    "name": JSON.anyText.adding(["description": "In the language that was asked for."]),
    "names": .record(["zh-Hant": .anyText, "zh-Hans": .anyText, "en": .anyText]),
    "type": .textOrNull, "observance": .textOrNull,
    "rule": JSON.textOrNull.adding(["description": "Of an event; the others have those of their events."]),
    "deity": .textOrNull,
    "events": JSON.textList.adding(["description": "The events of a deity or a group, by key."]),
    "next_event": JSON.textOrNull.adding(["description": "The event that is next."]),
    "solar_date": .dateOrNull, "last_date": .dateOrNull, "countdown_days": .integerOrNull,
    "awaits_announcement": Schemas.awaitsAnnouncement,
  ])
}
