internal import Addresses
internal import Crypto

/// What the push services want to know of a message beside its text.
extension Message {
  /// For how many seconds a service keeps the message for a device that is away: until the message is of no more use,
  /// and 0 where that has passed, which means now or never (RFC 8030, section 5.2).
  ///
  /// Never more than four weeks: the longest that FCM keeps anything, and it refuses what asks for longer.
  func timeToLiveSeconds(now: Int) -> Int {
    let (seconds, overflow) = expiresAt.subtractingReportingOverflow(now)
    if overflow { return expiresAt > now ? Self.longestTimeToLiveSeconds : 0 }
    return min(max(seconds, 0), Self.longestTimeToLiveSeconds)
  }

  private static let longestTimeToLiveSeconds = 28 * 86_400

  /// A name by which a service and a device know this message again, so that a second attempt takes the place of the
  /// first: 32 characters of base64url, the most that a Topic may have (RFC 8030, section 5.4). Apple takes 64 bytes.
  ///
  /// It is the beginning of the key's SHA-256 and not the key, which may be longer.
  var topic: String {
    Base64URL.encode(SHA256.hash(data: Array(idempotencyKey.utf8)).prefix(24))
  }
}
