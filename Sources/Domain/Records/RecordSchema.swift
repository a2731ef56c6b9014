import Folklore
package import JSON

/// The fields of a kind of record. There is one for each kind, so it is shared, not copied.
package final class RecordSchema: Sendable {
  package let fields: [Field]
  package let indices: [String: Int]
  package let defaults: [JSON]
  /// The fields that name other records, by their place.
  package let referring: [Int]

  /// - Parameter formerNames: names that fields had in older exports and in the audit log, with their present ones.
  private init(_ fields: [Field], formerNames: [String: String] = [:]) {
    self.fields = fields
    let indices = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($1.name, $0) })
    self.indices = indices.merging(formerNames.compactMapValues { indices[$0] }) { present, _ in present }
    referring = fields.indices.filter {
      fields[$0].referredEntity != nil || fields[$0].kind.innerFields.contains { $0.referredEntity != nil }
    }
    defaults = fields.map(\.defaultValue)
  }
}

// MARK: - The kinds of records

extension RecordSchema {
  private static let name = FieldKind.text(limit: 200, isProse: false)
  private static let prose = FieldKind.text(limit: 20_000, isProse: true)

  private static let regions = Region.allCases.map(\.rawValue)

  package static let source = RecordSchema([
    // Sources are named as the data names them, in capitals: FOLKTW.
    Field("key", .text(limit: 64, isProse: false), isRequired: true),
    Field("title", .text(limit: 500, isProse: false), isRequired: true),
    Field("kind", .choice(Source.Kind.allCases.map(\.rawValue)), isRequired: true, default: .text("list")),
    Field("url", .url), Field("note", prose),
  ])

  package static let deity = RecordSchema([
    Field("key", .slug, isRequired: true), Field("name", name, isRequired: true), Field("name_zh_hans", name),
    Field("name_en", name), Field("aliases", .names), Field("role", name),
    Field(
      "needs",
      .objects([
        Field("need", .choice(Need.allCases.map(\.rawValue)), isRequired: true),
        Field("sources", .references(.source)),
      ])),
    Field("description", prose), Field("worship_notes", prose), Field("description_en", prose),
    Field("worship_notes_en", prose), worshipGuide, Field("image_url", .image),
    Field("sources", .references(.source)),
  ])

  package static let event = RecordSchema(
    [
      Field("key", .slug, isRequired: true),
      Field("type", .choice(Event.Kind.allCases.map(\.rawValue)), isRequired: true),
      Field("observance", .choice(Event.Observance.allCases.map(\.rawValue)), isRequired: true),
      Field("title", name, isRequired: true), Field("title_zh_hans", name), Field("title_en", name),
      Field("aliases", .names), Field("rule", .dateRule, isRequired: true),
      Field("weight", .integer(Event.weights), isRequired: true, default: .integer(Event.usualWeight)),
      Field("weight_in", .numbers(regions, Event.weights)),
      Field("regions", .choices(regions), isRequired: true, default: .list([.text(Region.taiwan.rawValue)])),
      Field("deity", .reference(.deity)), Field("owner", .reference(.user)),
      Field("bundle", .slug), Field("description", prose), Field("worship_notes", prose),
      Field("description_en", prose), Field("worship_notes_en", prose), worshipGuide,
      Field("note", prose),
      Field("cover_url", .image), Field("sources", .references(.source)),
      Field(
        "disagreements",
        .objects([
          Field("rule", .dateRule, isRequired: true), Field("sources", .references(.source)), Field("note", prose),
        ])),
      Field("is_enabled", .flag, isRequired: true, default: .flag(true)),
      Field("position", .integer(0...1_000_000_000)),
      Field("advance_days", .integer(NotificationSettings.advanceDayRange)),
      Field("revision", .integer(0...1_000_000_000), isRequired: true, default: .integer(0)),
    ], formerNames: ["region": "regions"])

  package static let temple = RecordSchema(
    [
      Field("key", .slug, isRequired: true), Field("source_ref", name), Field("name", name, isRequired: true),
      Field("name_en", name), Field("address", name), Field("county", name), Field("town", name),
      Field("lat", .real(-90...90)), Field("lng", .real(-180...180)),
      Field(
        "coordinate_quality",
        .choice(CoordinateQuality.allCases.map(\.rawValue))),
      Field("main_deity", name), Field("deity", .reference(.deity)), Field("other_deities", .references(.deity)),
      Field("religion", name), Field("registration", name), Field("founded", .integer(-2_000...9_999)),
      Field("founded_note", prose), Field("open_time", .openingHours), Field("phone", name),
      Field("rating", .real(0...5)),
    ] + templeDetails + [
      worshipGuide, Field("sources", .references(.source)),
      Field("events", .objects(templeDate), part: Part(templeDate)),
    ])

  /// What is told of a temple and nothing computes with. The loader of `data/`, the typed `Temple`, the answers of the API and its document
  /// follow from this list.
  package static let templeDetails = [
    Field("introduction", prose), Field("features", prose), Field("transportation", prose),
    Field("accessibility", prose),
    Field("worship_tips", prose), Field("image_url", .image),
  ]

  /// The structured note on worship, the same for events, deities and temples. Its rules are in `Record.contradictions`.
  private static let worshipGuide = Field(
    "worship_guide",
    .objects([
      Field("part", .choice(WorshipLine.Part.allCases.map(\.rawValue)), isRequired: true),
      Field("text", .text(limit: 500, isProse: false), isRequired: true),
      Field("text_en", .text(limit: 1_000, isProse: false)), Field("amount", .integer(WorshipLine.amounts)),
      Field("unit", name), Field("unit_en", name), Field("people", .integer(WorshipLine.peopleRange)),
      Field("diet", .choice(WorshipLine.Diet.allCases.map(\.rawValue))),
      Field("among", .choice(WorshipLine.Custom.allCases.map(\.rawValue))), Field("sources", .references(.source)),
    ]))

  private static let templeDate = [
    Field("event", .reference(.event), isRequired: true), Field("rule", .dateRule),
  ]

  package static let activity = RecordSchema([
    Field("key", .slug, isRequired: true), Field("temple", .reference(.temple), isRequired: true),
    Field("event", .reference(.event)), Field("title", name, isRequired: true), Field("rule", .dateRule),
    Field("start_at", .instant), Field("end_at", .instant), Field("place", name), Field("lat", .real(-90...90)),
    Field("lng", .real(-180...180)), Field("description", prose), Field("image_url", .image),
  ])

  package static let group = RecordSchema([
    Field("key", .slug, isRequired: true), Field("name", name, isRequired: true), Field("name_zh_hans", name),
    Field("name_en", name), Field("description", prose), Field("video_url", .url),
    Field("is_enabled", .flag, isRequired: true, default: .flag(true)),
    Field(
      "events", .references(.event),
      part: Part([Field("event", .reference(.event), isRequired: true)], isOrdered: true, isBare: true)),
  ])

  package static let user = RecordSchema([
    Field("uuid", .uuid, isRequired: true), Field("email", .email), Field("display_name", name),
    Field("google_id", name, isSecret: true), Field("avatar_url", .url),
    Field("locale", .language, isRequired: true, default: .text("zh-Hant")),
    Field("time_zone", .timeZone, isRequired: true, default: .text("Asia/Taipei")),
    // The right in the back office; empty for all others.
    Field("role", .choice(["reader", "editor", "admin"])),
    // The mail address of the user that mails came back from; it says nothing of another address, which the user may have by now.
    Field("bounced_address", .email), Field("bounced_at", .instant), Field("bounce_reason", name),
    Field("feed_token_hash", name, isSecret: true),
    Field(
      "settings", .object(settings), default: defaultSettings,
      part: Part(settings, isSingle: true)),
    Field(
      "event_subscriptions", .objects(subscription(to: .event)), isPrivate: true,
      part: Part(subscription(to: .event))),
    Field(
      "group_subscriptions", .objects(subscription(to: .group)), isPrivate: true,
      part: Part(subscription(to: .group))),
    Field("devices", .objects(device), part: Part(device)),
    Field("tokens", .objects(token), part: Part(token)),
  ])

  /// The fields of a user's notification settings; the defaults are those of `NotificationSettings`.
  package static let settings = [
    Field("enable_all", .flag, isRequired: true, default: .flag(true)),
    Field("advance_days", .integer(NotificationSettings.advanceDayRange), isRequired: true, default: .integer(1)),
    Field("notify_time", .timeOfDay, isRequired: true, default: .text("08:00")),
    Field("newmoon_enabled", .flag, isRequired: true, default: .flag(true)),
    Field("fullmoon_enabled", .flag, isRequired: true, default: .flag(true)),
    Field("custom_enabled", .flag, isRequired: true, default: .flag(true)),
    Field("early_enabled", .flag, isRequired: true, default: .flag(true)),
    Field("day_of_enabled", .flag, isRequired: true, default: .flag(true)),
    Field("prepare_days", .integer(NotificationSettings.prepareDayRange)),
    Field("digest", .flag, isRequired: true, default: .flag(false)),
    Field("quiet_from", .timeOfDay), Field("quiet_to", .timeOfDay),
    Field(
      "channel", .choice(ChannelKind.names()), isRequired: true, default: .text(ChannelKind.push.rawValue)
    ),
    // A way that needs no address of its own, for reminders that the channel cannot deliver.
    Field("fallback_channel", .choice(ChannelKind.names(where: \.mayBeFallback))),
    // Who knows a topic or the address of a hook can write to it.
    Field("channel_target", .text(limit: 2_000, isProse: false), isSecret: true),
  ]

  private static let defaultSettings = JSON.object(settings.map { JSON.Member($0.name, $0.defaultValue) })

  private static func subscription(to entity: Entity) -> [Field] {
    [
      Field(entity.rawValue, .reference(entity), isRequired: true),
      Field("is_enabled", .flag, isRequired: true, default: .flag(true)),
    ]
  }

  package static let device = [
    Field("token", .text(limit: 4_096, isProse: false), isRequired: true, isSecret: true),
    Field("platform", .choice(["ios", "android", "web"]), isRequired: true),
    Field("is_active", .flag, isRequired: true, default: .flag(true)),
  ]

  package static let token = [
    Field("token_hash", .text(limit: 64, isProse: false), isRequired: true, isSecret: true),
    Field("role", .choice(APIRole.allCases.reversed().map(\.rawValue)), isRequired: true),
    Field("name", name, isRequired: true), Field("expires_at", .instant), Field("last_used_at", .instant),
    Field("revoked_at", .instant),
  ]
}
