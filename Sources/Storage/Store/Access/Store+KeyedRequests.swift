internal import Database

/// What is known of a request whose caller gave it a key, so that it is done once however often it is sent.
public enum KeyedRequest: Hashable, Sendable {
  /// The key is new: whoever asked does the request now, and says how it ended with `finish`.
  case isNew
  /// The request is done: its answer.
  case answered(String)
  /// Another server or thread is doing it.
  case underWay
  /// The key came with another request before.
  case otherRequest
}

extension Store {
  /// How long a key is known.
  public static let keySeconds = 86_400
  /// Afterwards whoever began a request is taken for dead. A test message by mail is the longest.
  private static let longestRequestSeconds = 180

  /// Begins a request with a key. One statement decides, so that of several servers only one does the request.
  ///
  /// - Parameters:
  ///   - key: the hash of the key and its caller.
  ///   - request: the hash of what was asked.
  public func begin(request: String, key: String, now: Int) throws -> KeyedRequest {
    try database.write { connection in
      let isTaken =
        try connection.execute(
          """
          INSERT INTO keyed_requests (key_hash, request_hash, began_at, expires_at)
          VALUES ($1, $2, $3, $4)
          ON CONFLICT (key_hash) DO UPDATE
          SET request_hash = excluded.request_hash, answer = NULL, began_at = excluded.began_at,
            expires_at = excluded.expires_at
          WHERE keyed_requests.expires_at <= excluded.began_at
            OR (keyed_requests.answer IS NULL AND keyed_requests.request_hash = excluded.request_hash
              AND keyed_requests.began_at <= $5)
          """,
          [
            .text(key), .text(request), .integer(now), .integer(now + Self.keySeconds),
            .integer(now - Self.longestRequestSeconds),
          ]) > 0
      guard !isTaken else { return .isNew }
      let known = try connection.first(
        "SELECT request_hash, answer FROM keyed_requests WHERE key_hash = $1", [.text(key)]
      ) { (request: $0.text(0), answer: $0.text(1)) }
      guard let known else { return .underWay }
      guard known.request == request else { return .otherRequest }
      return known.answer.map(KeyedRequest.answered) ?? .underWay
    }
  }

  /// Ends a request that `begin` gave to the caller.
  ///
  /// - Parameters:
  ///   - answer: nil if nothing was done: the next request with the key begins anew.
  ///   - began: the time of `begin`, so that nobody ends what another has taken over.
  public func finish(key: String, answer: String?, began: Int) throws {
    let condition = "WHERE key_hash = $1 AND began_at = $2 AND answer IS NULL"
    let arguments: [SQLValue] = [.text(key), .integer(began)]
    _ = try database.write { connection in
      if let answer {
        try connection.execute(SQL("UPDATE keyed_requests SET answer = $3 \(condition)"), arguments + [.text(answer)])
      } else {
        try connection.execute(SQL("DELETE FROM keyed_requests \(condition)"), arguments)
      }
    }
  }

  /// Removes the keys that have ended.
  ///
  /// - Returns: the number removed.
  @discardableResult
  public func cleanUpKeyedRequests(now: Int) throws -> Int {
    try database.write {
      try $0.execute("DELETE FROM keyed_requests WHERE expires_at <= $1", [.integer(now)])
    }
  }
}
