import Folklore
import HTTPTypes
import JSON
import Lunisolar
import OwnDays
import Records
import Store

/// A user's own days: `/api/user/events`.
enum OwnEventEndpoints {
  static let all = [
    UserEndpoints.own(
      .get, "/api/user/events", "listOwnEvents", "The user's own days, by number.",
      parameters: [
        limit.declaration, CommonParameters.cursor.declaration, CommonParameters.ownTimeZone.declaration,
        CommonParameters.language.declaration,
      ],
      schema: .list(of: .schema("OwnEvent")), answer: list),
    UserEndpoints.own(
      .post, "/api/user/events", "addOwnEvent",
      "Adds a day of the user's own: a birthday, a memorial day. A user has \(OwnEventLimits.days) at most, with \(OwnEventLimits.characters) characters of text in all.",
      parameters: [CommonParameters.ownTimeZone.declaration], body: .schema("NewOwnEvent"), success: .created,
      schema: .schema("OwnEvent"), refusals: [.conflict], answer: add),
    UserEndpoints.own(
      .get, "/api/user/events/{id}", "getOwnEvent", "A day of the user's own.",
      parameters: [
        CommonParameters.id("event"), CommonParameters.ownTimeZone.declaration, CommonParameters.language.declaration,
      ], schema: .schema("OwnEvent")
    ) { call in
      let event = try await call.ownEvent()
      return .json(try EventJSON(call: try await call.inOwnZone()).ownDay(event))
    },
    UserEndpoints.own(
      .put, "/api/user/events/{id}", "changeOwnEvent",
      "Changes a day of the user's own; what is not given stays. The texts of all days have \(OwnEventLimits.characters) characters at most.",
      parameters: [CommonParameters.id("event"), CommonParameters.ownTimeZone.declaration],
      body: .schema("OwnEventChange"), schema: .schema("OwnEvent"),
      answer: change),
    UserEndpoints.own(
      .delete, "/api/user/events/{id}", "deleteOwnEvent", "Removes a day of the user's own, with its reminders.",
      parameters: [CommonParameters.id("event")], success: .noContent
    ) { call in
      let (key, change) = (try await call.ownEvent().key, call.change)
      _ = try await call.write { try $0.remove(.event, key: key, change) }
      return .noContent
    },
    UserEndpoints.own(
      .get, "/api/user/own-days/export", "exportOwnDays",
      "The user's own days as a file: CSV, or iCalendar with the dates of ten years. Importing it gives the same days.",
      parameters: [format.declaration, CommonParameters.language.declaration],
      schema: .record(["format": .choice(Format.allCases.map(\.rawValue)), "content": .anyText]), answer: export),
    UserEndpoints.own(
      .post, "/api/user/own-days/import", "importOwnDays",
      "Adds the days of a CSV, iCalendar or vCard text. Days that are there already are counted, not doubled; a title that is taken gets a number. Events that are no such days are in skipped; what days were kept without is in notes.",
      body: JSON.record(["content": ["type": "string", "minLength": 1, "maxLength": 1_048_576]]).adding([
        "examples": [["content": "title,date\n阿嬤生日,lunar 3/23\n"]]
      ]),
      schema: .record(["added": .anyInteger, "known": .anyInteger, "skipped": .textList, "notes": .textList]),
      refusals: [.conflict],
      answer: importDays),
    UserEndpoints.own(
      .post, "/api/user/own-days/mourning", "addMourningDays",
      "Adds the days that a family counts after a death: each seventh day, the hundredth, 對年, 三年, and the yearly 忌日. With preview they are only listed.",
      body: .schema("Mourning"), schema: .record(["days": .list(of: .schema("MourningDay")), "added": .anyInteger]),
      refusals: [.conflict], answer: mourn),
  ]

  static let schemas: [(name: String, schema: JSON)] = [("Mourning", mourning), ("MourningDay", mourningDay)]

  // MARK: Files

  enum Format: String, CaseIterable, Sendable {
    case csv, ics
  }

  private static let format = Parameter<Format>.choice("format", "The kind of file; csv unless told.")

  private static func export(_ call: Call) async throws -> Answer {
    let (key, format) = (try call.userUUID(), try call[format] ?? .csv)
    let own = try await call.work { try $0.events(ownedBy: $0.record(.user, key: key)) }
    let text = format == .csv ? DayFile.csv(own) : DayFile.calendar(own, call.language, from: call.today)
    return .json(["format": .text(format.rawValue), "content": .text(text)])
  }

  private static func importDays(_ call: Call) async throws -> Answer {
    // Who is gone is told so, whatever was sent.
    _ = try await call.user()
    guard let text = try await call.object(["content"])["content"].text, !text.isEmpty else {
      throw Problem.missingText("content")
    }
    do {
      let contents = try DayFile.read(Array(text.utf8), by: call.reader())
      guard contents.faults.isEmpty else { throw OwnDayFaults(contents.faults) }
      let result = try await OwnDayAdding(call).add(contents.days.map(\.day), isNumbered: true)
      return .json([
        "added": .integer(result.added), "known": .integer(result.known),
        "skipped": .list(contents.skipped.map { .text($0.text(in: call.language)) }),
        "notes": .list(contents.notes(in: call.language).map { .text($0) }),
      ])
    } catch let faults as OwnDayFaults {
      throw Problem.field("content", .invalidValue, Wording(faults.text(in:)), .unprocessableContent)
    } catch let fault as OwnDayFault {
      throw Problem.field("content", .invalidValue, Wording(fault.text(in:)), .unprocessableContent)
    } catch let refusal as OwnDayAdding.Refusal {
      throw Problem.field("content", .conflict, refusal.wording, .unprocessableContent)
    }
  }

  // MARK: After a death

  private static let parts = AncestorForm.Part.allCases.map(\.rawValue)

  private static let mourning: JSON = JSON.record(
    ["name": ["type": "string", "minLength": 1, "maxLength": 150], "died": .dateText],
    optional: [
      "parts": [
        "type": "array", "items": .choice(parts), "minItems": 1,
        "description": "hundred, first and yearly unless told.",
      ],
      "first": .choice(MourningCustom.Anniversary.allCases.map(\.rawValue)),
      "third": .choice(MourningCustom.ThirdYear.allCases.map(\.rawValue)),
      "leap": .choice(DateRule.LeapPolicy.allCases.map(\.rawValue)),
      "short": .choice(DateRule.ShortMonthPolicy.allCases.map(\.rawValue)),
      "advance_days": ["type": ["integer", "null"], "minimum": 0, "maximum": 30], "preview": .anyFlag,
    ]
  ).adding(["examples": [["name": "阿嬤", "died": "2025-08-08", "advance_days": 3]]])

  private static let mourningDay: JSON = .record(["title": .anyText, "solar_date": .dateText, "rule": .anyText])

  private static func mourn(_ call: Call) async throws -> Answer {
    _ = try await call.user()
    let body = try await call.object([
      "name", "died", "parts", "first", "third", "leap", "short", "advance_days", "preview",
    ])
    func wrong(_ name: String, _ chinese: String, _ english: String) -> Problem {
      .field(name, .invalidValue, chinese, english, .unprocessableContent)
    }
    func noneOf(_ name: String, _ words: [String]) -> Problem {
      wrong(name, "必須是其中之一：\(words.joined(separator: "、"))", "is none of \(words.joined(separator: ", "))")
    }
    /// The value of a choice; the default if it is not given.
    func chosen<Value: RawRepresentable & CaseIterable>(_ name: String, _ usual: Value) throws -> Value
    where Value.RawValue == String {
      guard body[name] != .null else { return usual }
      guard let value = body[name].text.flatMap(Value.init(rawValue:)) else {
        throw noneOf(name, Value.allCases.map(\.rawValue))
      }
      return value
    }
    try UserEndpoints.refuseNull(body, body.members.map(\.name).filter { $0 != "advance_days" })
    guard let name = body["name"].text else { throw Problem.missingText("name") }
    guard let died = body["died"].text.flatMap({ try? SolarDate(iso: $0) }) else {
      throw wrong("died", "沒有寫，或不是日期，例如 2025-08-08", "is missing, or is no date such as 2025-08-08")
    }
    var custom = MourningCustom()
    custom.firstAnniversary = try chosen("first", custom.firstAnniversary)
    custom.leap = try chosen("leap", custom.leap)
    custom.short = try chosen("short", custom.short)
    let given = body["parts"] == .null ? ["hundred", "first", "yearly"] : body["parts"].texts
    guard body["parts"] == .null || given.count == body["parts"].list.count else { throw noneOf("parts", parts) }
    let wanted = try given.map { text in
      guard let part = AncestorForm.Part(rawValue: text) else {
        throw wrong(
          "parts", "「\(text.prefix(50))」不是其中之一：\(parts.joined(separator: "、"))",
          "\(text.prefix(50)) is none of \(parts.joined(separator: ", "))")
      }
      return part
    }
    guard !wanted.isEmpty else {
      throw wrong(
        "parts", "必須是其中一個以上：\(parts.joined(separator: "、"))", "are none of \(parts.joined(separator: ", "))")
    }
    let third = try chosen("third", MourningCustom.ThirdYear.monthAfterFirstAnniversary)
    if wanted.contains(.third) { custom.thirdYear = third }
    guard body["preview"] == .null || body["preview"].flag != nil else {
      throw wrong("preview", "必須是 true 或 false", "is neither true nor false")
    }
    let advance = body["advance_days"]
    guard advance == .null || advance.integer.map(NotificationSettings.advanceDayRange.contains) == true else {
      throw wrong("advance_days", "必須是從 0 到 30 的數字", "is no number from 0 to 30")
    }
    let days: [MourningDay]
    do {
      days = try MourningDays(after: died, of: name, custom: custom).days.filter { day in
        wanted.contains { $0.contains(day.kind) }
      }
    } catch {
      throw Problem.field("name", .invalidValue, Wording(error.text(in:)), .unprocessableContent)
    }
    var added = 0
    if body["preview"] != .flag(true) {
      do {
        added = try await OwnDayAdding(call).add(
          days.map { try $0.ownDay(in: call.language, advanceDays: advance.integer) }
        ).added
      } catch let refusal as OwnDayAdding.Refusal {
        throw Problem.field("name", .conflict, refusal.wording, .unprocessableContent)
      }
    }
    return .json([
      "days": .list(
        days.map { day in
          [
            "title": .text(day.title.text(in: call.language)), "solar_date": "\(day.date)",
            "rule": .text("\(day.rule)"),
          ]
        }), "added": .integer(added),
    ])
  }

  private static let limit = CommonParameters.limit(1...500, default: 100)

  private static func list(_ call: Call) async throws -> Answer {
    let (user, size) = (try call.userUUID(), try call[limit] ?? 100)
    let after = try call[CommonParameters.cursor].map { text in
      guard let id = Int(text), id > 0 else { throw Problem.noPage }
      return id
    }
    let page = try await call.work { try $0.ownEvents(of: user, limit: size, after: after ?? 0) }
    let json = EventJSON(call: try await call.inOwnZone())
    return .json(.list(try page.events.map { try json.ownDay($0) }))
      .counting(page.total).linking(toNext: page.next.map { call.url(withCursor: "\($0)") })
  }

  private static func add(_ call: Call) async throws -> Answer {
    let body = try await call.object(UserSchemas.ownEventFields)
    let (user, change) = (try call.userUUID(), call.change)
    var fields = body.members.filter { $0.value != .null }.map { Draft.Given($0.name, $0.value) }
    if body["observance"] == .null { fields.append(Draft.Given("observance", "custom")) }
    let draft = Draft(fields: fields)
    try await call.work { try $0.examineOwnEvent(draft, of: user, change) }
    let event = try await call.write { try $0.addOwnEvent(draft, of: user, change) }
    var answer = Answer.json(try EventJSON(call: try await call.inOwnZone()).ownDay(event), status: .created)
    answer.headers[.location] = "/api/user/events/\(event.id)"
    return answer
  }

  private static func change(_ call: Call) async throws -> Answer {
    let body = try await call.object(UserSchemas.ownEventFields)
    let (name, user, change) = (try await call.ownEvent().key, try call.userUUID(), call.change)
    let draft = Draft(fields: body.members.map { Draft.Given($0.name, $0.value) })
    let same = try await call.work { try $0.examineOwnEvent(name, of: user, draft, change) }
    let event =
      if let same { same } else { try await call.write { try $0.changeOwnEvent(name, of: user, draft, change) } }
    return .json(try EventJSON(call: try await call.inOwnZone()).ownDay(event))
  }
}

extension Call {
  /// The user's own event in the path; another user's event is not found.
  fileprivate func ownEvent() async throws -> Event {
    let (name, user) = (id, try userUUID())
    do {
      return try await work { try $0.ownEvent(name, of: user) }
    } catch RecordError.noSuchRecord(.event, _, _) {
      throw Problem(
        .notFound, .noSuchRecord, "您沒有節日「\(name.prefix(70))」", "you have no event \"\(name.prefix(70))\"")
    }
  }
}

extension EventJSON {
  /// A user's own day: an event, and how many days before it is told.
  func ownDay(_ event: Event) throws -> JSON { try details(event).adding(["advance_days": JSON(event.advanceDays)]) }
}
