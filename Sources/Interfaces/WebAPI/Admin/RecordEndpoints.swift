import Addresses
import Folklore
import Foundation
import HTTPTypes
import HummingbirdCore
import JSON
import Records
import Store

/// The endpoints of one kind of record: list, show, add, change, remove.
enum RecordEndpoints {
  static func all(of entity: Entity) -> [Endpoint] {
    let kind = entity.rawValue.capitalized
    let plural = entity.plural.capitalized
    let path = "/api/admin/\(entity.plural)"
    let one: [ParameterDeclaration] = [.inPath("key", "The \(entity.keyName), or the number.")]
    let names = AdminSchemas.Names(entity)
    let record = JSON.schema(names.record)
    // Only administrators see users' addresses.
    let reading: Endpoint.Access = .role(entity == .user ? .admin : .reader)
    let writing: Endpoint.Access = .role(entity == .user ? .admin : .editor)
    return [
      Endpoint(
        method: .get, path: path, name: "list\(plural)Kept", summary: "The \(entity.plural), as they are kept.",
        tag: .admin, access: reading,
        parameters: [
          CommonParameters.search.declaration, sort.declaration, limit.declaration, CommonParameters.cursor.declaration,
        ] + conditions(of: entity).map(\.declaration), schema: .list(of: record), refusals: [.notFound],
        caching: .ownChecked
      ) { call in
        try await list(entity, call)
      },
      Endpoint(
        method: .post, path: path, name: "add\(kind)", summary: "Adds one.", tag: .admin, access: writing,
        body: .schema(names.new),
        success: .created, schema: record, refusals: [.conflict, .unprocessableContent]
      ) { call in
        let (draft, change) = (try await Self.draft(call, of: entity), call.change)
        let added = try await call.write { try $0.add([draft], to: entity, change) }
        guard let key = added.first?.key else {
          throw Problem(.internalServerError, .internalError, "什麼都沒有寫入", "nothing was written")
        }
        let written = try await call.work { try $0.record(entity, key: key) }
        await call.refresh()
        var answer = Answer.json(json(of: written), status: .created)
        answer.headers[.location] = "\(path)/\(PercentEncoding.encode(key))"
        return answer
      },
      Endpoint(
        method: .get, path: path + "/{key}", name: "get\(kind)Kept", summary: "One, as it is kept.", tag: .admin,
        access: reading, parameters: one, schema: record, refusals: [.notFound], caching: .ownChecked
      ) { call in
        let id = call.id
        let isOffice = call.caller.isAdministrator
        let json = json(of: try await call.work { try $0.kept(entity, id, alsoOwn: isOffice) })
        var answer = Answer.json(json)
        answer.tag = EntityTag(of: json.json())
        return answer
      },
      Endpoint(
        method: .put, path: path + "/{key}", name: "change\(kind)",
        summary:
          "Changes the fields that are given; with If-Match, a record that has changed since is refused.",
        tag: .admin, access: writing, parameters: one,
        body: .schema(names.change), schema: record,
        refusals: [.notFound, .conflict, .preconditionFailed, .unprocessableContent]
      ) { call in
        let (draft, change) = (try await Self.draft(call, of: entity), call.change)
        let expected = call.request.headers[.ifMatch]
        let (id, isOffice) = (call.id, call.caller.isAdministrator)
        let written = try await call.write { store in
          try store.edit(entity, key: store.kept(entity, id, alsoOwn: isOffice).key, change) { old in
            if let expected, !EntityTag(of: json(of: old).json()).isNamed(by: expected) {
              throw Problem.changedSinceRead
            }
            return draft
          }.new
        }
        await call.refresh()
        return .json(json(of: try await call.work { try $0.record(entity, key: written.key) }))
      },
      Endpoint(
        method: .delete, path: path + "/{key}", name: "remove\(kind)",
        summary: "Removes a record; a record with references stays, and the answer names them.", tag: .admin,
        access: writing, parameters: one, success: .noContent, refusals: [.notFound, .conflict]
      ) { call in
        let (id, isOffice, change) = (call.id, call.caller.isAdministrator, call.change)
        _ = try await call.write { try $0.remove(entity, key: $0.kept(entity, id, alsoOwn: isOffice).key, change) }
        await call.refresh()
        return .noContent
      },
    ]
  }

  private static func json(of record: Record) -> JSON {
    record.json(without: AdminSchemas.hidden).adding([
      "created_at": .text(CivilTime.iso(unixTime: record.createdAt)),
      "updated_at": .text(CivilTime.iso(unixTime: record.updatedAt)),
    ])
  }

  private static func draft(_ call: Call, of entity: Entity) async throws -> Draft {
    guard case .object(let members) = try await call.body() else {
      throw Problem.noObject
    }
    // A record that is sent back has an owner that is null.
    if entity == .event, members.contains(where: { $0.name == "owner" && $0.value != .null }) {
      try refuseOwner(call)
    }
    if let secret = members.first(where: { AdminSchemas.hidden.contains($0.name) }) {
      throw Problem.field(secret.name, .unknownMember, "不能在這裡寫入", "is not written here", .unprocessableContent)
    }
    // A record can be sent back unchanged.
    let (times, given) = (members.filter(isTime), members.filter { !isTime($0) })
    for time in times where time.value.text.map({ (try? CivilTime.parse($0)) == nil }) ?? true {
      throw Problem.field(
        time.name, .invalidValue, "不是時間；而且伺服器會自己記錄", "is no instant; and the server keeps its own",
        .unprocessableContent)
    }
    return Draft(fields: given.map { Draft.Given($0.name, $0.value) }).read(of: entity, by: call.reader())
  }

  /// Only administrators see users' own days.
  private static func refuseOwner(_ call: Call) throws {
    guard call.caller.isAdministrator else {
      throw Problem.field(
        "owner", .roleNeeded, "使用者自己的日子需要角色 admin 的權杖", "users' own days need a token with the role admin", .forbidden)
    }
  }

  private static func isTime(_ member: JSON.Member) -> Bool {
    member.name == "created_at" || member.name == "updated_at"
  }

  // MARK: Lists

  private static let sort = Parameter<String>.choice("sort", "The order.", ListQuery.Order.names)
  private static let limit = CommonParameters.limit(1...1_000, default: 50)

  private static func conditions(of entity: Entity) -> [Parameter<String>] {
    let names =
      switch entity {
      case .event: ["type", "deity", "owner"]
      case .temple: ["county", "town", "deity", "religion", "coordinate_quality"]
      case .activity: ["temple", "event"]
      case .user: ["email", "locale"]
      case .source, .deity, .group: [String]()
      }
    let properties = entity.jsonSchema(forWriting: true)["properties"]
    return names.map { name in
      let description = "Only those with this value in the field."
      let choices = properties[name]["enum"].texts
      if !choices.isEmpty { return .choice(name, description, choices) }
      guard name == "email" else { return .text(name, description) }
      // The store checks addresses. A query has no surrounding line breaks, which a body may have.
      let schema = entity.jsonSchema(forWriting: false)["properties"][name].setting("type", "string")
      return Parameter(name, description, schema: schema) { text throws(ParameterProblem) in
        guard !text.isEmpty else { throw ParameterProblem(expected: "電子郵件地址", "a mail address") }
        return text
      }
    }
  }

  /// The approximate number of records that a search reads; unknown for users.
  private static func searchedRecords(_ entity: Entity, _ call: Call) -> Int {
    switch entity {
    case .temple: call.data.temples.count
    case .event: call.data.catalogue.events.count
    case .user: 10_000
    default: 0
    }
  }

  private static func list(_ entity: Entity, _ call: Call) async throws -> Answer {
    var query = ListQuery()
    query.search = try call[CommonParameters.search]
    if let text = query.search { try call.charge(search: text, among: searchedRecords(entity, call)) }
    let size = try call[limit] ?? 50
    query.limit = size + 1
    query.order = try call[sort].flatMap { ListQuery.Order($0) } ?? .data
    for parameter in conditions(of: entity) {
      guard let value = try call[parameter] else { continue }
      if parameter.declaration.name == "owner" { try refuseOwner(call) }
      query.conditions.append(.init(field: parameter.declaration.name, value: value))
    }
    if entity == .event, !call.caller.isAdministrator { query.conditions.append(.init(field: "owner", value: "")) }
    query.after = try call[CommonParameters.cursor].map { text in
      guard let id = Int(text) else { throw Problem.noPage }
      return id
    }
    let asked = query
    let page: RecordPage
    do {
      page = try await call.work { try $0.list(entity, asked) }
    } catch let faults as RecordFaults {
      // The faults concern parameters, not a body.
      guard let fault = faults.faults.first(where: { $0.field != "after" }) else { throw Problem.noPage }
      throw Problem.field(fault.field, .invalidValue, Wording { fault.problem(in: $0) })
    }
    let next = page.records.count > size ? page.records[size - 1].id : nil
    var answer = Answer.json(.list(page.records.prefix(size).map { json(of: $0) }))
      .counting(page.total).linking(toNext: next.map { call.url(withCursor: "\($0)") })
    answer.tag = EntityTag(of: String(decoding: answer.body, as: UTF8.self))
    return answer
  }
}

extension Store {
  /// The record in the path: by key, otherwise by number.
  ///
  /// A key can be a number too: then it is the key.
  ///
  /// - Parameter alsoOwn: whether the caller may see users' own events.
  fileprivate func kept(_ entity: Entity, _ name: String, alsoOwn: Bool) throws -> Record {
    let found: Record
    do {
      found = try record(entity, key: name)
    } catch RecordError.noSuchRecord where Int(name) != nil {
      found = try record(entity, id: Int(name) ?? 0)
    }
    guard alsoOwn || entity != .event || found["owner"] == .null else {
      throw RecordError.noSuchRecord(entity, key: name, similar: [])
    }
    return found
  }
}
