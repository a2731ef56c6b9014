import Addresses
import Crypto
import Foundation
import HTTPTypes
import JSON

/// The header Idempotency-Key, by which a caller may send a request again that had no answer: it is done once, and answered as the first time.
///
///     Idempotency-Key: "8e03978e-40d5-43e8-bc93-6894a57f9324"
///
/// The database keeps hashes, and the answer under a key that only the caller's header gives: answers to sign-ins have tokens in them.
struct RequestKey: Sendable {
  static let draft = "draft-ietf-httpapi-idempotency-key-header-07"
  /// As the draft writes it, or without the quotation marks.
  static let pattern = ##"^("[!#-\[\]-~]{1,255}"|[!#-\[\]-~]{1,255})$"##

  /// The key and whose it is.
  private let text: String

  /// - Parameter caller: the key of a caller is nobody else's.
  /// - Returns: nil if the request has none.
  /// - Throws: `Problem` 400 for another form.
  init?(in headers: HTTPFields, caller: String) throws {
    let values = headers[values: .idempotencyKey]
    guard let value = values.first else { return nil }
    let isQuoted = value.utf8.count > 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
    let key = isQuoted ? value.dropFirst().dropLast() : value[...]
    guard values.count == 1, (1...255).contains(key.utf8.count),
      key.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") })
    else {
      throw Problem.field(
        "Idempotency-Key", .invalidValue, "請寫一個 1 到 255 個字的文字，例如 \"8e03978e-40d5-43e8-bc93-6894a57f9324\"",
        "expected one text of 1 to 255 characters such as \"8e03978e-40d5-43e8-bc93-6894a57f9324\"")
    }
    text = "\(caller) \(key)"
  }

  /// The name of the key in the database.
  var hash: String { Self.hash([Array("folkcal request 1 \(text)".utf8)]) }

  /// What tells requests apart.
  static func fingerprint(ofRequestTo address: String, _ body: [UInt8]) -> String {
    hash([Array(address.utf8), [0], body])
  }

  private static func hash(_ parts: [[UInt8]]) -> String {
    var hash = SHA256()
    for part in parts { hash.update(data: part) }
    return Base64URL.encode(Array(hash.finalize()))
  }

  // MARK: The answer

  private var sealingKey: SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: Array(text.utf8)), info: Array("folkcal answer 1".utf8), outputByteCount: 32)
  }

  func sealed(_ answer: Answer) throws -> String {
    let sealed = try AES.GCM.seal(answer.stored.bytes, using: sealingKey)
    return Base64URL.encode(Array(sealed.nonce) + Array(sealed.ciphertext) + Array(sealed.tag))
  }

  /// Nil for what is no answer of ours.
  func opened(_ text: String) -> Answer? {
    guard let bytes = Base64URL.decode(text), let box = try? AES.GCM.SealedBox(combined: bytes),
      let json = try? AES.GCM.open(box, using: sealingKey)
    else { return nil }
    return (try? JSON(json: json)).flatMap(Answer.init(stored:))
  }
}

extension Answer {
  fileprivate var stored: JSON {
    [
      "status": .integer(status.code), "type": .text(contentType.rawValue),
      "headers": .list(headers.map { [.text($0.name.rawName), .text($0.value)] }),
      "body": .text(String(decoding: body, as: UTF8.self)),
    ]
  }

  fileprivate init?(stored: JSON) {
    guard let code = stored["status"].integer, let type = stored["type"].text.flatMap(MediaType.init(rawValue:)),
      let body = stored["body"].text
    else { return nil }
    self.init(status: .init(code: code), contentType: type, body: Array(body.utf8))
    for header in stored["headers"].list.map(\.texts) where header.count == 2 {
      if let name = HTTPField.Name(header[0]) { headers.append(HTTPField(name: name, value: header[1])) }
    }
  }
}

extension HTTPField.Name {
  static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .via
}
