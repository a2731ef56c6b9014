internal import Addresses
internal import CryptoExtras
internal import Foundation
internal import Transfer

/// A set of public keys as it is published (RFC 7517, section 5), and for how long it is good.
struct KeyDocument: Sendable {
  /// The keys that check signatures of RS256, by their names.
  let keys: [String: _RSA.Signing.PublicKey]
  private let askedAt: Int
  private let freshUntil: Int

  /// Google's has some 2 KB.
  static let longestBytes = 262_144
  /// For how long a document that is no longer fresh is used when no other can be had.
  private static let graceSeconds = 86_400

  /// A clock that was set back would make the document look fresh long after its end.
  func isFresh(now: Int) -> Bool { (askedAt..<freshUntil).contains(now) }
  func isUsable(now: Int) -> Bool { now < freshUntil + Self.graceSeconds }

  /// - Parameter askedAt: its life is counted from the question, for the answer may have been long on its way.
  /// - Throws: also for a document without a key that we can use: better the one that we have.
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
  /// For the log: it holds nothing of the document.
  let text: String
}

// MARK: - Keys

extension KeyDocument {
  private struct Form: Decodable {
    let keys: [Entry]

    /// A key of a kind that we do not know is passed over, and the others are good (RFC 7517, section 5).
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

    /// The key for RS256; nil where it is for something else, or none of 2,048 bits at least (RFC 7518, section 3.3).
    var publicKey: _RSA.Signing.PublicKey? {
      guard kty == "RSA", (use ?? "sig") == "sig", (alg ?? "RS256") == "RS256",
        let modulus = Base64URL.decode(n), let exponent = Base64URL.decode(e)
      else { return nil }
      // swift-crypto takes no key of fewer bits.
      return try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
    }
  }
}

// MARK: - Time

extension HTTPResponse {
  /// For how many seconds an answer is good, as its headers say (RFC 9111, sections 4.2 and 5.2.2): from 5 minutes, so that
  /// a server that says 0 is not asked for each token, to a day, so that a key that was taken back does not live long; an
  /// hour where nothing is said.
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
    // How long it has lain in a cache on the way.
    let ageSeconds = header("age").map(Self.seconds) ?? 0
    return min(max(lifeSeconds - ageSeconds, 300), 86_400)
  }

  /// A number that is none is nothing, and one that is too large for us is a long time (RFC 9111, section 1.2.2).
  private static func seconds(_ text: String) -> Int {
    let digits = text.trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
    return min(Int(digits) ?? .max, 1 << 31)
  }
}
