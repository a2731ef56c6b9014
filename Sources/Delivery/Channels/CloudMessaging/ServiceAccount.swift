internal import Addresses
internal import CryptoExtras
internal import Foundation

/// A Google service account from its key file (IAM, "Create and delete service account keys"): our identity for Firebase Cloud Messaging and its
/// key.
///
/// Errors and descriptions do not contain the key.
public struct ServiceAccount: Sendable {
  /// The Firebase project of the devices.
  public let project: String
  public let email: String
  /// The token endpoint.
  let tokenURL: String
  private let keyIdentifier: String?
  private let key: _RSA.Signing.PrivateKey

  /// Reads a key file in JSON.
  ///
  /// - Parameter allowsPlainHTTP: whether `token_uri` may be `http:`, for local tests.
  /// - Throws: `ServiceAccountError`, which names the missing field.
  public init(json: [UInt8], allowsPlainHTTP: Bool = false) throws(ServiceAccountError) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(json)) else { throw .notJSON }
    guard form.type == "service_account" else { throw .anotherKind(form.type) }
    project = try Self.required(form.projectIdentifier, "project_id")
    email = try Self.required(form.clientEmail, "client_email")
    let pem = try Self.required(form.privateKey, "private_key")
    tokenURL = form.tokenURL ?? "https://oauth2.googleapis.com/token"
    keyIdentifier = form.privateKeyIdentifier

    // The project becomes part of a path. Old names start with a domain: example.com:name.
    let isName = project.utf8.allSatisfy { Self.partsOfProject.contains($0) }
    guard isName, project.utf8.count <= 100 else { throw .badProject }
    let isSecure = tokenURL.hasPrefix("https://") || allowsPlainHTTP && tokenURL.hasPrefix("http://")
    guard isSecure, tokenURL.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .badTokenURL }
    guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) else { throw .unreadableKey }
    self.key = key
  }

  private static let partsOfProject = Set("abcdefghijklmnopqrstuvwxyz0123456789-.:".utf8)

  private static func required(_ value: String?, _ field: String) throws(ServiceAccountError) -> String {
    guard let value, !value.isEmpty else { throw .missing(field) }
    return value
  }

  private struct Form: Decodable {
    let type: String?
    let projectIdentifier: String?
    let privateKeyIdentifier: String?
    let privateKey: String?
    let clientEmail: String?
    let tokenURL: String?

    enum CodingKeys: String, CodingKey {
      case type
      case projectIdentifier = "project_id"
      case privateKeyIdentifier = "private_key_id"
      case privateKey = "private_key"
      case clientEmail = "client_email"
      case tokenURL = "token_uri"
    }
  }
}

extension ServiceAccount: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(email) of the project \(project)" }
  public var customMirror: Mirror { Mirror(self, children: ["email": email, "project": project]) }
}

// MARK: - Assertion

extension ServiceAccount {
  /// The signed JSON Web Token that requests an access token (RFC 7523, section 3), with RS256.
  func assertion(now: Int) throws -> String {
    let claims = Claims(
      iss: email, scope: "https://www.googleapis.com/auth/firebase.messaging", aud: tokenURL, iat: now,
      exp: now + Self.assertionSeconds)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = CompactToken.signedText(
      header: try encoder.encode(Header(kid: keyIdentifier)), payload: try encoder.encode(claims))
    // RS256 is RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518, section 3.3).
    let signature = try key.signature(for: Data(text.utf8), padding: .insecurePKCS1v1_5)
    return CompactToken.text(text, signature: signature.rawRepresentation)
  }

  /// The longest lifetime that Google accepts ("Using OAuth 2.0 for server to server applications": `exp`).
  private static let assertionSeconds = 3_600

  private struct Header: Encodable {
    let alg = "RS256"
    let typ = "JWT"
    let kid: String?
  }

  private struct Claims: Encodable {
    let iss: String
    let scope: String
    let aud: String
    let iat: Int
    let exp: Int
  }
}
