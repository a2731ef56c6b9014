internal import Addresses

/// Who holds a courier while a message is under way: a server, and the user whom the message is for.
struct Party: Hashable, Sendable {
  enum Server: Hashable, Sendable {
    /// No user has chosen it, and the reminders of all users go by it: it may hold all couriers.
    case operators
    /// One that a user has named: a name, or an address in one form.
    case host(String)
  }

  let server: Server
  /// Nil where one user may hold all couriers.
  let user: Int?

  static let operators = Party(server: .operators, user: nil)

  init(server: Server, user: Int?) {
    self.server = server
    self.user = user
  }

  /// The party of a user's own target. All schemes, ports and paths of a host are one server; so are all forms of an address, and the
  /// addresses of one IPv6 network (/64), which one customer of a provider has to himself. What is no URL is a server by itself.
  init(target: String, user: Int) {
    self.init(
      server: .host((try? StrictURL(parsing: target, as: [.https, .http])).map(Self.name) ?? target), user: user)
  }

  private static func name(_ url: StrictURL) -> String {
    // A name that begins with a letter is no address in any form.
    if let first = url.host.utf8.first, first < UInt8(ascii: "a"), let address = InternetAddress(host: url.host) {
      return address.network.description
    }
    return url.host.hasSuffix(".") ? String(url.host.dropLast()) : url.host
  }
}
