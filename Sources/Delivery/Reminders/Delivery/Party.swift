internal import Addresses

/// The server and user that a courier works for.
struct Party: Hashable, Sendable {
  enum Server: Hashable, Sendable {
    /// The operator's server, which serves all users and may hold all couriers.
    case operators
    /// A server named by a user, as a host name or normalized address.
    case host(String)
  }

  let server: Server
  /// Nil if one user may hold all couriers.
  let user: Int?

  static let operators = Party(server: .operators, user: nil)

  init(server: Server, user: Int?) {
    self.server = server
    self.user = user
  }

  /// The party of a user's own target. All schemes, ports and paths of a host are one server; so are all forms of an address, and all addresses
  /// of an IPv6 /64 network, which one customer has. Text that is no URL is a server by itself.
  init(target: String, user: Int) {
    self.init(server: .host(Self.host(target)), user: user)
  }

  /// The host of a target.
  static func host(_ target: String) -> String {
    (try? StrictURL(parsing: target, as: [.https, .http])).map(name) ?? target
  }

  private static func name(_ url: StrictURL) -> String {
    // A name that starts with a letter is no address.
    if let first = url.host.utf8.first, first < UInt8(ascii: "a"), let address = InternetAddress(host: url.host) {
      return address.network.description
    }
    return url.host.hasSuffix(".") ? String(url.host.dropLast()) : url.host
  }
}
