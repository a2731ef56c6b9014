internal import CPostgreSQL

/// An error of the server or of the connection to it.
struct PostgreSQLError: Error {
  /// SQLSTATE; empty if the connection failed.
  let state: String
  let message: String

  init(state: String, message: String) {
    self.state = state
    self.message = message
  }

  /// The error of a result.
  init(result: OpaquePointer?, link: OpaquePointer?) {
    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY; the macros are characters, which Swift imports as numbers.
    state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
    let primary = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
    message = primary ?? Self.oneLine(String(cString: PQerrorMessage(link)))
  }

  /// libpq's messages have several lines.
  static func oneLine(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).map { $0.drop { $0.isWhitespace } }.joined(separator: "; ")
  }

  /// True if the connection is lost or the server is going down or starting: a new connection may succeed.
  var isLostConnection: Bool {
    // Class 08: connection exceptions. 57P01 to 57P05: shut down, crashed, starting, idle session ended. 25P03: idle in a transaction.
    state.isEmpty || state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(state)
      // A failed-over server that became read-only, as seen by an old connection.
      || state == "25006"
  }

  /// True if the same transaction may succeed when it runs again.
  var isTransient: Bool {
    // Serialization failure, deadlock. A plan that was made for an older table.
    isLostConnection || state == "40001" || state == "40P01" || state == "0A000" && message.contains("cached plan")
      || isRace
  }

  /// True if another transaction wrote the same value, or removed a referenced row, after this one had checked. The second attempt sees it and
  /// reports it as every check does.
  var isRace: Bool { state == "23505" || state == "23503" }

  /// True if the connection does not know a statement that it prepared, or has one that another prepared: a pooler exchanges connections.
  var isForgottenStatement: Bool { state == "26000" || state == "42P05" }

  /// The error in our words.
  func databaseError(_ place: String) -> DatabaseError {
    switch state {
    // Not 57014, a statement that was cancelled: it must not begin again.
    // After all attempts of a transaction others stand in the way just as well.
    case "55P03", "40001", "40P01": .busy(place)
    case "25006": .readOnlyServer(place)
    case "42501": .notAllowed(place, reason: message)
    case "53100": .full(place)
    case "28000", "28P01", "3D000": .cannotOpen(place, reason: message)
    case _ where isForgottenStatement: .forgetfulPooler(place)
    case _ where state.hasPrefix("23"): .constraint(message)
    case _ where isLostConnection: .unreachable(place, reason: message)
    default: .failed(place, reason: message)
    }
  }
}
