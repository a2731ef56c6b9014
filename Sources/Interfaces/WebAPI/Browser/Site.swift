import HTTPTypes
import HummingbirdCore

/// How a browser reaches this server.
struct Site: Hashable, Sendable {
  /// `https://days.example.org`.
  let origin: String
  /// The host without port: the ID of passkeys.
  let host: String

  init(_ request: Request, _ source: RequestSource, _ configuration: APIConfiguration) {
    if let url = configuration.publicURL {
      origin = url
    } else {
      // Only a trusted proxy may say that the browser used TLS.
      let isForwardedTLS = configuration.trustedProxies > 0 && request.headers[.forwardedProto]?.lowercased() == "https"
      origin = (isForwardedTLS ? "https://" : "http://") + (source.authority ?? "localhost").lowercased()
    }
    host = Self.host(of: origin)
  }

  var isHTTPS: Bool { origin.hasPrefix("https://") }

  /// True on this machine itself: browsers trust `localhost` without TLS.
  var isLocal: Bool { host == "localhost" || host.hasSuffix(".localhost") || host == "127.0.0.1" || host == "[::1]" }

  /// True if the browser allows what needs a secure context: passkeys, notifications, positions, service workers.
  var isSecureContext: Bool { isHTTPS || isLocal }

  /// True if passkeys work: their ID is a name, never an address (Web Authentication, section 5.1.2).
  var allowsPasskeys: Bool {
    isSecureContext && !host.hasPrefix("[") && !host.allSatisfy { $0.isNumber || $0 == "." }
  }

  static func host(of origin: String) -> String {
    let authority = origin.drop { $0 != "/" }.drop { $0 == "/" }
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
    return String(authority.prefix { $0 != ":" })
  }

  /// True if a request that changes something comes from one of our own pages. Browsers set these headers, and scripts of other sites cannot.
  ///
  /// Every browser since 2023 sends Sec-Fetch-Site; for older ones Origin must be ours (OWASP, Cross-Site Request Forgery Prevention).
  func isOwn(_ request: Request) -> Bool {
    if let site = request.headers[.fetchSite] { return site == "same-origin" }
    return request.headers[.origin] == origin
  }
}

extension HTTPField.Name {
  static let forwardedProto = HTTPField.Name("X-Forwarded-Proto") ?? .via
  static let fetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .via
}
