internal import Sheets

/// The text of a register as chunks of UTF-8 without a byte order mark, for every supported encoding. Each chunk ends between two characters.
final class DecodedChunks {
  let name: String
  private var decoder: TextDecoder
  private let source: () throws(RegisterFault) -> [UInt8]
  /// The number of bytes read from the file.
  private(set) var bytesRead = 0
  /// The first bytes of the file, read before they are decoded.
  private var start: [UInt8]?
  private var hasEnded = false
  /// Chunks that were returned by `putBack`.
  private var putBack: [[UInt8]] = []

  /// The encoding of the register; nil while every byte could be either.
  var encoding: TextEncoding? { decoder.encoding }

  init(_ input: RegisterInput, encoding: TextEncoding?) throws(RegisterFault) {
    name = input.name
    decoder = TextDecoder(encoding)
    source = try input.open()
  }

  /// The next chunk; nil at the end.
  func next() throws(RegisterFault) -> [UInt8]? {
    if let chunk = putBack.popLast() { return chunk }
    while start != nil || !hasEnded {
      let bytes: [UInt8]
      if let start {
        bytes = start
        self.start = nil
      } else {
        bytes = try read()
      }
      let chunk: [UInt8]
      do throws(SheetError) {
        chunk = try decoder.decode(bytes, isLast: hasEnded)
      } catch {
        throw RegisterFault(error, in: name)
      }
      if !chunk.isEmpty { return chunk }
    }
    return nil
  }

  /// The first bytes of the file as they are, enough to tell its format and its encoding. To be asked for before anything else.
  func firstBytes() throws(RegisterFault) -> [UInt8] {
    if let start { return start }
    let bytes = try read()
    start = bytes
    return bytes
  }

  /// The whole file as it is; nothing may have been decoded before.
  func allBytes() throws(RegisterFault) -> [UInt8] {
    var bytes = try firstBytes()
    while !hasEnded { bytes += try read() }
    return bytes
  }

  /// Puts a chunk back; the next `next()` returns it.
  func putBack(_ chunk: [UInt8]) {
    putBack.append(chunk)
  }

  /// The next bytes of the file. The first piece must be large enough to detect the encoding, even if the input comes in small pieces.
  private func read() throws(RegisterFault) -> [UInt8] {
    var bytes: [UInt8] = []
    let least = bytesRead == 0 ? TextDecoder.firstBytes : 1
    repeat {
      let read = try source()
      bytesRead += read.count
      hasEnded = read.isEmpty
      bytes = bytes.isEmpty ? read : bytes + read
    } while bytes.count < least && !hasEnded
    return bytes
  }
}

extension RegisterFault {
  /// A fault of a table's file.
  init(_ error: SheetError, in file: String) {
    self.init(file: file, place: error.line.map(RegisterPlace.line) ?? .file, error.chinese, error.description)
  }
}
