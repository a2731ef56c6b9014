internal import CZlib

/// The parts of a zip archive, by the directory at its end (APPNOTE 4.3).
struct ZipArchive {
  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]

  private struct Entry {
    let method: Int
    let packed: Int
    let offset: Int
  }

  /// More parts than a workbook has.
  private static let mostEntries = 10_000

  init(_ bytes: [UInt8]) throws(SpreadsheetError) {
    self.bytes = bytes
    guard let end = Self.directoryEnd(in: bytes) else { throw .damaged }
    var place = try number(at: end + 16, 4)
    let count = try number(at: end + 10, 2)
    guard count <= Self.mostEntries else { throw .tooLarge }
    for _ in 0..<count {
      guard try number(at: place, 4) == 0x0201_4B50 else { throw .damaged }
      let lengths = (try number(at: place + 28, 2), try number(at: place + 30, 2), try number(at: place + 32, 2))
      let start = place + 46
      guard start + lengths.0 <= bytes.count else { throw .damaged }
      let name = String(decoding: bytes[start..<start + lengths.0], as: UTF8.self)
      entries[name] = Entry(
        method: try number(at: place + 10, 2), packed: try number(at: place + 20, 4),
        offset: try number(at: place + 42, 4))
      place = start + lengths.0 + lengths.1 + lengths.2
    }
  }

  /// The unpacked bytes of a part; nil if the archive has none of that name.
  ///
  /// - Parameter budget: the bytes that may still be unpacked.
  func contents(of name: String, _ budget: inout Int) throws(SpreadsheetError) -> [UInt8]? {
    guard let entry = entries[name] else { return nil }
    guard try number(at: entry.offset, 4) == 0x0403_4B50 else { throw .damaged }
    let start = entry.offset + 30 + (try number(at: entry.offset + 26, 2)) + (try number(at: entry.offset + 28, 2))
    guard start <= bytes.count, entry.packed <= bytes.count - start else { throw .damaged }
    let packed = bytes[start..<start + entry.packed]
    switch entry.method {
    case 0:
      guard packed.count <= budget else { throw .tooLarge }
      budget -= packed.count
      return Array(packed)
    case 8: return try Self.inflated(Array(packed), &budget)
    default: throw .damaged
    }
  }

  private static func inflated(_ packed: [UInt8], _ budget: inout Int) throws(SpreadsheetError) -> [UInt8] {
    var stream = z_stream()
    // Raw deflate has no header.
    guard folkcal_inflate_init(&stream, -MAX_WBITS) == Z_OK else { throw .damaged }
    defer { inflateEnd(&stream) }
    var packed = packed
    var unpacked: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var status = Z_OK
    var isTooLarge = false
    packed.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while status == Z_OK, !isTooLarge {
        let count = chunk.withUnsafeMutableBufferPointer { output in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          status = inflate(&stream, Z_NO_FLUSH)
          return output.count - Int(stream.avail_out)
        }
        unpacked += chunk[..<count]
        isTooLarge = unpacked.count > budget
        // Nothing more comes of a part that is cut off.
        if count == 0, stream.avail_in == 0 { break }
      }
    }
    guard !isTooLarge else { throw .tooLarge }
    guard status == Z_STREAM_END else { throw .damaged }
    budget -= unpacked.count
    return unpacked
  }

  /// A little-endian number.
  private func number(at place: Int, _ count: Int) throws(SpreadsheetError) -> Int {
    guard place >= 0, place + count <= bytes.count else { throw .damaged }
    return (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  /// The place of the end record, behind which a comment of up to 65,535 bytes may stand.
  private static func directoryEnd(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 22 else { return nil }
    let first = max(0, bytes.count - 22 - 65_535)
    return (first...bytes.count - 22).reversed().first { place in
      bytes[place] == 0x50 && bytes[place + 1] == 0x4B && bytes[place + 2] == 0x05 && bytes[place + 3] == 0x06
    }
  }
}
