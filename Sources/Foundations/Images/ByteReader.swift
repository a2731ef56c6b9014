/// Reads the numbers and pieces of a file in order.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var place: Int

  init(_ bytes: [UInt8], from place: Int = 0) {
    self.bytes = bytes
    self.place = place
  }

  var isAtEnd: Bool { place >= bytes.count }

  /// - Throws: `ImageFault.broken` if the file ends before.
  mutating func take(_ count: Int) throws(ImageFault) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - place else { throw .broken("it breaks off after \(bytes.count) bytes") }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  mutating func byte() throws(ImageFault) -> UInt8 {
    let taken = try take(1)
    return taken[taken.startIndex]
  }

  /// A number with the most significant byte first.
  mutating func bigEndian(_ count: Int) throws(ImageFault) -> Int { try take(count).reduce(0) { $0 << 8 | Int($1) } }

  /// A number with the least significant byte first.
  mutating func littleEndian(_ count: Int) throws(ImageFault) -> Int {
    try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Array<UInt8> {
  /// Appends a number with the most significant byte first.
  mutating func append(bigEndian number: Int, _ count: Int) {
    for place in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }

  /// Appends a number with the least significant byte first.
  mutating func append(littleEndian number: Int, _ count: Int) {
    for place in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}
