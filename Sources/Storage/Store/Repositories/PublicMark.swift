internal import Database
public import Folklore
import JSON
import Records

extension Store {
  /// A short text that changes with every change of the public data: sources, deities, shared events, temples, activities, groups. Users' data
  /// do not change it. It is the same in all processes and after a restart, and is read by one key lookup.
  public func publicMark() throws -> String {
    try database.read { try PublicMark(connection: $0).text() }
  }

  /// What changed the public data since a mark, as far as it is few temples, read with them on one snapshot.
  ///
  /// - Returns: the present mark, the numbers of the temples that were added or changed, and those temples; nil if other data
  ///   changed too, if too many temples did, or if the mark is too old.
  public func templesChanged(since mark: String) throws -> (mark: String, ids: Set<Int>, temples: [Temple])? {
    try database.read { connection in
      let mark = try PublicMark(connection: connection).templesChanged(since: mark)
      guard let (mark, ids) = mark else { return nil }
      guard !ids.isEmpty else { return (mark, [], []) }
      let list = ids.sorted().map(String.init).joined(separator: ",")
      let records = try RecordReader(connection: connection).records(.temple, where: "t.id IN (\(list))")
      return (mark, ids, made(records) { try Temple(record: $0) })
    }
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
  func renew() throws { try renew(temples: nil) }

  /// Sets a new mark in a transaction that has changed nothing public but some temples.
  ///
  /// - Parameter temples: their numbers; nil for other data, or for too many.
  func renew(temples: Set<Int>?) throws {
    let before = try text()
    let count = Int(before.prefix { $0 != "-" }) ?? 0
    let mark = "\(count + 1)-\(RandomText.hexadecimal(bytes: 8))"
    try connection.setMeta("public_mark", mark)
    try note(temples, from: before, to: mark)
    try connection.announce()
  }

  /// Adds a temple to what the transaction has changed since it set the mark; nil for other data.
  ///
  /// - Returns: whether all changes of the transaction are still few temples.
  func add(temple: Int?) throws -> Bool {
    guard let last = try changes().last, let temples = last.temples else { return false }
    let all = temple.map { temples.union([$0]) }.flatMap { $0.count <= Self.mostTemples ? $0 : nil }
    try note(all, from: last.from, to: last.to)
    return all != nil
  }

  // MARK: The last changes

  /// The change from one mark to the next.
  private struct PublicChange {
    let from: String
    let to: String
    /// Nil if it changed more than some temples.
    let temples: Set<Int>?
  }

  /// A server that was busy for longer reads everything.
  private static let keptChanges = 50
  /// Beyond it reading everything is as fast.
  private static let mostTemples = 100
  private static let changesName = "public_changes"

  private func changes() throws -> [PublicChange] {
    let lines = (try connection.meta(Self.changesName) ?? "").split(separator: "\n")
    return lines.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3 else { return nil }
      let temples = words[2] == "-" ? nil : Set(words[2].split(separator: ",").compactMap { Int($0) })
      return PublicChange(from: words[0], to: words[1], temples: temples)
    }
  }

  private func note(_ temples: Set<Int>?, from: String, to: String) throws {
    let kept = try changes().filter { $0.to != to } + [PublicChange(from: from, to: to, temples: temples)]
    let lines = kept.suffix(Self.keptChanges).map { change in
      let numbers = change.temples?.sorted().map(String.init).joined(separator: ",") ?? "-"
      return "\(change.from) \(change.to) \(numbers)"
    }
    try connection.setMeta(Self.changesName, lines.joined(separator: "\n"))
  }

  /// The temples of all changes from a mark to the present one; nil if one of them changed more, or is not known.
  fileprivate func templesChanged(since mark: String) throws -> (mark: String, temples: Set<Int>)? {
    let (now, changes) = (try text(), Dictionary(try changes().map { ($0.from, $0) }) { $1 })
    var (mark, temples) = (mark, Set<Int>())
    while mark != now {
      // Each mark is the beginning of one change, so this ends.
      guard let change = changes[mark], let some = change.temples, temples.count <= Self.mostTemples else { return nil }
      temples.formUnion(some)
      mark = change.to
    }
    return (now, temples)
  }
}

extension Record {
  /// True if the record is public.
  var isPublic: Bool { entity != .user && (entity != .event || self["owner"] == .null) }
}
