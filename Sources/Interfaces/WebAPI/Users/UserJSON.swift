import Folklore
import Foundation
import JSON
import Records
import Store

extension Record {
  /// The profile shown to the user: the fields of the specification's section 5.4 and more, without the internal number.
  var profile: JSON {
    [
      "id": .text(key), "email": self["email"], "display_name": self["display_name"],
      "avatar_url": self["avatar_url"], "locale": self["locale"], "time_zone": self["time_zone"],
      "created_at": .text(CivilTime.iso(unixTime: createdAt)), "has_feed": .flag(self["feed_token_hash"] != .null),
    ]
  }

  /// The settings, with the zone of the notify time.
  var settingsJSON: JSON {
    self["settings"].adding(["time_zone": self["time_zone"]])
  }
}

extension RegisteredDevice {
  var json: JSON {
    [
      "id": .text(id), "platform": .text(platform), "is_active": .flag(isActive), "token_end": .text(tokenEnd),
      "registered_at": .text(CivilTime.iso(unixTime: registeredAt)), "seen_at": .text(CivilTime.iso(unixTime: seenAt)),
    ]
  }
}

/// The schemas of users' own data.
enum UserSchemas {
  static let all: [(name: String, schema: JSON)] =
    [
      ("Profile", profile), ("Me", me), ("ProfileChange", profileChange), ("Session", session),
      ("Settings", settings),
      ("SettingsChange", settingsChange), ("GroupSubscription", groupSubscription),
      ("EventSubscription", eventSubscription), ("GroupSubscriptionChange", change(of: "group")),
      ("EventSubscriptionChange", change(of: "event")), ("Device", device), ("DeviceChange", deviceChange),
      ("RegisteredDevice", registeredDevice), ("DeviceName", deviceName),
      ("OwnEvent", ownEvent), ("NewOwnEvent", newOwnEvent), ("OwnEventChange", ownEventChange), ("Reminder", reminder),
    ] + AccountEndpoints.schemas + OwnEventEndpoints.schemas

  static let locale: JSON = .choice(Language.allCases.map(\.rawValue))

  private static let profile: JSON = .record([
    "id": ["type": "string", "format": "uuid"], "email": .textOrNull, "display_name": .textOrNull,
    "avatar_url": .textOrNull, "locale": locale, "time_zone": .anyText, "created_at": .instantText,
    "has_feed": .anyFlag,
  ])

  private static let me: JSON =
    profile
    .setting("properties", profile["properties"].adding(["role": ["enum": ["reader", "editor", "admin", .null]]]))
    .setting("required", .list(profile["required"].list + ["role"]))

  private static let profileChange: JSON = [
    "type": "object",
    "properties": [
      "display_name": fields["display_name"], "locale": .choice(fields["locale"]["enum"].texts),
      "time_zone": zone,
    ], "additionalProperties": false, "examples": [["display_name": "小美", "locale": "zh-Hant"]],
  ]

  /// Not an enumeration: clients of other years know other zones.
  static let zone: JSON = [
    "type": "string", "format": "time-zone", "pattern": #"^(?:UTC|[\s\S]*/[\s\S]*)$"#, "maxLength": 100,
    "description": "A zone of the IANA time zone database.", "examples": ["Asia/Taipei"],
  ]

  private static let session: JSON = .record([
    "user": .schema("Profile"), "supabase_token": .anyText, "token": .anyText, "token_type": .choice(["Bearer"]),
    "expires_at": .instantText, "refresh_token": .anyText, "refresh_expires_at": .instantText,
  ])

  /// The writable fields of a user.
  private static let fields = Entity.user.jsonSchema(forWriting: true)["properties"]

  private static let settings: JSON = {
    let kept = Entity.user.jsonSchema(forWriting: false)["properties"]["settings"]
    return [
      "type": "object", "properties": kept["properties"].adding(["time_zone": .anyText]),
      "required": .list(kept["required"].list + ["time_zone"]), "additionalProperties": false,
    ]
  }()

  /// The channels that users may choose.
  static let channels = ChannelKind.names { !$0.isOperators }

  private static let settingsChange: JSON = [
    "type": "object",
    "properties": fields["settings"]["properties"].setting("channel", .choice(channels)).adding(["time_zone": zone]),
    "additionalProperties": false,
    "examples": [["advance_days": 3, "notify_time": "07:30", "quiet_from": "22:00", "quiet_to": "06:00"]],
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
        JSON.Member("\(kind)_id", ["type": "integer"]), JSON.Member(kind, ["type": "string"]),
        JSON.Member("enabled", ["type": ["boolean", "null"]]),
      ]),
      "additionalProperties": false, "description": .text("Either \(kind)_id or \(kind), which is its key."),
    ]
    return JSON.record(["subscriptions": ["type": "array", "items": item, "maxItems": 1_000]])
      .adding(["examples": [["subscriptions": [[kind: "mazu", "enabled": true]]]]])
  }

  private static let device = Entity.user.jsonSchema(forWriting: false)["properties"]["devices"]["items"]
  private static let deviceChange = fields["devices"]["items"]
    .adding(["examples": [["token": "a-token-of-the-push-service", "platform": "ios"]]])

  private static let registeredDevice: JSON = .record([
    "id": JSON.anyText.adding(["description": "The device's name in this API, derived from its token."]),
    "platform": fields["devices"]["items"]["properties"]["platform"], "is_active": .anyFlag,
    "token_end": JSON.anyText.adding(["description": "The last characters of the token."]),
    "registered_at": .instantText,
    "seen_at": JSON.instantText.adding(["description": "The last registration, to the day."]),
  ])
  private static let deviceName: JSON = [
    "type": "object", "properties": ["token": .anyText, "id": .anyText],
    "oneOf": [["required": ["token"]], ["required": ["id"]]], "additionalProperties": false,
    "examples": [["token": "a-token-of-the-push-service"]],
  ]

  /// A copy, because generators drop a component that is only a reference.
  private static let ownEvent: JSON =
    Schemas.event.setting("properties", Schemas.event["properties"].adding(["advance_days": advanceDays]))
    .setting("required", .list(Schemas.event["required"].list + ["advance_days"]))

  private static let advanceDays: JSON = [
    "type": ["integer", "null"], "minimum": 0, "maximum": 30,
    "description": "Days before this day on which the main reminder comes; null for those of the settings.",
  ]
  /// The writable fields of a user's own event.
  static let ownEventFields = [
    "title", "rule", "observance", "description", "worship_notes", "note", "cover_url", "is_enabled",
    "advance_days",
  ]
  private static let ownMembers: JSON = {
    let properties = Entity.event.jsonSchema(forWriting: true)["properties"]
    return .object(ownEventFields.map { JSON.Member($0, properties[$0]) })
  }()
  private static let newOwnEvent: JSON = [
    "type": "object", "properties": ownMembers, "required": ["title", "rule"], "additionalProperties": false,
    "examples": [["title": "外婆生日", "rule": "lunar 12/30", "observance": "birthday"]],
  ]
  private static let ownEventChange: JSON = [
    "type": "object", "properties": ownMembers, "additionalProperties": false,
    "examples": [["title": "外婆八十大壽"], ["rule": "lunar 8/15"]],
  ]

  /// `ReminderRecord`.
  private static let reminder: JSON = .record([
    "id": .anyInteger, "key": .anyText, "user": ["type": "string", "format": "uuid"],
    "event": .record(["id": .anyInteger, "key": .anyText, "title": .anyText, "type": Schemas.kind]),
    "occurrence": .record([
      "solar_date": .dateText, "lunar": .schema("LunarDate"), "days_before": ["type": "integer", "minimum": 0],
    ]),
    "kind": .choice(ReminderKind.allCases.map(\.rawValue)), "scheduled_at": .instantText,
    "status": .choice(ReminderStatus.allCases.map(\.rawValue)), "retry_count": ["type": "integer", "minimum": 0],
    "title": .anyText, "body": .anyText, "link": .anyText,
    "log": .record([
      "channel": .anyText, "next_attempt_at": .instantOrNull, "sent_at": .instantOrNull, "error_message": .textOrNull,
      "leased_until": .instantOrNull,
    ]),
  ])
}
