internal import CPostgreSQL

/// The parsed URL of a PostgreSQL database.
struct PostgreSQLAddress: Sendable {
  /// The connection parameters for libpq, with our defaults.
  let parameters: [(name: String, value: String)]
  /// False for a pooler that gives each transaction another connection, such as PgBouncer before 1.21.
  let preparesStatements: Bool
  /// The location without the password.
  let place: String

  /// Parses `postgresql://user@host:port/name?sslmode=verify-full`, and what else libpq takes: a socket as `?host=/run/postgresql`, a service as
  /// `?service=name`.
  ///
  /// - Throws: `DatabaseError.badServerURL`.
  init(_ url: String) throws(DatabaseError) {
    let (text, prepares) = try Self.withoutOwnOptions(url)
    preparesStatements = prepares
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(text, &message)
    defer {
      PQconninfoFree(options)
      PQfreemem(message)
    }
    guard let options else {
      let reason = message.map { PostgreSQLError.oneLine(String(cString: $0)) } ?? "it cannot be parsed"
      throw .badServerURL(Self.withoutPassword(text), reason: reason)
    }
    var given: [(name: String, value: String)] = []
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { given.append((String(cString: keyword), String(cString: value))) }
      option += 1
    }
    let names = Set(given.map(\.name))
    parameters = given + Self.defaults.filter { !names.contains($0.name) }
    func value(_ name: String) -> String? { given.first { $0.name == name }?.value }
    for port in value("port")?.split(separator: ",") ?? [] where UInt16(port) == nil {
      throw .badServerURL(Self.withoutPassword(text), reason: "the port \(port) is no number from 0 to 65535")
    }
    if let service = value("service"), value("host") == nil {
      place = "postgresql:///?service=\(service)"
    } else {
      let host = value("host") ?? ""
      let name = value("dbname") ?? ""
      let port = value("port").map { ":\($0)" } ?? ""
      place =
        host.hasPrefix("/") ? "postgresql:///\(name)?host=\(host)" : "postgresql://\(host)\(port)/\(name)"
    }
  }

  /// What cannot be reached is said within five seconds; a lost network is noticed within a minute.
  private static let defaults = [
    (name: "connect_timeout", value: "4"), ("client_encoding", "UTF8"), ("application_name", "folkcal"),
    ("keepalives_idle", "20"), ("keepalives_interval", "5"), ("keepalives_count", "4"), ("tcp_user_timeout", "40000"),
  ].map { (name: $0.0, value: $0.1) }

  /// True for the URLs of this engine.
  static func isAddress(_ url: String) -> Bool { url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") }

  /// Takes our own option out of the URL: `prepared_statements=false`.
  private static func withoutOwnOptions(_ url: String) throws(DatabaseError) -> (url: String, prepares: Bool) {
    guard let question = url.firstIndex(of: "?") else { return (url, true) }
    var prepares = true
    var rest: [Substring] = []
    for option in url[url.index(after: question)...].split(separator: "&") {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts[0] == "prepared_statements" else {
        rest.append(option)
        continue
      }
      guard parts.count == 2, ["true", "false"].contains(parts[1]) else {
        throw .badServerURL(withoutPassword(url), reason: "prepared_statements is true or false")
      }
      prepares = parts[1] == "true"
    }
    return (url[..<question] + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&")), prepares)
  }

  /// The URL without a password, for messages.
  private static func withoutPassword(_ url: String) -> String {
    let url = url.replacing(#/password=[^&]*/#, with: "password=…")
    guard let scheme = url.firstRange(of: "://") else { return url }
    let rest = url[scheme.upperBound...]
    guard let at = rest[..<(rest.firstIndex(of: "/") ?? rest.endIndex)].lastIndex(of: "@") else { return url }
    let user = rest[..<at].prefix { $0 != ":" }
    return String(url[..<scheme.upperBound] + user + rest[at...])
  }
}
