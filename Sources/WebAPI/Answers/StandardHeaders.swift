import HTTPTypes

/// The headers that every response has, whatever it answers.
struct StandardHeaders: Sendable {
  let all: HTTPFields

  init(_ configuration: APIConfiguration) {
    var headers = HTTPFields()
    headers[.xContentTypeOptions] = "nosniff"
    headers[.referrerPolicy] = "no-referrer"
    headers[.crossOriginResourcePolicy] = "cross-origin"
    headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
    if configuration.publicURL?.hasPrefix("https:") == true {
      headers[.strictTransportSecurity] = "max-age=31536000"
    }
    let isForAll = configuration.allowedOrigins.contains("*") || configuration.allowedOrigins.isEmpty
    headers[.vary] = isForAll ? "Accept-Encoding, Accept-Language" : "Accept-Encoding, Accept-Language, Origin"
    all = headers
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
