internal import CZlib

/// The entries of a zip archive (APPNOTE.TXT 6.3), read from its central directory. Stored and deflated entries are read, 64-bit archives are
/// not: a workbook within the limits needs none.
struct ZipArchive {
  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]
  /// The most bytes that may still be unpacked.
  private var budget: Int
  private let limit: Int

  private struct Entry {
    let isEncrypted: Bool
    let method: Int
    let checksum: UInt32
    let packedSize: Int
    let headerOffset: Int
  }

  private static let mostEntries = 10_000

  /// - Parameter limit: the most bytes that all entries together may have when unpacked.
  /// - Throws: `SheetError.broken`.
  init(_ bytes: [UInt8], limit: Int) throws(SheetError) {
    self.bytes = bytes
    self.limit = limit
    budget = limit
    guard let end = endOfDirectory, let count = short(end + 10), let size = long(end + 12), let start = long(end + 16),
      count <= Self.mostEntries, start <= bytes.count, size <= bytes.count - start
    else { throw .broken(part: "zip") }
    var position = start
    for _ in 0..<count {
      guard long(position) == 0x0201_4B50, let flags = short(position + 8), let method = short(position + 10),
        let checksum = long(position + 16), let packedSize = long(position + 20), let nameSize = short(position + 28),
        let extraSize = short(position + 30), let commentSize = short(position + 32),
        let headerOffset = long(position + 42), position + 46 + nameSize <= bytes.count
      else { throw .broken(part: "zip") }
      let name = String(decoding: bytes[(position + 46)..<(position + 46 + nameSize)], as: UTF8.self)
      entries[Self.key(name)] = Entry(
        isEncrypted: flags & 1 == 1, method: method, checksum: UInt32(checksum), packedSize: packedSize,
        headerOffset: headerOffset)
      position += 46 + nameSize + extraSize + commentSize
    }
  }

  /// True for the beginning of a zip archive with entries.
  static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  func contains(_ name: String) -> Bool { entries[Self.key(name)] != nil }

  func contains(where matches: (String) -> Bool) -> Bool { entries.keys.contains(where: matches) }

  /// Programs differ in the case of names and in slashes.
  private static func key(_ name: String) -> String {
    let name = name.lowercased().replacing("\\", with: "/")
    return name.hasPrefix("/") ? String(name.dropFirst()) : name
  }

  // MARK: Numbers, little-endian; nil behind the end

  private func short(_ offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }

  private func long(_ offset: Int) -> Int? {
    guard let low = short(offset), let high = short(offset + 2) else { return nil }
    return low | high << 16
  }

  /// The record at the end of the archive, which a comment of at most 65,535 bytes may follow.
  private var endOfDirectory: Int? {
    guard bytes.count >= 22 else { return nil }
    return (max(0, bytes.count - 22 - 65_535)...(bytes.count - 22)).reversed().first {
      bytes[$0] == 0x50 && long($0) == 0x0605_4B50
    }
  }
}

// MARK: - Unpacking

extension ZipArchive {
  /// Unpacks an entry piece by piece; nil if there is none.
  ///
  /// - Throws: `SheetError.broken` for damaged bytes, `tooLarge` above the limit, `protected`; what `take` throws.
  mutating func unpack(_ name: String, _ take: (UnsafeRawBufferPointer) throws(SheetError) -> Void) throws(SheetError) {
    guard let entry = entries[Self.key(name)] else { throw .broken(part: name) }
    guard !entry.isEncrypted else { throw .protected }
    guard long(entry.headerOffset) == 0x0403_4B50, let nameSize = short(entry.headerOffset + 26),
      let extraSize = short(entry.headerOffset + 28)
    else { throw .broken(part: name) }
    let start = entry.headerOffset + 30 + nameSize + extraSize
    guard start <= bytes.count, entry.packedSize <= bytes.count - start else { throw .broken(part: name) }
    let packed = bytes[start..<(start + entry.packedSize)]
    var checksum: UInt = 0
    func count(_ piece: UnsafeRawBufferPointer) throws(SheetError) {
      budget -= piece.count
      guard budget >= 0 else { throw .tooLarge(unpackedBytes: limit) }
      checksum = crc32(checksum, piece.bindMemory(to: UInt8.self).baseAddress, UInt32(piece.count))
      try take(piece)
    }
    switch entry.method {
    case 0:
      for offset in stride(from: packed.startIndex, to: packed.endIndex, by: Self.pieceSize) {
        let piece = Array(packed[offset..<min(offset + Self.pieceSize, packed.endIndex)])
        try Self.withBytes(of: piece, count: piece.count, count)
      }
    case 8: try inflate(packed, name, count)
    default: throw .broken(part: name)
    }
    guard UInt32(truncatingIfNeeded: checksum) == entry.checksum else { throw .broken(part: name) }
  }

  private static let pieceSize = 1 << 16

  /// `withUnsafeBytes` with a typed error.
  private static func withBytes(
    of bytes: [UInt8], count: Int, _ body: (UnsafeRawBufferPointer) throws(SheetError) -> Void
  ) throws(SheetError) {
    let failure: SheetError? = bytes.withUnsafeBytes { buffer in
      do throws(SheetError) {
        try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  private func inflate(
    _ packed: ArraySlice<UInt8>, _ name: String, _ take: (UnsafeRawBufferPointer) throws(SheetError) -> Void
  ) throws(SheetError) {
    var stream = z_stream()
    // Negative: deflated bytes without a header (zlib.h, inflateInit2).
    guard folkcal_inflate_init(&stream, -15) == Z_OK else { throw .broken(part: name) }
    defer { inflateEnd(&stream) }
    var input = Array(packed)
    var output = [UInt8](repeating: 0, count: Self.pieceSize)
    var used = 0
    while true {
      let status = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          stream.next_in = input.baseAddress.map { $0 + used }
          stream.avail_in = UInt32(input.count - used)
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          return CZlib.inflate(&stream, Z_NO_FLUSH)
        }
      }
      guard status == Z_OK || status == Z_STREAM_END else { throw .broken(part: name) }
      used = input.count - Int(stream.avail_in)
      let count = output.count - Int(stream.avail_out)
      try Self.withBytes(of: output, count: count, take)
      if status == Z_STREAM_END { return }
      // The bytes end before the stream does.
      guard count > 0 || stream.avail_in > 0 else { throw .broken(part: name) }
    }
  }
}
