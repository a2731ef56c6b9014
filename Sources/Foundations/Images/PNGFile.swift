/// PNG (W3C Portable Network Graphics, third edition, sections 5 and 11).
enum PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The picture and its colours. Texts, times, Exif and the frames of a moving picture are left out.
  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "pHYs",
  ]

  static func cleaned(_ bytes: [UInt8]) throws(ImageFault) -> (width: Int, height: Int, bytes: [UInt8]) {
    var reader = ByteReader(bytes, from: signature.count)
    var clean = signature
    clean.reserveCapacity(bytes.count)
    var size: (width: Int, height: Int)?
    var hasPixels = false
    while true {
      let length = try reader.bigEndian(4)
      let start = reader.place
      let name = try reader.take(4)
      let content = try reader.take(length)
      guard try reader.bigEndian(4) == Int(CRC32.of(bytes[start..<(start + 4 + length)])) else {
        throw .broken("the check sum of a part is wrong")
      }
      let type = String(decoding: name, as: UTF8.self)
      guard (size == nil) == (type == "IHDR") else { throw .broken("it does not begin with its header") }
      if type == "IHDR" {
        guard length == 13 else { throw .broken("its header is too short") }
        var header = ByteReader(Array(content))
        size = (try header.bigEndian(4), try header.bigEndian(4))
      }
      if kept.contains(type) {
        clean += bytes[(start - 4)..<reader.place]
      } else if name.first.map({ $0 & 0x20 == 0 }) == true {
        // A capital letter: nobody can show the picture without this part.
        throw .broken("it has the unknown part \(type)")
      }
      hasPixels = hasPixels || type == "IDAT"
      if type == "IEND" { break }
    }
    guard let size, hasPixels else { throw .broken("it has no picture") }
    return (size.width, size.height, clean)
  }
}

/// The check sum of PNG (section 5.5 and annex D).
private enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
  }
}
