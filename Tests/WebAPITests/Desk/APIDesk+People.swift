import Folklore
import Foundation
import JSON
import Records
import Store

@testable import WebAPI

/// Somebody who has signed in.
struct DeskUser: Sendable {
  let id: Int
  let uuid: String
  /// The access token.
  let token: String
}

extension APIDesk {
  /// A user who has signed in.
  ///
  /// - Parameter fields: besides the name and the mail address.
  func user(_ name: String = "mei", _ fields: [Draft.Given] = []) throws -> DeskUser {
    let uuid = UUID().uuidString.lowercased()
    let draft = Draft(
      fields: [
        .init("uuid", .text(uuid)), .init("email", .text("\(name)@example.org")), .init("display_name", .text(name)),
      ] + fields)
    let record = try store.add([draft], to: .user, change).first
    let id = record?.id ?? 0
    return DeskUser(
      id: id, uuid: uuid, token: try service.accessToken(userID: id, uuid: uuid, now: Int(clock.now)).token)
  }

  /// An API token.
  func token(
    _ role: APIRole, of user: DeskUser? = nil, expiresAt: Int? = nil, name: String? = nil
  ) throws -> String {
    try store.makeToken(
      name: name ?? "\(role.rawValue) \(UUID().uuidString)", role: role, user: user?.uuid, expiresAt: expiresAt, change)
  }

  /// Adds a record past the API; the server sees it at the next request.
  @discardableResult
  func add(_ entity: Entity, _ fields: KeyValuePairs<String, JSON>, at time: Int? = nil) async throws -> Record {
    let draft = Draft(fields: fields.map { Draft.Given($0.key, $0.value) })
    let added = try store.add([draft], to: entity, time.map(Self.change) ?? change).first
    guard let added else { throw SocketError(what: "nothing was added") }
    try await service.keeper.refresh()
    return added
  }

  /// Changes a record past the API; the server sees it at the next request.
  func edit(_ entity: Entity, _ key: String, _ fields: KeyValuePairs<String, JSON>) async throws {
    try store.edit(entity, key: key, Draft(fields: fields.map { Draft.Given($0.key, $0.value) }), change)
    try await service.keeper.refresh()
  }
}
