package import Addresses

/// How the server listens, whom it believes, and what it allows.
package struct APIConfiguration: Sendable {
  package var host = "127.0.0.1"
  /// 0 takes any free port.
  package var port = 8080
  /// Where readers find this server, `https://days.example.org`, for the addresses in feeds and pages; nil for what requests name.
  package var publicURL: String?
  /// Origins whose pages may read the answers in a browser; `*` for all.
  package var allowedOrigins: [String] = ["*"]
  /// How many proxies stand before this server, whose X-Forwarded-For is believed; 0 for none.
  package var trustedProxies = 0
  /// Requests a second from one address that nobody signed in from, and from one caller; 0 for no limit.
  package var requestsPerSecond = 20.0
  /// How many at once after a silence.
  package var requestBurst = 200.0
  /// Whether `/metrics` is read without a token: for a server that only its operator can reach.
  package var hasOpenMetrics = false
  /// The largest body in bytes.
  package var bodyLimit = 1 << 20
  /// The most dates of one conversion.
  package var batchLimit = 10_000
  /// Connections at once; the next ones wait to be accepted.
  package var connectionLimit = 20_000
  /// Seconds for the head of a request from its first byte on, for the whole request, and for a reader to take an answer.
  package var headSeconds = 10
  package var requestSeconds = 60
  /// Seconds that a connection on which all is said stays open for the other side to end it.
  package var lingerSeconds = 5
  /// Seconds after which a connection is closed on which nothing happens.
  package var idleSeconds = 75
  /// Where reminders of users may be sent.
  package var targets = TargetRules()
  /// The zone of days: of today, of countdowns, of opening times.
  package var timeZone = "Asia/Taipei"
  /// How long an access token is good for, and a refresh token, in seconds.
  package var accessTokenSeconds = 15 * 60
  package var refreshTokenSeconds = 90 * 86_400
  /// How often the database is asked whether another program has changed what everybody reads, in seconds.
  package var refreshSeconds = 1.0

  package init() {}
}
