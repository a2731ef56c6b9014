import Folklore
import Foundation
import Store

extension Record {
  /// A user as the user reads it: the fields of the specification's section 5.4, and more. The number inside is nobody's business.
  var profile: JSON {
    [
      "id": .text(key), "email": self["email"], "display_name": self["display_name"],
      "avatar_url": self["avatar_url"], "locale": self["locale"], "time_zone": self["time_zone"],
      "created_at": .text(CivilTime.iso(unixTime: createdAt)), "has_feed": .flag(self["feed_token_hash"] != .null),
    ]
  }

  /// The settings, with the zone that the notify time is in.
  var settingsJSON: JSON {
    self["settings"].adding(["time_zone": self["time_zone"]])
  }
}

/// The schemas of what is a user's own.
enum UserSchemas {
  static let all: [(name: String, schema: JSON)] = [
    ("TimeZone", zone), ("Profile", profile), ("ProfileChange", profileChange), ("Session", session),
    ("Settings", settings),
    ("SettingsChange", settingsChange), ("GroupSubscription", groupSubscription),
    ("EventSubscription", eventSubscription), ("GroupSubscriptionChange", change(of: "group")),
    ("EventSubscriptionChange", change(of: "event")), ("Device", device), ("DeviceChange", deviceChange),
    ("OwnEvent", ownEvent), ("NewOwnEvent", newOwnEvent), ("OwnEventChange", ownEventChange), ("Reminder", reminder),
  ]

  static let locale: JSON = .choice(Language.allCases.map(\.rawValue))

  private static let profile: JSON = .record([
    "id": ["type": "string", "format": "uuid"], "email": .textOrNull, "display_name": .textOrNull,
    "avatar_url": .textOrNull, "locale": locale, "time_zone": .anyText, "created_at": .instantText,
    "has_feed": .anyFlag,
  ])

  private static let profileChange: JSON = [
    "type": "object",
    "properties": [
      "display_name": ["type": ["string", "null"], "maxLength": 200], "locale": locale,
      "time_zone": .schema("TimeZone"),
    ], "additionalProperties": false,
  ]

  /// The names that this machine knows; a pattern could not say which.
  private static let zone: JSON = .choice(
    ["UTC"] + TimeZone.knownTimeZoneIdentifiers.filter { (try? ZonedClock(identifier: $0)) != nil }.sorted())

  private static let session: JSON = .record([
    "user": .schema("Profile"), "supabase_token": .anyText, "token": .anyText, "token_type": .choice(["Bearer"]),
    "expires_at": .instantText, "refresh_token": .anyText, "refresh_expires_at": .instantText,
  ])

  private static let settingMembers = Entity.user.jsonSchema(forWriting: true)["properties"]["settings"]["properties"]
    .members

  private static let settings: JSON = [
    "type": "object", "properties": .object(settingMembers + [JSON.Member("time_zone", .schema("TimeZone"))]),
    "required": .list((settingMembers.map(\.name) + ["time_zone"]).map(JSON.text)), "additionalProperties": false,
  ]

  private static let settingsChange: JSON = [
    "type": "object", "properties": .object(settingMembers + [JSON.Member("time_zone", .schema("TimeZone"))]),
    "additionalProperties": false,
  ]

  private static let groupSubscription: JSON = .record([
    "group_id": .integerOrNull, "group": .anyText, "name": .textOrNull, "enabled": .anyFlag,
  ])

  private static let eventSubscription: JSON = .record([
    "event_id": .integerOrNull, "event": .anyText, "title": .textOrNull, "enabled": .anyFlag,
  ])

  private static func change(of kind: String) -> JSON {
    let item: JSON = [
      "type": "object",
      "properties": .object([
        JSON.Member("\(kind)_id", .anyInteger), JSON.Member(kind, .anyText),
        JSON.Member("enabled", ["type": ["boolean", "null"]]),
      ]),
      "oneOf": [["required": ["\(kind)_id"]], ["required": [.text(kind)]]], "additionalProperties": false,
    ]
    return .record(["subscriptions": ["type": "array", "items": item, "maxItems": 1_000]])
  }

  private static let platform: JSON = .choice(["ios", "android", "web"])
  private static let device: JSON = .record(["token": .anyText, "platform": platform, "is_active": .anyFlag])
  private static let deviceChange: JSON = .record(
    ["token": ["type": "string", "minLength": 1, "maxLength": 4_096], "platform": platform],
    optional: ["is_active": .anyFlag])

  private static let ownEvent: JSON = .schema("Event")
  private static let ownMembers: KeyValuePairs<String, JSON> = [
    "title": ["type": "string", "minLength": 1, "maxLength": 200], "rule": ["type": "string", "maxLength": 500],
    "observance": ["type": "string"], "description": .textOrNull, "worship_notes": .textOrNull, "note": .textOrNull,
    "cover_url": .textOrNull, "is_enabled": .anyFlag,
  ]
  private static let newOwnEvent: JSON = [
    "type": "object", "properties": .object(ownMembers.map { JSON.Member($0.key, $0.value) }),
    "required": ["title", "rule"], "additionalProperties": false,
  ]
  private static let ownEventChange: JSON = [
    "type": "object", "properties": .object(ownMembers.map { JSON.Member($0.key, $0.value) }),
    "additionalProperties": false,
  ]
  /// What a user's own event may be given.
  static let ownEventFields = ownMembers.map(\.key)

  static let reminder: JSON = [
    "type": "object",
    "properties": [
      "id": .integerOrNull, "key": .anyText, "user": .anyText, "event": ["type": "object"],
      "occurrence": ["type": "object"], "kind": .choice(ReminderKind.allCases.map(\.rawValue)),
      "scheduled_at": .instantText, "status": .choice(ReminderStatus.allCases.map(\.rawValue)),
      "retry_count": .anyInteger, "title": .anyText, "body": .anyText, "link": .anyText, "log": ["type": "object"],
    ],
    "required": ["id", "key", "event", "occurrence", "kind", "scheduled_at", "status", "title", "body", "link"],
  ]
}
