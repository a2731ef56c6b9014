internal import Database
import JSON
import Records

extension Store {
  /// A short text that changes with every change of the public data: sources, deities, shared events, temples, activities, groups. Users' data
  /// do not change it. It is the same in all processes and after a restart, and is read by one key lookup.
  public func publicMark() throws -> String {
    try database.read { try PublicMark(connection: $0).text() }
  }
}

/// The mark of the public data, in one transaction: a counter for human readers, and a random part, so that a mark stays unique even after the
/// database was restored.
struct PublicMark {
  let connection: any Connection

  func text() throws -> String {
    try connection.meta("public_mark") ?? "0"
  }

  /// Sets a new mark.
  func renew() throws {
    let count = Int(try text().prefix { $0 != "-" }) ?? 0
    try connection.setMeta("public_mark", "\(count + 1)-\(RandomText.hexadecimal(bytes: 8))")
    try connection.announce()
  }
}

extension Record {
  /// True if the record is public.
  var isPublic: Bool { entity != .user && (entity != .event || self["owner"] == .null) }
}
