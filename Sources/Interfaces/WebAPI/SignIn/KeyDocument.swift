internal import Addresses
internal import CryptoExtras
internal import Foundation
internal import Transfer

/// A published set of public keys (RFC 7517, section 5) and its lifetime.
struct KeyDocument: Sendable {
  /// The RS256 keys by key ID.
  let keys: [String: _RSA.Signing.PublicKey]
  private let askedAt: Int
  private let freshUntil: Int

  /// Google's document has 2 KB.
  static let longestBytes = 262_144
  /// How long an expired document is used if no newer one can be fetched.
  private static let graceSeconds = 86_400

  /// Also checks `askedAt`, because a clock that was set back would make an expired document look fresh.
  func isFresh(now: Int) -> Bool { (askedAt..<freshUntil).contains(now) }
  func isUsable(now: Int) -> Bool { now < freshUntil + Self.graceSeconds }

  /// - Parameter askedAt: its lifetime is counted from the request, because the answer may be delayed.
  /// - Throws: also for a document without a usable key, so that the old one stays.
  init(_ response: HTTPResponse, askedAt: Int) throws(KeyDocumentProblem) {
    guard response.status == 200 else {
      throw KeyDocumentProblem(text: "the server of the keys answered \(response.status)")
    }
    guard response.body.count <= Self.longestBytes else {
      throw KeyDocumentProblem(text: "the document of the keys is longer than \(Self.longestBytes) bytes")
    }
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(response.body)) else {
      throw KeyDocumentProblem(text: "the document of the keys is no set of keys in JSON")
    }
    var keys: [String: _RSA.Signing.PublicKey] = [:]
    for case let key? in form.keys.map(\.key) where keys[key.kid] == nil { keys[key.kid] = key.publicKey }
    guard !keys.isEmpty else {
      throw KeyDocumentProblem(text: "the document of the keys has no RSA key for RS256 of 2,048 bits or more")
    }
    self.keys = keys
    self.askedAt = askedAt
    freshUntil = askedAt + response.freshSeconds
  }
}

struct KeyDocumentProblem: Error {
  /// For the log, without data of the document.
  let text: String
}

// MARK: - Keys

extension KeyDocument {
  private struct Form: Decodable {
    let keys: [Entry]

    /// Keys of unknown kinds are ignored (RFC 7517, section 5).
    struct Entry: Decodable {
      let key: Key?
      init(from decoder: any Decoder) { key = try? Key(from: decoder) }
    }
  }

  private struct Key: Decodable {
    let kid: String
    let kty: String
    let use: String?
    let alg: String?
    let n: String
    let e: String

    /// The RS256 key; nil for other uses or fewer than 2,048 bits (RFC 7518, section 3.3).
    var publicKey: _RSA.Signing.PublicKey? {
      guard kty == "RSA", (use ?? "sig") == "sig", (alg ?? "RS256") == "RS256",
        let modulus = Base64URL.decode(n), let exponent = Base64URL.decode(e)
      else { return nil }
      // swift-crypto rejects shorter keys.
      return try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
    }
  }
}

// MARK: - Time

extension HTTPResponse {
  /// The lifetime in seconds from the headers (RFC 9111, sections 4.2 and 5.2.2): at least 5 minutes, so that a 0 does not cause a fetch per
  /// token; at most a day, so that revoked keys end; an hour by default.
  var freshSeconds: Int {
    let control = headers.filter { $0.name.lowercased() == "cache-control" }.map(\.value).joined(separator: ",")
    var lifeSeconds: Int?
    for directive in control.split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces).lowercased()
      }
      switch parts.first {
      case "max-age": lifeSeconds = min(lifeSeconds ?? .max, parts.count == 2 ? Self.seconds(parts[1]) : 0)
      case "no-cache", "no-store": lifeSeconds = 0
      default: break
      }
    }
    guard let lifeSeconds else { return 3_600 }
    // The time it spent in caches.
    let ageSeconds = header("age").map(Self.seconds) ?? 0
    return min(max(lifeSeconds - ageSeconds, 300), 86_400)
  }

  /// An invalid number counts as 0, a very large one as a long time (RFC 9111, section 1.2.2).
  private static func seconds(_ text: String) -> Int {
    let digits = text.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
    return min(Int(digits) ?? .max, 1 << 31)
  }
}
