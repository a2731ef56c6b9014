internal import Crypto
import JSON

/// Identifies a message for its receiver: the same at every attempt, unique to the message.
///
/// It is the beginning of the SHA-256 of a list of texts, 24 bytes as 32 characters of base64url. Each text is hashed as a netstring
/// (`4:mazu,`), so different lists never give the same bytes. The first text is the version of the list: `folkcal message 1`.
///
///     reminder   folkcal message 1, reminder, user's UUID, channel, event's key, solar date, kind
///     correction folkcal message 1, reminder, user's UUID, channel, event's key, both days, kind, when the user was told what it corrects
///     digest     folkcal message 1, digest, the keys of its reminders in the order of their bytes
///     test       folkcal message 1, test, user's UUID, channel, the operator's words, the second
///
/// A reminder's key contains neither time, attempt nor row number, so a restored database that is planned again repeats no message.
struct IdempotencyKey {
  private var hashed: [UInt8] = []

  private static let version: [UInt8] = netstring("folkcal message 1")

  /// Starts a new list.
  mutating func begin(_ type: String) {
    hashed.removeAll(keepingCapacity: true)
    hashed.append(contentsOf: Self.version)
    add(type)
  }

  @inline(__always)
  mutating func add(_ text: String) {
    let utf8 = text.utf8
    hashed.append(decimal: utf8.count)
    hashed.append(UInt8(ascii: ":"))
    hashed.append(contentsOf: utf8)
    hashed.append(UInt8(ascii: ","))
  }

  /// Adds netstrings made earlier.
  @inline(__always)
  mutating func add(_ netstrings: [UInt8]) {
    hashed.append(contentsOf: netstrings)
  }

  static func netstring(_ text: String) -> [UInt8] {
    var key = IdempotencyKey()
    key.add(text)
    return key.hashed
  }

  /// The key of the list.
  var text: String {
    var hash = SHA256()
    hashed.withUnsafeBytes { hash.update(bufferPointer: $0) }
    return hash.finalize().withUnsafeBytes { digest in
      String(unsafeUninitializedCapacity: 32) { characters in
        for group in 0..<8 {
          let bytes =
            UInt32(digest[group * 3]) << 16 | UInt32(digest[group * 3 + 1]) << 8 | UInt32(digest[group * 3 + 2])
          for position in 0..<4 {
            characters[group * 4 + position] = Self.alphabet.utf8Start[Int(bytes >> (18 - 6 * UInt32(position)) & 63)]
          }
        }
        return 32
      }
    }
  }

  /// The alphabet for URLs (RFC 4648, section 5).
  private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
}
