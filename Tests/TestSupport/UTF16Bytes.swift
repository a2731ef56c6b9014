extension String {
  /// The text in UTF-16 without a byte order mark.
  public func utf16Bytes(littleEndian: Bool = true) -> [UInt8] {
    utf16.flatMap { unit -> [UInt8] in
      let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
      return littleEndian ? [low, high] : [high, low]
    }
  }
}
