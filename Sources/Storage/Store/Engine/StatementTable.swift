internal import GRDB
import Synchronization

/// The prepared statements of one connection, found by where their texts stand in memory.
///
/// GRDB finds a statement by what its text says, and has to read all of it: where little is looked up, that takes as long as the statement
/// itself. Texts of ours are constants nearly all, which never move.
///
/// Unchecked: whoever has the connection has its table, alone.
final class StatementTable: @unchecked Sendable {
  private var places: [(text: String, statement: Statement)?] = Array(repeating: nil, count: 256)

  subscript(_ sql: SQL) -> Statement? {
    get {
      // A text that is the very same is known as such without a look at it.
      guard let known = places[place(of: sql)], known.text == sql.text else { return nil }
      return known.statement
    }
    set {
      places[place(of: sql)] = newValue.map { (sql.text, $0) }
    }
  }

  /// A place of 256, by a multiplicative hash of the address (Knuth, The Art of Computer Programming, volume 3, section 6.4). A text
  /// that was put together for a call stands somewhere else each time, and is seldom found here.
  private func place(of sql: SQL) -> Int {
    let address = sql.text.utf8.withContiguousStorageIfAvailable { UInt64(UInt(bitPattern: $0.baseAddress)) } ?? 0
    return Int((address &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}

/// The tables of a database's connections.
final class StatementTables: Sendable {
  private let tables = Mutex<[ObjectIdentifier: StatementTable]>([:])

  /// Takes note of a connection that is new. One that stood at the same place in memory before is gone.
  func add(_ connection: GRDB.Database) {
    tables.withLock { $0[ObjectIdentifier(connection)] = StatementTable() }
  }

  /// Lets go of all statements: what is asked for afterwards is kept by GRDB alone.
  func removeAll() {
    tables.withLock { $0.removeAll() }
  }

  subscript(_ connection: GRDB.Database) -> StatementTable {
    tables.withLock { $0[ObjectIdentifier(connection)] } ?? StatementTable()
  }
}
