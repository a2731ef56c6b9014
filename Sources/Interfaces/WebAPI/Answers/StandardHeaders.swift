import HTTPTypes

/// The headers that every response has, whatever it answers.
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
    // For everybody, whoever asks: what a cache has kept for one who asked from no site, a page of another site may be given.
    if allowed.contains("*") { Self.permit("*", &headers) }
    headers[.vary] =
      "Accept-Encoding, Accept-Language" + (allowed.contains("*") || allowed.isEmpty ? "" : ", Origin")
    all = headers
  }

  /// Lets the pages of an origin, or of all with an asterisk, read an answer in a browser.
  static func permit(_ origin: String, _ headers: inout HTTPFields) {
    headers[.accessControlAllowOrigin] = origin
    headers[.accessControlExposeHeaders] = "ETag, Link, Location, Retry-After, X-Request-Id, X-Total-Count"
  }

  /// These and others, which go before.
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
