import FolkData
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Records as JSON Schema", .timed)
struct JSONSchemaTests {
  // MARK: Values

  /// Boundary values of the text kinds.
  private static let texts: [String] =
    [
      "", " ", "\t", "a", "mazu", "-a", "a-", "a-b", "A", "媽祖", " 媽祖", "媽祖 ", "媽祖\n", "\u{3000}媽祖\u{A0}", "媽\n祖",
      "媽\t祖", "\u{200B}", "\u{3164}", "媽\u{200B}祖", "\u{FEFF}媽\u{FE0F}", "媽\u{202E}祖", "\u{2066}", "媽\u{200F}",
      "a\r\nb", "a\rb", "a\u{0}b", "a\u{85}", "a\u{85}b", "a\u{2028}b", "\u{2028}a", "a\u{9B}", "\u{200B}", " \u{200B}",
      "\u{FEFF}", "e\u{301}", " \u{301}", "\u{301}", "👨‍👩‍👧‍👦", "a\u{7F}", "\u{C}a", "abc\n",
      "8:00", "08:00", "23:59", "24:00", "0:0", "08:00\n", "٠٨:٠٠", "08:60", " 08:00",
      "a@b.tw", " a@b.tw ", "A@B.TW", "a@b", "a@.b", "a@b.", "a@b..c", "a@@b.c", "@b.c", "a b@c.d", "a<@b.c",
      "a@b.c\u{301}",
      "a\t@b.c", "a@b,c.d", "媽@祖.tw", ".@a.b", "a@b.c.d",
      "https://example.org/a.jpg", " https://example.org ", "HTTP://x", "http://", "http:///a", "ftp://a/", "https:/a",
      "https://例.tw/圖", "javascript:alert(1)", "https://a b/", "https://x/a b",
      "6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "6F9619FF-8B86-4D01-B42D-00CF4FC964FF",
      "6f9619ff8b864d01b42d00cf4fc964ff",
      " 6f9619ff-8b86-4d01-b42d-00cf4fc964ff", "6f9619ff-8b86-4d01-b42d-00cf4fc964fg",
      "6f9619ff-8b86-4d01-b42d-00cf4fc964ff\n",
      "UTC", "Asia/Taipei", "EST", "Asia/Nowhere", "lunar 3/23", "農曆三月廿三", "lunar 13/1", "05:00-22:00", "早上",
      "2027-04-29T19:00:00+08:00", "2027-04-29", "0000-01-01T00:00:00Z", "0000-01-01T00:00:00+00:01",
      "9999-12-31T23:59:59-23:59", "2027-04-29T19:00:00.123456789+23:59",
      "festival", "push", "true", "1",
    ]
    + [64, 65, 199, 200, 201, 254, 255, 500, 501, 2_000, 2_001, 4_096, 4_097, 20_000, 20_001].flatMap { length in
      [
        String(repeating: "a", count: length), String(repeating: "a", count: length - 2) + "  ",
        String(repeating: "媽", count: length), String(repeating: "e\u{301}", count: length / 2 + 1),
      ]
    }

  private static let values: [JSON] =
    texts.map(JSON.text)
    + [
      .flag(true), .flag(false), .integer(0), .integer(-1), .integer(31), .integer(-2_001), .integer(9_999),
      .integer(10_000), .integer(1_000_000_001), .real(0.5), .real(1e300), .real(-90.1), .real(5.000001), .integer(5),
      .list([]), .list([.text("a")]), .list([.text("a"), .text("a")]), .list([.text("a"), .text("b\nc")]),
      .list([.text("a"), .integer(1)]), .list([.null]), .list([.text(" ")]), .object([]),
      .object([.init("a", .null)]), .list([.object([])]),
    ]

  /// True when the checks accept a value for a field of a new record; nil means a required field.
  private func taken(_ field: Field, _ value: JSON) -> JSON? {
    try? field.kind.checked(value, isText: false)
  }

  // MARK: Single fields

  @Test(
    "The schema of every field accepts exactly the values that its check accepts", arguments: Entity.allCases)
  func fields(entity: Entity) throws {
    let schema = entity.jsonSchema(forWriting: true, isPartial: true)["properties"]
    for field in entity.fields {
      for value in Self.values {
        let isTaken = taken(field, value) != nil
        let isValid = try SchemaWitness.accepts(schema[field.name], value)
        switch field.kind {
        // What only a parser of ours can tell: nothing that it takes may be forbidden.
        case .dateRule, .url, .image, .timeZone, .openingHours, .instant:
          #expect(isValid || !isTaken, "\(entity).\(field.name): \(value.shown)")
        default:
          #expect(isValid == isTaken, "\(entity).\(field.name): \(value.shown)")
        }
      }
    }
  }

  @Test("Nested objects have required, nullable and unknown fields")
  func objects() throws {
    func taken(_ entity: Entity, _ name: String, _ json: String) throws -> Bool {
      let value = try JSON(json: Data(json.utf8))
      let index = try #require(entity.index(of: name))
      var record = Record(entity: entity, id: nil, values: entity.schema.defaults)
      guard let checked = try? entity.fields[index].kind.checked(value, isText: false) else { return false }
      record.values[index] = checked
      return !record.contradictions().contains { $0.field == name }
    }
    let cases: [(Entity, String, String)] = [
      (.temple, "events", #"["mazu"]"#), (.temple, "events", #"[{"event":"mazu"}]"#),
      (.temple, "events", #"[{"event":"mazu","rule":null}]"#), (.temple, "events", #"[{"rule":"lunar 1/1"}]"#),
      (.temple, "events", #"[{"event":null}]"#), (.temple, "events", #"[{"event":"mazu","color":1}]"#),
      (.temple, "events", #"{"event":"mazu"}"#), (.temple, "events", "[5]"),
      (.user, "devices", #"["t"]"#), (.user, "devices", #"[{"token":"t"}]"#),
      (.user, "devices", #"[{"token":"t","platform":"ios"}]"#),
      (.user, "devices", #"[{"token":"t","platform":"ios","is_active":null}]"#),
      (.user, "devices", #"[{"token":"t","platform":"ios","is_active":false}]"#),
      (.user, "event_subscriptions", #"["mazu",{"event":"fo","is_enabled":false}]"#),
      (.user, "event_subscriptions", #"[{"is_enabled":false}]"#),
      (.user, "tokens", #"["x"]"#), (.user, "tokens", #"[{"token_hash":"x","role":"king","name":"n"}]"#),
      (.user, "tokens", #"[{"token_hash":"x","role":"user","name":"n"}]"#),
      (.user, "settings", #""push""#), (.user, "settings", "{}"), (.user, "settings", #"{"enable_all":null}"#),
      (.user, "settings", #"{"advance_days":30,"digest":true}"#), (.user, "settings", #"{"advance_days":31}"#),
      (.user, "settings", #"{"quiet_from":"22:00"}"#),
      (.user, "settings", #"{"quiet_from":"22:00","quiet_to":"7:00"}"#),
      (.user, "settings", #"{"quiet_from":null,"quiet_to":"07:00"}"#), (.user, "settings", #"{"channel":null}"#),
      (.user, "settings", #"{"channel":"webhook"}"#),
      (.user, "settings", #"{"channel":"webhook","channel_target":"https://example.org/"}"#),
      (.user, "settings", #"{"channel":"ntfy","channel_target":"ftp://example.org/"}"#),
      (.user, "settings", #"{"channel":"mail","channel_target":"a@b.tw"}"#),
      (.user, "settings", #"{"channel":"mail","channel_target":"nobody"}"#),
      (.user, "settings", #"{"channel":"push","channel_target":"anything"}"#),
      (.user, "settings", #"{"channel_target":null}"#),
      (.event, "disagreements", #"[{"rule":"lunar 1/1"}]"#), (.event, "disagreements", #"["lunar 1/1"]"#),
      (.event, "disagreements", #"[{"rule":"lunar 1/1","note":"x"}]"#),
      (.event, "disagreements", #"[{"rule":"lunar 1/1","sources":["S"]}]"#),
      (.event, "disagreements", #"[{"rule":"lunar 1/1","sources":[],"note":null}]"#),
      (.event, "disagreements", #"[{"sources":["S"]}]"#),
    ]
    let addresses = [
      "HTTPS://Example.org", " https://example.org:8443/a/b?c=d#e ", "http://127.0.0.1/", "https://a_b-c.tw?x",
      "https://例.tw/", "https://user:pw@example.org/", "https://", "https:///a", "https://a..b/", "https://.a/",
      "https://example.org:0/", "https://example.org:/", "https://a b/", "https://a/{b}", "https:/a",
      "https://exa%6dple.org/",
    ]
    let settings = addresses.flatMap { address in
      ["webhook", "ntfy"].map { (Entity.user, "settings", #"{"channel":"\#($0)","channel_target":"\#(address)"}"#) }
    }
    for (entity, name, json) in cases + settings {
      for isPartial in [false, true] {
        let schema = entity.jsonSchema(forWriting: true, isPartial: isPartial)["properties"][name]
        #expect(
          try SchemaWitness.accepts(schema, JSON(json: Data(json.utf8))) == taken(entity, name, json),
          "\(name): \(json)")
      }
    }
  }

  // MARK: Whole records

  /// Fields with values of which some are right, some are null, and some are wrong only beside others.
  private static let pools: [(entity: Entity, fields: [(String, [String])])] = [
    (
      .event,
      [
        ("key", ["\"new\"", "null"]), ("title", ["\"甲\"", "null"]), ("rule", ["\"lunar 1/2\"", "null"]),
        ("type", ["\"festival\"", "\"deity\"", "\"custom\"", "null"]), ("observance", ["\"birth\"", "null"]),
        ("deity", ["\"g\"", "null"]), ("owner", ["\"u1\"", "null"]), ("is_enabled", ["false", "null"]),
        ("position", ["5", "null"]), ("revision", ["3", "null"]), ("note", ["\"x\"", "null"]),
      ]
    ),
    (
      .temple,
      [
        ("key", ["\"new\"", "null"]), ("name", ["\"廟\"", "null"]), ("lat", ["24.5", "null", "91"]),
        ("lng", ["120", "null"]),
        ("coordinate_quality", ["\"ok\"", "\"missing\"", "null"]), ("rating", ["4.5", "6", "null"]),
        ("events", ["[\"e\"]", "[]", "null"]),
      ]
    ),
    (
      .activity,
      [
        ("key", ["\"new\"", "null"]), ("temple", ["\"t\"", "null"]), ("title", ["\"會\"", "null"]),
        ("rule", ["\"lunar 1/3\"", "null"]), ("start_at", ["\"2027-04-29T19:00:00+08:00\"", "null"]),
        ("end_at", ["\"2027-04-30T19:00:00+08:00\"", "null"]), ("event", ["\"e\"", "null"]),
      ]
    ),
    (
      .user,
      [
        ("uuid", ["\"6f9619ff-8b86-4d01-b42d-00cf4fc964ff\"", "null"]), ("email", ["\"n@b.tw\"", "\"n\"", "null"]),
        ("locale", ["\"en\"", "\"fr\"", "null"]), ("time_zone", ["\"Europe/Paris\"", "null"]),
        ("settings", ["{\"advance_days\":3}", "{\"quiet_to\":\"07:00\"}", "null"]),
        ("group_subscriptions", ["[\"p\"]", "[]", "null"]),
      ]
    ),
    (.group, [("key", ["\"new\"", "null"]), ("name", ["\"組\"", "null"]), ("is_enabled", ["true", "null"])]),
    (.deity, [("key", ["\"new\"", "null"]), ("name", ["\"神\"", "null"]), ("aliases", ["[\"甲\"]", "null"])]),
    (.source, [("key", ["\"NEW\"", "null"]), ("title", ["\"書\"", "null"]), ("note", ["\"x\"", "5"])]),
  ]

  /// A database with a record of each kind, to be referred to.
  private func desk() throws -> TestStore {
    let test = try TestStore()
    try test.add(.deity, #"{"key":"g","name":"甲"}"#)
    try test.add(.event, #"{"key":"e","title":"乙","rule":"lunar 1/2"}"#)
    try test.add(.temple, #"{"key":"t","name":"廟"}"#)
    try test.add(.group, #"{"key":"p","name":"組"}"#)
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    return test
  }

  @Test("A record is added exactly when its schema accepts it, for any combination of fields")
  func records() throws {
    let test = try desk()
    let seed = UInt64.random(in: 0...9_999)
    var random = SeededGenerator(seed: seed)
    for (entity, pool) in Self.pools {
      let schema = entity.jsonSchema(forWriting: true)
      var counts = [true: 0, false: 0]
      for _ in 0..<400 {
        let members = pool.compactMap { name, values -> String? in
          // Most fields are given, and half of them right, so that many records are whole.
          guard Int.random(in: 0..<6, using: &random) > 0 else { return nil }
          let value = Bool.random(using: &random) ? values.first : values.randomElement(using: &random)
          return "\"\(name)\":\(value ?? "null")"
        }
        let json = "{\(members.joined(separator: ","))}"
        let isValid = try SchemaWitness.accepts(schema, JSON(json: Data(json.utf8)))
        let drafts = try RecordInput.drafts(of: entity, in: Data(json.utf8))
        let isTaken = (try? test.store.merge([(entity, drafts)], TestStore.change, isRehearsal: true)) != nil
        #expect(isValid == isTaken, "seed \(seed), \(entity): \(json)")
        counts[isTaken, default: 0] += 1
      }
      #expect(counts.values.allSatisfy { $0 > 10 }, "\(entity): \(counts)")
    }
  }

  @Test("An edit of one field is accepted exactly when the schema for edits accepts it")
  func edits() throws {
    let test = try desk()
    try test.add(.activity, #"{"key":"x","temple":"t","title":"會","rule":"lunar 1/3"}"#)
    try test.add(.source, #"{"key":"S","title":"書"}"#)
    let keys: [Entity: String] = [
      .event: "e", .temple: "t", .activity: "x", .group: "p", .deity: "g", .source: "S", .user: "u1",
    ]
    for (entity, pool) in Self.pools {
      let schema = entity.jsonSchema(forWriting: true, isPartial: true)
      let key = try #require(keys[entity])
      for (name, values) in pool
      where !["lat", "lng", "start_at", "end_at", "type", "owner", "deity", "rule"].contains(name) {
        for json in values where json != "\"new\"" && json != "\"NEW\"" && name != "coordinate_quality" {
          let value = try JSON(json: Data(json.utf8))
          if name == "uuid", value != .null { continue }
          let isValid = try SchemaWitness.accepts(schema, .object([.init(name, value)]))
          let draft = Draft(fields: [.init(name, value)])
          let isTaken = (try? test.store.edit(entity, key: key, draft, TestStore.change)) != nil
          #expect(isValid == isTaken, "\(entity).\(name): \(json)")
        }
      }
    }
  }

  @Test("Every record that is read matches the schema for reading, in which every field is required")
  func reading() throws {
    let test = try TestStore.loaded()
    _ = try test.store.load(
      TestStore.catalogue.get(),
      temples: TempleLoader(folder: PackageRoot.path("data")).load(TestStore.catalogue.get()),
      TestStore.change)
    try test.add(
      .user,
      #"{"email":"A@b.tw","settings":{"quiet_from":"22:00","quiet_to":"7:00"},"group_subscriptions":["mazu"],"devices":[{"token":"x","platform":"ios"}],"avatar_url":"https://例.tw/圖"}"#
    )
    _ = try test.store.makeToken(name: "a", role: .user, user: "u1", expiresAt: nil, TestStore.change)
    try test.add(
      .activity,
      #"[{"temple":"\#(try #require(test.store.temples().first).key)","title":"會","start_at":"2027-04-01T05:00:00.25+23:00"}]"#
    )
    for entity in Entity.allCases {
      let schema = entity.jsonSchema(forWriting: false)
      #expect(schema["required"].texts == ["id"] + entity.fields.map(\.name))
      let records = try test.store.records(entity)
      #expect(!records.isEmpty)
      for record in records {
        #expect(try SchemaWitness.accepts(schema, record.json), "\(entity) \(record.key)")
        // Values that were read can be written.
        #expect(
          try SchemaWitness.accepts(entity.jsonSchema(forWriting: true), record.json), "\(entity) \(record.key)")
      }
    }
  }

  @Test("Omitted fields and references to them are in no schema")
  func leftOut() throws {
    let user = Entity.user.jsonSchema(forWriting: false, without: Entity.user.secretFields)
    #expect(Set(user["properties"].members.map(\.name)).isDisjoint(with: ["google_id", "feed_token_hash", "tokens"]))
    #expect(!user["required"].texts.contains("tokens"))
    let own = Entity.event.jsonSchema(forWriting: true, without: ["owner", "type", "deity"])
    #expect(own["anyOf"] == .null && own["required"].texts == ["title", "rule"])
    #expect(own["additionalProperties"] == .flag(false) && own["properties"]["owner"] == .null)
    #expect(!own.json().contains("\"owner\""))
    for (json, isValid) in [(#"{"key":"S","title":"書"}"#, true), (#"{"key":"S","title":"書","color":1}"#, false)] {
      let schema = Entity.source.jsonSchema(forWriting: true)
      #expect(try SchemaWitness.accepts(schema, JSON(json: Data(json.utf8))) == isValid)
    }
    let edit = Entity.event.jsonSchema(forWriting: true, isPartial: true)
    #expect(edit["required"] == .null && edit["anyOf"] == .null)
  }

  @Test("The schema describes the fields of the specification")
  func examples() {
    let event = Entity.event.jsonSchema(forWriting: false)["properties"]
    #expect(event["type"].json() == #"{"type":"string","enum":["festival","deity","custom"]}"#)
    #expect(
      event["cover_url"]["type"].texts == ["string", "null"] && event["cover_url"]["format"] == .text("uri-reference"))
    #expect(event["key"]["maxLength"] == .integer(64) && event["is_enabled"].json() == #"{"type":"boolean"}"#)
    let temple = Entity.temple.jsonSchema(forWriting: true)["properties"]
    #expect(temple["lat"].json() == #"{"type":["number","null"],"minimum":-90.0,"maximum":90.0}"#)
    #expect(temple["rating"]["maximum"] == .real(5))
    let user = Entity.user.jsonSchema(forWriting: false)["properties"]
    #expect(user["email"]["maxLength"] == .integer(254) && user["uuid"]["format"] == .text("uuid"))
    #expect(user["settings"]["properties"]["advance_days"]["maximum"] == .integer(30))
    #expect(user["settings"]["properties"]["channel"]["enum"].texts.contains("webhook"))
    let activity = Entity.activity.jsonSchema(forWriting: false)["properties"]
    #expect(activity["start_at"]["format"] == .text("date-time"))
  }
}
