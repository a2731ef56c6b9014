import HTTPTypes

/// What a caller may still ask, for the headers that `draft` defines.
///
///     RateLimit-Policy: "default";q=200;w=10
///     RateLimit: "default";r=187;t=1
struct Quota: Sendable {
  static let draft = "draft-ietf-httpapi-ratelimit-headers-11"

  let rate: RateLimiter.Rate
  /// The requests that may be sent now.
  let tokens: Double
  /// The seconds to wait, if a request was refused.
  var wait: Int?

  /// Whoever sends at most this many requests in any such time is never refused: the bucket fills again meanwhile.
  private var policy: String { "\"default\";q=\(Int(rate.burst));w=\(max(1, Self.whole(rate.burst / rate.perSecond)))" }

  /// Until the wait is over, or until the whole quota is there again.
  private var state: String {
    let seconds = wait ?? Self.whole((rate.burst - tokens) / rate.perSecond)
    return "\"default\";r=\(Int(tokens));t=\(seconds)"
  }

  var headers: HTTPFields { [.rateLimitPolicy: policy, .rateLimit: state] }

  private static func whole(_ seconds: Double) -> Int { Int(seconds.rounded(.up)) }
}

extension HTTPField.Name {
  static let rateLimit = HTTPField.Name("RateLimit") ?? .via
  static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy") ?? .via
}
