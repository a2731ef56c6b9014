import HTTPTypes
import HummingbirdCore

/// The headers of pages: nothing from elsewhere, no inline script, no frame around them, nothing kept.
enum PageHeaders {
  /// - Parameter tiles: the origin of map tiles; nil if there are none.
  static func standard(tiles: String?) -> HTTPFields {
    var headers = HTTPFields()
    headers[.server] = "folkcal"
    headers[.cacheControl] = "no-store"
    headers[.vary] = "Accept-Encoding, Accept-Language, Cookie"
    headers[.xContentTypeOptions] = "nosniff"
    headers[.contentSecurityPolicy] = contentSecurityPolicy(tiles)
    // With no-referrer, browsers would send the forms with Origin: null.
    headers[.referrerPolicy] = "same-origin"
    headers[.openerPolicy] = "same-origin"
    headers[.resourcePolicy] = "same-origin"
    headers[.permissionsPolicy] = "camera=(), microphone=(), geolocation=(self), publickey-credentials-get=(self)"
    return headers
  }

  /// Those of a page that other sites may show in a frame.
  static func framed(tiles: String?) -> HTTPFields {
    var headers = standard(tiles: tiles)
    headers[.contentSecurityPolicy] = contentSecurityPolicy(tiles, ancestors: "*")
    headers[.resourcePolicy] = "cross-origin"
    return headers
  }

  /// Pictures may also come from a file that somebody chose (blob:), before it is sent.
  private static func contentSecurityPolicy(_ tiles: String?, ancestors: String = "'none'") -> String {
    [
      "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'",
      "img-src 'self' data: blob:" + (tiles.map { " " + $0 } ?? ""), "connect-src 'self'", "manifest-src 'self'",
      "worker-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors \(ancestors)",
      "require-trusted-types-for 'script'", "trusted-types folkcal",
    ].joined(separator: "; ")
  }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .via
  fileprivate static let openerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .via
  static let resourcePolicy = HTTPField.Name("Cross-Origin-Resource-Policy") ?? .via
  fileprivate static let permissionsPolicy = HTTPField.Name("Permissions-Policy") ?? .via
}
