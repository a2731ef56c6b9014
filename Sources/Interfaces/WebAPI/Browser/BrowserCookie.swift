import HTTPTypes
import HummingbirdCore
import Store

/// Our cookies: HttpOnly, and sent to this host only.
enum BrowserCookie: String {
  case session = "folkcal"
  /// The language that somebody chose without an account.
  case language = "folkcal-language"
  /// Whose days and whose today somebody chose, or what the browser's time zone suggests.
  case region = "folkcal-region"
  /// The secret that changes what somebody without an account has chosen.
  case choice = "folkcal-choice"
  /// State, nonce and verifier of a sign-in with Google that is under way.
  case google = "folkcal-google"

  /// A cookie with this prefix was set by this host over HTTPS, not by a neighbour (RFC 6265bis, section 4.1.3.2). It needs Secure, which browsers
  /// refuse on plain HTTP.
  private func name(on site: Site) -> String { (site.isHTTPS ? "__Host-" : "") + rawValue }

  /// The value that a request has; nil if it has none or several.
  func value(in request: Request, on site: Site) -> String? {
    let name = name(on: site)
    let values = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { part -> String? in
      let pair = part.drop { $0 == " " }
      return pair.hasPrefix(name + "=") ? String(pair.dropFirst(name.count + 1)) : nil
    }
    return values.count == 1 ? values[0] : nil
  }

  /// The header that sets the cookie.
  ///
  /// - Parameter seconds: how long the browser keeps it; 0 removes it.
  func header(_ value: String, on site: Site, seconds: Int) -> String {
    "\(name(on: site))=\(value); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(seconds)" + (site.isHTTPS ? "; Secure" : "")
  }
}
