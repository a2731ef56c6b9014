/// WebP (RFC 9649, section 2).
enum WebPFile {
  /// The flags of VP8X that stay: a colour profile, transparency.
  private static let keptFlags: UInt8 = 0x20 | 0x10
  private static let animation: UInt8 = 0x02

  static func cleaned(_ bytes: [UInt8]) throws(ImageFault) -> (width: Int, height: Int, bytes: [UInt8]) {
    var reader = ByteReader(bytes, from: 4)
    let length = try reader.littleEndian(4)
    guard length >= 4, length <= bytes.count - 8 else { throw .broken("it breaks off after \(bytes.count) bytes") }
    _ = try reader.take(4)
    var chunks: [UInt8] = []
    var canvas: (width: Int, height: Int)?
    var frame: (width: Int, height: Int)?
    while reader.place < 8 + length, frame == nil {
      let name = String(decoding: try reader.take(4), as: UTF8.self)
      let size = try reader.littleEndian(4)
      var content = Array(try reader.take(size))
      // Chunks begin at even places.
      if size % 2 == 1 { _ = try reader.take(1) }
      switch name {
      case "VP8X":
        guard content.count >= 10, canvas == nil else { throw .broken("its header is too short") }
        guard content[0] & animation == 0 else { throw .animated }
        content[0] &= keptFlags
        var header = ByteReader(content, from: 4)
        canvas = (try header.littleEndian(3) + 1, try header.littleEndian(3) + 1)
      case "VP8 ": frame = try lossySize(content)
      case "VP8L": frame = try losslessSize(content)
      case "ANIM", "ANMF": throw .animated
      case "ICCP", "ALPH": break
      default: continue
      }
      chunks += Array(name.utf8)
      chunks.append(littleEndian: content.count, 4)
      chunks += content
      if content.count % 2 == 1 { chunks.append(0) }
    }
    guard let frame else { throw .broken("it has no picture") }
    if let canvas, canvas != frame { throw .broken("its picture is not as large as it says") }
    var clean = Array("RIFF".utf8)
    clean.append(littleEndian: chunks.count + 4, 4)
    return (frame.width, frame.height, clean + Array("WEBP".utf8) + chunks)
  }

  /// RFC 6386, section 9.1.
  private static func lossySize(_ content: [UInt8]) throws(ImageFault) -> (width: Int, height: Int) {
    var reader = ByteReader(content, from: 3)
    guard try reader.take(3).elementsEqual([0x9D, 0x01, 0x2A]) else { throw .broken("its picture has no beginning") }
    // The upper two bits ask for scaling.
    return (try reader.littleEndian(2) & 0x3FFF, try reader.littleEndian(2) & 0x3FFF)
  }

  /// RFC 9649, section 3.4.
  private static func losslessSize(_ content: [UInt8]) throws(ImageFault) -> (width: Int, height: Int) {
    var reader = ByteReader(content)
    guard try reader.byte() == 0x2F else { throw .broken("its picture has no beginning") }
    let bits = try reader.littleEndian(4)
    return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
  }
}
