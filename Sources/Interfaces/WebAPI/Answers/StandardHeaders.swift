import HTTPTypes

/// The headers of every response.
struct StandardHeaders: Sendable {
  let all: HTTPFields

  init(_ configuration: APIConfiguration) {
    var headers = HTTPFields()
    headers[.server] = "folkcal"
    headers[.xContentTypeOptions] = "nosniff"
    headers[.referrerPolicy] = "no-referrer"
    headers[.crossOriginResourcePolicy] = "cross-origin"
    headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
    if configuration.publicURL?.hasPrefix("https:") == true {
      headers[.strictTransportSecurity] = "max-age=31536000"
    }
    let allowed = configuration.allowedOrigins
    // Sent in every answer: a cache may give an answer requested without Origin to a page of another origin.
    if allowed.contains("*") { Self.permit("*", &headers) }
    headers[.vary] =
      "Accept-Encoding, Accept-Language" + (allowed.contains("*") || allowed.isEmpty ? "" : ", Origin")
    all = headers
  }

  /// Those of pages for everybody, which caches may keep.
  init(ofPages headers: HTTPFields, _ configuration: APIConfiguration) {
    var headers = headers
    headers[.cacheControl] = nil
    if configuration.publicURL?.hasPrefix("https:") == true {
      headers[.strictTransportSecurity] = "max-age=31536000"
    }
    all = headers
  }

  /// Allows an origin, or all with `*`, to read answers in a browser.
  static func permit(_ origin: String, _ headers: inout HTTPFields) {
    headers[.accessControlAllowOrigin] = origin
    headers[.accessControlExposeHeaders] =
      "ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Total-Count"
  }

  /// Adds other headers, which have precedence.
  func adding(_ own: HTTPFields) -> HTTPFields {
    var headers = all
    for field in own where field.name != .setCookie { headers[field.name] = nil }
    headers.append(contentsOf: own)
    return headers
  }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .via
  fileprivate static let crossOriginResourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy") ?? .via
}
