package import Addresses

/// The settings of the server.
package struct APIConfiguration: Sendable {
  package var host = "127.0.0.1"
  /// 0 takes any free port.
  package var port = 8080
  /// The server's public address, `https://days.example.org`, for links in feeds and pages; nil to use the host of the request.
  package var publicURL: String?
  /// Origins whose pages may read answers in a browser; `*` for all.
  package var allowedOrigins: [String] = ["*"]
  /// The number of trusted proxies in front of this server that set X-Forwarded-For; 0 for none.
  package var trustedProxies = 0
  /// Requests per second from an anonymous address, and from a caller; 0 for no limit.
  package var requestsPerSecond = 20.0
  /// The burst after an idle time.
  package var requestBurst = 200.0
  /// True if `/metrics` needs no token, for a server that only its operator can reach.
  package var hasOpenMetrics = false
  /// The largest body in bytes.
  package var bodyLimit = 1 << 20
  /// The most dates of one conversion.
  package var batchLimit = 10_000
  /// The limit of a write's wait for other writes and programs: the promised five seconds less time for the answer.
  package var writePatience = Duration.milliseconds(4_500)
  /// Open connections; further ones wait to be accepted.
  package var connectionLimit = 20_000
  /// Seconds for the head of a request, for the whole request, and for the client to read an answer.
  package var headSeconds = 10
  package var requestSeconds = 60
  /// Seconds that a finished connection stays open until the client closes it.
  package var lingerSeconds = 5
  /// Seconds until an idle connection is closed.
  package var idleSeconds = 75
  /// The targets allowed for users' reminders.
  package var targets = TargetRules()
  /// The time zone of days, countdowns and opening hours.
  package var timeZone = "Asia/Taipei"
  /// The lifetimes of access and refresh tokens in seconds.
  package var accessTokenSeconds = 15 * 60
  package var refreshTokenSeconds = 90 * 86_400
  /// The folder with the shipped data, for the spellings of deities in registers; nil if there is none.
  package var dataFolder: String?
  /// The map tiles of the back office; nil to show a grid.
  package var mapTiles: MapTiles?
  /// Seconds between checks for changes of the public data by other programs.
  package var refreshSeconds = 1.0

  package init() {}
}

/// Where the pictures of a map come from.
package struct MapTiles: Hashable, Sendable {
  /// `https://tile.openstreetmap.org/{z}/{x}/{y}.png`
  package let address: String
  /// Whom the map names: `© OpenStreetMap contributors`.
  package let credit: String
  /// `https://tile.openstreetmap.org`
  let origin: String

  /// - Throws: `MapTilesFault`.
  package init(address: String, credit: String) throws(MapTilesFault) {
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    let host = parts.count == 4 ? parts[2] : ""
    let isLocal = ["localhost", "127.0.0.1"].contains(host.prefix { $0 != ":" })
    guard parts.count == 4, parts[1].isEmpty, parts[0] == "https:" || (parts[0] == "http:" && isLocal),
      // The origin becomes a part of the pages' policy, which blanks and semicolons would end.
      !host.isEmpty, host.utf8.allSatisfy({ Self.isOfHost($0) }),
      ["{z}", "{x}", "{y}"].allSatisfy({ parts[3].contains($0) })
    else { throw MapTilesFault(address: address) }
    self.address = address
    self.credit = credit
    origin = "\(parts[0])//\(host)"
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
  }
}

/// The address of map tiles is none.
package struct MapTilesFault: Error, Hashable, Sendable, CustomStringConvertible {
  package let address: String

  package var description: String {
    "\"\(address)\" is no address of map tiles such as https://tile.openstreetmap.org/{z}/{x}/{y}.png"
  }
}
