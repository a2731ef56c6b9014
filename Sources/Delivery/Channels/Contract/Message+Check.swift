extension Message {
  /// The reason why the key cannot be sent; nil if it can. It is checked again where it is used in headers and identifiers.
  package var keyProblem: String? {
    idempotencyKey.isPlainKey ? nil : "the idempotency key is not 1 to 64 characters of A-Z a-z 0-9 _ -"
  }
}

extension StringProtocol {
  /// True for 1 to 64 characters of `A-Z a-z 0-9 _ -`.
  package var isPlainKey: Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D || byte == 0x5F
      }
  }

  /// The text shortened to this many bytes of UTF-8 at a character boundary, with an ellipsis.
  package func shortened(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return String(self) }
    var text = ""
    var room = limit - 3
    for character in self {
      room -= character.utf8.count
      if room < 0 { break }
      text.append(character)
    }
    return text + "…"
  }
}
