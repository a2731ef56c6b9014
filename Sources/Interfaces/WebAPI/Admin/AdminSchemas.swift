import Folklore
import Foundation
import JSON
import Records
import Store

/// The schemas of the back office: records, statistics, audit log.
enum AdminSchemas {
  static let all: [(name: String, schema: JSON)] =
    Entity.allCases.flatMap { entity -> [(name: String, schema: JSON)] in
      let names = Names(entity)
      return [
        (names.record, record(of: entity)), (names.new, draft(of: entity, isPartial: false)),
        (names.change, draft(of: entity, isPartial: true)),
      ]
    } + [
      ("Statistics", .record(["store": storeStatistics, "reminders": reminderStatistics])), ("AuditEntry", auditEntry),
      ("Token", token), ("NewToken", newToken),
    ]

  /// The names of the schemas of a kind of record.
  struct Names {
    let record: String
    let new: String
    let change: String

    init(_ entity: Entity) {
      let kind = entity.rawValue.capitalized
      (record, new, change) = ("\(kind)Record", "New\(kind)", "\(kind)Change")
    }
  }

  // MARK: Records

  /// Secrets are neither shown nor written here.
  static let hidden = Entity.user.secretFields

  private static let times: [JSON.Member] = [.init("created_at", .instantText), .init("updated_at", .instantText)]

  private static func record(of entity: Entity) -> JSON {
    let schema = entity.jsonSchema(forWriting: false, without: hidden)
    return schema.setting("properties", .object(schema["properties"].members + times))
      .setting("required", .list(schema["required"].list + ["created_at", "updated_at"]))
      .adding(["additionalProperties": false])
  }

  private static func draft(of entity: Entity, isPartial: Bool) -> JSON {
    let schema = entity.jsonSchema(forWriting: true, isPartial: isPartial, without: hidden)
    // A record can be sent back unchanged; the server sets the times.
    return schema.setting("properties", .object(schema["properties"].members + times))
      .adding([
        "description": .text(
          (isPartial ? "What is not given stays." : "What is not given has its default.") + together(entity)),
        "examples": [isPartial ? change(of: entity) : example(of: entity)],
      ])
  }

  /// The rules between fields in words; `ClientSchemas` removes what generators cannot read.
  private static func together(_ entity: Entity) -> String {
    switch entity {
    case .event:
      " A festival has a key; a deity's day has a key and its deity; a custom day has an owner. A disagreement names a source, or says in note why there is none."
    case .temple: " lat and lng stand together; without them coordinate_quality is missing."
    case .activity: " A yearly activity has a rule, a single one has start_at."
    case .user:
      " quiet_from and quiet_to of the settings stand together. "
        + "The channels \(channels([.webAddress, .topic])) need a web address as channel_target; "
        + "the channel \(channels([.mailAddress])) goes to it, or to email."
    case .source, .deity, .group: ""
    }
  }

  private static func channels(_ targets: Set<ChannelKind.Target>) -> String {
    ChannelKind.names { targets.contains($0.target) }.joined(separator: " and ")
  }

  private static func example(of entity: Entity) -> JSON {
    switch entity {
    case .source: ["key": "BOOK", "title": "臺灣民俗"]
    case .deity: ["key": "tudigong-of-ours", "name": "福德正神", "aliases": ["土地公"]]
    case .event: ["key": "our-feast", "title": "本庄慶典", "rule": "lunar 2/2"]
    case .temple: ["key": "our-temple", "name": "福德宮", "lat": .real(24.1477), "lng": .real(120.6736)]
    case .activity: ["key": "our-rite", "title": "本庄遶境", "temple": "longshan-mengjia", "rule": "lunar 2/2"]
    case .group: ["key": "ours", "name": "本庄的日子", "events": ["mazu"]]
    case .user: ["email": "mei@example.org", "settings": ["advance_days": 3, "notify_time": "07:30"]]
    }
  }

  private static func change(of entity: Entity) -> JSON {
    switch entity {
    case .source: ["title": "臺灣民俗（修訂版）"]
    case .deity: ["aliases": ["土地公", "福德爺"]]
    case .event: ["rule": "lunar 8/15"]
    case .temple: ["open_time": "Mo-Su 06:00-21:00"]
    case .activity: ["place": "廟埕"]
    case .group: ["events": ["mazu", "zhongqiu"]]
    case .user: ["display_name": "小美"]
    }
  }

  // MARK: Figures

  private static let count: JSON = ["type": "integer", "minimum": 0]
  private static let counts: JSON = ["type": "object", "additionalProperties": count]

  /// `StoreStatistics`.
  private static let storeStatistics: JSON = .record([
    "schema": count, "bytes": count, "rows": counts.adding(["description": "By table."]),
    "events": counts.adding(["description": "By type."]), "reminders": counts.adding(["description": "By status."]),
    "occurrences": [
      "type": "array", "items": .anyText, "maxItems": 2,
      "description": "The first and the last day whose occurrences are kept.",
    ],
  ])

  /// `ReminderStatistics`.
  private static let reminderStatistics: JSON = .record([
    "statuses": counts, "queued_by_channel": counts, "due": count, "lag_seconds": count, "leased": count,
    "sent_last_day": count, "failed_last_day": count, "next_due_at": .instantOrNull, "planned_until": .instantOrNull,
    "waiting_after_failure": count,
    "failures": .list(of: .record(["reason": .anyText, "count": count])),
    "waiting_reasons": .list(of: .record(["reason": .anyText, "count": count])),
    "holds": .list(
      of: .record([
        "channel": .anyText.nullable(true), "due_before": count.nullable(true), "actor": .anyText, "began_at": count,
      ])),
  ])

  // MARK: Changes and tokens

  private static let fields: JSON = ["type": ["object", "null"]]

  /// `AuditEntry`.
  private static let auditEntry: JSON = .record([
    "id": .anyInteger, "at": .instantText, "actor": .anyText, "action": .choice(["add", "edit", "remove"]),
    "entity": .choice(Entity.allCases.map(\.rawValue) + AuditEntry.otherKinds), "key": .anyText,
    "before": fields.adding(["description": "The fields that changed, as they were; null where it was added."]),
    "after": fields.adding(["description": "The fields that changed, as they are; null where it was removed."]),
  ])

  private static let role: JSON = .choice(APIRole.allCases.map(\.rawValue))

  /// `APIToken`.
  private static let token: JSON = .record([
    "id": .anyInteger, "name": .anyText, "role": role, "user": .textOrNull, "created_at": .instantText,
    "expires_at": .instantOrNull, "last_used_at": .instantOrNull, "revoked_at": .instantOrNull,
  ])

  private static let newToken: JSON = JSON.record(
    [
      "name": Entity.deity.jsonSchema(forWriting: true)["properties"]["name"]
        // It would be confused with the token's number.
        .adding(["description": "Not a number."]),
      "role": role,
    ],
    optional: ["user": .textOrNull, "expires_at": .instantOrNull]
  ).adding([
    "description": "The role user needs a user.",
    "examples": [["name": "exporter", "role": "reader", "expires_at": "2099-01-01T00:00:00+08:00"]],
  ])
}
