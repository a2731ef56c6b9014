internal import CPostgreSQL
internal import Foundation

/// One connection to a server. Used by one thread at a time, but for `cancel`.
final class PostgreSQLLink: @unchecked Sendable {
  private let link: OpaquePointer
  private let preparesStatements: Bool
  /// The names of the prepared statements.
  private var prepared: [Prepared: String] = [:]
  /// False after an error that leaves the connection in an unknown state.
  private(set) var isGood = true

  /// A statement with the types of its arguments; the same text with other types is another statement.
  private struct Prepared: Hashable {
    let text: String
    let types: [Oid]
  }

  /// More statements than our program has; guards against texts that are made from data.
  private static let mostStatements = 1_000

  /// Connects.
  ///
  /// - Throws: `PostgreSQLError`.
  init(_ address: PostgreSQLAddress) throws {
    let names = address.parameters.map { strdup($0.name) } + [nil]
    let values = address.parameters.map { strdup($0.value) } + [nil]
    defer { for text in names + values { free(text) } }
    let link = PQconnectdbParams(names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0)
    guard let link, PQstatus(link) == CONNECTION_OK else {
      let message = PostgreSQLError.oneLine(link.map { String(cString: PQerrorMessage($0)) } ?? "out of memory")
      PQfinish(link)
      throw PostgreSQLError(state: "", message: message)
    }
    self.link = link
    preparesStatements = address.preparesStatements
    // Notices (a table exists already, an identifier was cut) are not for our standard error.
    PQsetNoticeProcessor(link, { _, _ in }, nil)
  }

  deinit { PQfinish(link) }

  /// The server's version: 150018 for 15.18.
  var serverVersion: Int { Int(PQserverVersion(link)) }

  /// Runs statements without arguments, in one round trip.
  ///
  /// - Returns: the first column of the first row of the last one.
  @discardableResult
  func run(_ script: String) throws -> String? {
    let result = PQexec(link, script)
    defer { PQclear(result) }
    try check(result)
    return PQntuples(result) > 0 && PQgetisnull(result, 0, 0) == 0 ? String(cString: PQgetvalue(result, 0, 0)) : nil
  }

  /// Ends a transaction.
  ///
  /// - Throws: `PostgreSQLError`, also if the server rolled back because a statement had failed and its error was not passed on.
  func commit() throws {
    let result = PQexec(link, "COMMIT")
    defer { PQclear(result) }
    try check(result)
    guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
      throw PostgreSQLError(state: "25P02", message: "a statement had failed, so nothing was written")
    }
  }

  /// Runs a statement and passes its result to a body.
  func run<Value>(_ text: String, _ arguments: [SQLValue], _ body: (OpaquePointer) throws -> Value) throws -> Value {
    let types = arguments.map(\.type)
    let result = try Self.withTexts(arguments) { values in
      if preparesStatements {
        PQexecPrepared(link, try name(of: text, types), Int32(arguments.count), values, nil, nil, 0)
      } else {
        PQexecParams(link, text, Int32(arguments.count), types, values, nil, nil, 0)
      }
    }
    defer { PQclear(result) }
    try check(result)
    guard let result else { throw PostgreSQLError(state: "", message: "the server sent no answer") }
    return try body(result)
  }

  private func name(of text: String, _ types: [Oid]) throws -> String {
    let statement = Prepared(text: text, types: types)
    if let name = prepared[statement] { return name }
    if prepared.count >= Self.mostStatements {
      try run("DEALLOCATE ALL")
      prepared.removeAll()
    }
    let name = "s\(prepared.count)"
    let result = PQprepare(link, name, text, Int32(types.count), types)
    defer { PQclear(result) }
    try check(result)
    prepared[statement] = name
    return name
  }

  private func check(_ result: OpaquePointer?) throws {
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
    default:
      let error = PostgreSQLError(result: result, link: link)
      if error.isLostConnection || PQstatus(link) != CONNECTION_OK { isGood = false }
      throw error
    }
  }

  /// True if something between here and the server answers in its place: the server's process is not the one that greeted us.
  var isPooled: Bool {
    get throws { try run("SELECT pg_backend_pid()") != "\(PQbackendPID(link))" }
  }

  /// Runs a prepared statement without arguments; ends a hindrance if the answer does not come at once.
  ///
  /// - Throws: `PostgreSQLError`.
  func probe(_ text: String, hindrance: () throws -> Void) throws {
    guard PQsendQueryPrepared(link, try name(of: text, []), 0, nil, nil, nil, 0) == 1 else { return try check(nil) }
    var descriptor = pollfd(fd: PQsocket(link), events: Int16(POLLIN), revents: 0)
    if poll(&descriptor, 1, Self.probeMilliseconds) <= 0 { try hindrance() }
    var failure: PostgreSQLError?
    while let result = PQgetResult(link) {
      defer { PQclear(result) }
      do { try check(result) } catch let error as PostgreSQLError { failure = error }
    }
    if let failure { throw failure }
  }

  private static let probeMilliseconds: Int32 = 500

  /// Prepares a statement.
  func prepare(_ text: String) throws { _ = try name(of: text, []) }

  /// True if a transaction is open.
  var isInTransaction: Bool { PQtransactionStatus(link) != PQTRANS_IDLE }

  /// Waits for a notification on the connection, at most for so long.
  ///
  /// - Returns: whether one came.
  /// - Throws: `PostgreSQLError` if the connection is lost.
  func waitForNotification(milliseconds: Int) throws -> Bool {
    var descriptor = pollfd(fd: PQsocket(link), events: Int16(POLLIN), revents: 0)
    if poll(&descriptor, 1, Int32(clamping: milliseconds)) > 0, PQconsumeInput(link) == 0 {
      throw PostgreSQLError(state: "", message: PostgreSQLError.oneLine(String(cString: PQerrorMessage(link))))
    }
    var came = false
    while let notification = PQnotifies(link) {
      came = true
      PQfreemem(notification)
    }
    return came
  }

  /// Makes the running statement fail; called by another thread.
  func cancel() {
    guard let cancellation = PQgetCancel(link) else { return }
    var message = [CChar](repeating: 0, count: 256)
    PQcancel(cancellation, &message, 256)
    PQfreeCancel(cancellation)
  }

  /// Passes the arguments as C strings; null is no string.
  private static func withTexts<Value>(
    _ arguments: [SQLValue], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) throws -> Value
  ) throws -> Value {
    var bytes: [CChar] = []
    var starts: [Int?] = []
    starts.reserveCapacity(arguments.count)
    for argument in arguments {
      guard let text = argument.serverText else {
        starts.append(nil)
        continue
      }
      guard !text.utf8.contains(0) else {
        throw PostgreSQLError(state: "22021", message: "a text with a zero byte cannot be kept")
      }
      starts.append(bytes.count)
      bytes.append(contentsOf: text.utf8.lazy.map { CChar(bitPattern: $0) })
      bytes.append(0)
    }
    return try bytes.withUnsafeBufferPointer { buffer in
      let pointers = starts.map { start in start.flatMap { buffer.baseAddress?.advanced(by: $0) } }
      return try pointers.withUnsafeBufferPointer { try body($0.baseAddress) }
    }
  }
}

extension SQLValue {
  /// The type's number in pg_type.dat: int8, float8, text. The server infers the type of a null.
  fileprivate var type: Oid {
    switch self {
    case .null: 0
    case .integer: 20
    case .real: 701
    case .text: 25
    }
  }

  fileprivate var serverText: String? {
    switch self {
    case .null: nil
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text
    }
  }
}
