import Foundation

/// Standard output for streams: gathers bytes and writes them in large pieces.
struct StandardOutput {
  private var bytes: [UInt8] = []
  private static let pieceSize = 1 << 16

  mutating func write(line: (inout [UInt8]) -> Void) {
    line(&bytes)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.pieceSize { flush() }
  }

  mutating func flush() {
    FileHandle.standardOutput.write(Data(bytes))
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The lines of standard input, one at a time, so that a stream of any length takes the same memory.
struct StandardInputLines: Sequence, IteratorProtocol {
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private static let pieceSize = 1 << 16

  mutating func next() -> String? {
    while true {
      if let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return line(position..<end)
      }
      guard !isAtEnd else {
        guard position < buffer.count else { return nil }
        defer { position = buffer.count }
        return line(position..<buffer.count)
      }
      fill()
    }
  }

  private mutating func fill() {
    buffer.removeFirst(position)
    position = 0
    let piece = FileHandle.standardInput.readData(ofLength: Self.pieceSize)
    isAtEnd = piece.isEmpty
    buffer.append(contentsOf: piece)
  }

  /// The text of a line without a carriage return; bytes that are not UTF-8 become U+FFFD.
  private func line(_ range: Range<Int>) -> String {
    var range = range
    if let last = range.last, buffer[last] == UInt8(ascii: "\r") { range = range.lowerBound..<last }
    return String(decoding: buffer[range], as: UTF8.self)
  }
}

/// Standard error: notes and progress, which are not the result.
enum StandardError {
  static func note(_ text: String) {
    FileHandle.standardError.write(Data("folkcal: \(text)\n".utf8))
  }
}
