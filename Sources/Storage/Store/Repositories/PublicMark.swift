internal import Database
import JSON
import Records

extension Store {
  /// A short text that is another one after every change of what everybody reads: sources, deities, events that no user owns, temples,
  /// activities, groups. Changes of users, settings, their own events, reminders and tokens leave it as it is.
  ///
  /// It says the same in every process and after a restart. Caches ask for it often, so it is one look-up by key.
  public func publicMark() throws -> String {
    try database.read { try PublicMark(connection: $0).text() }
  }
}

/// The mark of what everybody reads, in one transaction.
///
/// A counter, for people who look, and a random part that is new with every change: so a mark never stands for two different contents, also
/// where a database was put back to what it was and went another way from there.
struct PublicMark {
  let connection: any Connection

  func text() throws -> String {
    try connection.meta("public_mark") ?? "0"
  }

  /// Makes it another one.
  func renew() throws {
    let count = Int(try text().prefix { $0 != "-" }) ?? 0
    try connection.setMeta("public_mark", "\(count + 1)-\(RandomText.hexadecimal(bytes: 8))")
  }
}

extension Record {
  /// Whether everybody reads it.
  var isPublic: Bool { entity != .user && (entity != .event || self["owner"] == .null) }
}
