internal import Crypto

/// The UUID by which LINE knows a message that is sent again ("Retry failed API requests").
///
/// It is a UUID of version 8 (RFC 9562, section 5.8, and appendix B.2): the first 122 free bits of the SHA-256 of the idempotency key. So it is
/// the same at every attempt and in every process, and two keys share one as seldom as two random UUIDs do.
struct LineRetryKey {
  /// `123e4567-e89b-82d3-a456-426614174000`
  let text: String

  init(_ idempotencyKey: String) {
    var bytes = Array(SHA256.hash(data: Array(idempotencyKey.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array("0123456789abcdef".utf8)
    var characters: [UInt8] = []
    characters.reserveCapacity(36)
    for (place, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(place) { characters.append(UInt8(ascii: "-")) }
      characters += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    text = String(decoding: characters, as: UTF8.self)
  }
}
