internal import Foundation
internal import Synchronization

/// The connections of one process to a server. Each is used by one transaction at a time.
final class PostgreSQLPool: Sendable {
  private let address: PostgreSQLAddress
  private let state = Mutex(State())
  /// One for each connection that may be open.
  private let permits = DispatchSemaphore(value: mostConnections)

  private struct State {
    var idle: [PostgreSQLLink] = []
    var busy: [ObjectIdentifier: PostgreSQLLink] = [:]
    var isClosed = false
  }

  /// Enough for the threads of a server; a process with more would only move the queue into PostgreSQL.
  private static let mostConnections = 12
  /// The oldest server whose statements and functions we use.
  private static let oldestServer = 15

  init(_ address: PostgreSQLAddress) {
    self.address = address
  }

  /// Passes a connection to a body, and keeps it for the next one if it is still good.
  ///
  /// - Throws: `PostgreSQLError` if no connection can be made; `DatabaseError.serverTooOld`.
  func withLink<Result>(_ body: (PostgreSQLLink) throws -> Result) throws -> Result {
    permits.wait()
    defer { permits.signal() }
    let link = try take()
    defer { put(link) }
    return try body(link)
  }

  private func take() throws -> PostgreSQLLink {
    let idle = try state.withLock { state in
      guard !state.isClosed else { throw PostgreSQLError(state: "closed", message: "it was closed") }
      return state.idle.popLast()
    }
    let link = try idle ?? connect()
    state.withLock { $0.busy[ObjectIdentifier(link)] = link }
    return link
  }

  /// Makes a connection of its own, which the pool does not count.
  func connect() throws -> PostgreSQLLink {
    let link = try PostgreSQLLink(address)
    guard link.serverVersion / 10_000 >= Self.oldestServer else {
      throw DatabaseError.serverTooOld(address.place, version: link.serverVersion / 10_000, oldest: Self.oldestServer)
    }
    return link
  }

  /// Finds out whether a pooler gives each transaction another connection and forgets prepared statements. Without a pooler it costs one round trip.
  ///
  /// One connection prepares a statement; while a transaction of another holds what it prepared it on, it must still know it.
  ///
  /// - Throws: `PostgreSQLError.isForgottenStatement`.
  func checkPooler() throws {
    try withLink { link in
      guard try link.isPooled else { return }
      let other = try connect()
      let statement = "SELECT 1"
      try link.prepare(statement)
      try other.run("BEGIN; SELECT 1")
      defer { _ = try? other.run("ROLLBACK") }
      try link.probe(statement) { try other.run("ROLLBACK") }
    }
  }

  private func put(_ link: PostgreSQLLink) {
    state.withLock { state in
      state.busy[ObjectIdentifier(link)] = nil
      if link.isGood, !link.isInTransaction, !state.isClosed { state.idle.append(link) }
    }
  }

  /// Drops the idle connections: after a lost connection the others are probably lost too.
  func dropIdle() { state.withLock { $0.idle.removeAll() } }

  func cancelAll() {
    for link in state.withLock({ Array($0.busy.values) }) { link.cancel() }
  }

  /// Closes the idle connections now, the others when their transactions end.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.idle.removeAll()
    }
  }
}
