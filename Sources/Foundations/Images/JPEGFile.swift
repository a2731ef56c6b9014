/// JPEG (ITU-T T.81, annex B; JFIF: T.871; Exif 2.32, section 4.5).
enum JPEGFile {
  private enum Marker {
    static let endOfImage: UInt8 = 0xD9
    static let startOfScan: UInt8 = 0xDA
    /// Tables, restart interval.
    static let kept: Set<UInt8> = [0xC4, 0xDB, 0xDD]
    /// The frames that browsers show: baseline, extended, progressive; Huffman.
    static let frames: Set<UInt8> = [0xC0, 0xC1, 0xC2]
    static let jfif: UInt8 = 0xE0
    static let exif: UInt8 = 0xE1
    static let colorProfile: UInt8 = 0xE2
    static let adobe: UInt8 = 0xEE
  }

  private static let mostScans = 100

  static func cleaned(_ bytes: [UInt8]) throws(ImageFault) -> (width: Int, height: Int, bytes: [UInt8]) {
    var reader = ByteReader(bytes, from: 2)
    var clean: [UInt8] = [0xFF, 0xD8]
    clean.reserveCapacity(bytes.count)
    var size: (width: Int, height: Int)?
    var scans = 0
    var marker = try nextMarker(&reader)
    while marker != Marker.endOfImage {
      let length = try reader.bigEndian(2)
      let content = try reader.take(length - 2)
      switch marker {
      case _ where Marker.frames.contains(marker):
        guard size == nil, content.count >= 6 else { throw .broken("it has two frames, or none") }
        let start = content.startIndex
        size = (
          Int(content[start + 3]) << 8 | Int(content[start + 4]), Int(content[start + 1]) << 8 | Int(content[start + 2])
        )
        append(marker, content, to: &clean)
      case _ where Marker.kept.contains(marker): append(marker, content, to: &clean)
      case Marker.jfif where content.starts(with: Array("JFIF\0".utf8)) && content.count >= 12:
        // Without its preview, whose size are the last two bytes.
        append(marker, content.prefix(12) + [0, 0], to: &clean)
      case Marker.exif:
        if let orientation = orientation(in: content) { append(marker, exif(orientation)[...], to: &clean) }
      case Marker.colorProfile where content.starts(with: Array("ICC_PROFILE\0".utf8)):
        append(marker, content, to: &clean)
      case Marker.adobe where content.starts(with: Array("Adobe".utf8)) && content.count >= 12:
        append(marker, content.prefix(12), to: &clean)
      case Marker.startOfScan:
        guard size != nil else { throw .broken("a scan comes before its frame") }
        scans += 1
        // Each scan makes a viewer go through all pixels; encoders write about ten.
        guard scans <= mostScans else { throw .broken("it has more than \(mostScans) scans") }
        append(marker, content, to: &clean)
        marker = try copyScan(&reader, to: &clean)
        continue
      case 0xE0...0xEF, 0xFE: break  // Other programs' data, and comments.
      default:
        throw .broken("it has the marker FF\(String(marker, radix: 16, uppercase: true)), which browsers do not show")
      }
      marker = try nextMarker(&reader)
    }
    guard let size, scans > 0 else { throw .broken("it has no picture") }
    clean += [0xFF, Marker.endOfImage]
    return (size.width, size.height, clean)
  }

  private static func nextMarker(_ reader: inout ByteReader) throws(ImageFault) -> UInt8 {
    guard try reader.byte() == 0xFF else { throw .broken("it has no marker where one must be") }
    // Any number of FF may come before a marker.
    var byte = try reader.byte()
    while byte == 0xFF { byte = try reader.byte() }
    return byte
  }

  /// Copies the coded pixels after a scan's header.
  ///
  /// - Returns: the marker that ends them.
  private static func copyScan(_ reader: inout ByteReader, to clean: inout [UInt8]) throws(ImageFault) -> UInt8 {
    while true {
      let byte = try reader.byte()
      guard byte == 0xFF else {
        clean.append(byte)
        continue
      }
      var next = try reader.byte()
      while next == 0xFF { next = try reader.byte() }
      // FF00 is a coded FF; FFD0 to FFD7 restart the decoder.
      guard next == 0 || (0xD0...0xD7).contains(next) else { return next }
      clean += [0xFF, next]
    }
  }

  private static func append(_ marker: UInt8, _ content: ArraySlice<UInt8>, to clean: inout [UInt8]) {
    clean += [0xFF, marker]
    clean.append(bigEndian: content.count + 2, 2)
    clean += content
  }

  // MARK: Orientation

  /// How a viewer must turn the picture, 2 to 8; nil if it need not.
  private static func orientation(in content: ArraySlice<UInt8>) -> Int? {
    let head = Array("Exif\0\0".utf8)
    guard content.starts(with: head) else { return nil }
    let tiff = Array(content.dropFirst(head.count))
    guard tiff.count >= 8 else { return nil }
    let isLittle = tiff[0] == UInt8(ascii: "I")
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place + count <= tiff.count else { return nil }
      let part = tiff[place..<(place + count)]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<min(count, 200) {
      let place = directory + 2 + entry * 12
      guard number(place, 2) == 0x0112, let value = number(place + 8, 2) else { continue }
      return (2...8).contains(value) ? value : nil
    }
    return nil
  }

  /// Exif with the orientation and nothing else.
  private static func exif(_ orientation: Int) -> [UInt8] {
    var bytes = Array("Exif\0\0MM".utf8)
    bytes.append(bigEndian: 42, 2)
    bytes.append(bigEndian: 8, 4)
    bytes.append(bigEndian: 1, 2)
    // The tag, its type (a short), the count, the value and its padding.
    for (number, count) in [(0x0112, 2), (3, 2), (1, 4), (orientation, 2), (0, 2), (0, 4)] {
      bytes.append(bigEndian: number, count)
    }
    return bytes
  }
}
