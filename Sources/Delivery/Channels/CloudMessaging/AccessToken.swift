internal import Foundation
internal import Transfer

/// An OAuth 2.0 bearer token (RFC 6750).
struct AccessToken: Sendable {
  let text: String
  let askedAt: Int
  /// The time to renew it: five minutes before its end, or at half of a shorter lifetime.
  let renewAt: Int

  /// Also checks `askedAt`, because a clock that was set back would make an expired token look fresh.
  func isFresh(now: Int) -> Bool { now < renewAt && now >= askedAt }

  /// Reads the answer of a token endpoint (RFC 6749, section 5).
  ///
  /// - Parameter askedAt: its lifetime is counted from the request, because the answer may be delayed.
  init(_ response: HTTPResponse, askedAt: Int, now: Int) throws(AccessTokenFailure) {
    guard response.status == 200 else { throw AccessTokenFailure(response, now: now) }
    guard
      let form = try? JSONDecoder().decode(Form.self, from: Data(response.body)),
      form.tokenType.lowercased() == "bearer",
      !form.accessToken.isEmpty, form.accessToken.utf8.count <= 8_192,
      // It becomes a header, so it must not contain line breaks.
      form.accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw .notUnderstood }
    // Recommended, not required (RFC 6749, section 5.1).
    let lifeSeconds = min(max(form.expiresIn ?? 60, 0), 86_400)
    text = form.accessToken
    self.askedAt = askedAt
    renewAt = askedAt + max(lifeSeconds - 300, lifeSeconds / 2)
  }

  /// The token request (RFC 7523, section 2.1).
  static func request(url: String, assertion: String) -> HTTPRequest {
    // Only the colons need form encoding.
    let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"
    return HTTPRequest(
      method: "POST", url: url,
      headers: [.init("Content-Type", "application/x-www-form-urlencoded"), .init("Accept", "application/json")],
      body: Array("grant_type=\(grant)&assertion=\(assertion)".utf8))
  }

  private struct Form: Decodable {
    let accessToken: String
    let tokenType: String
    let expiresIn: Int?

    enum CodingKeys: String, CodingKey {
      case accessToken = "access_token"
      case tokenType = "token_type"
      case expiresIn = "expires_in"
    }
  }
}
