import Foundation

/// The lines of standard input, of which none takes more memory than a limit.
struct LimitedLines {
  /// The most bytes of a line, without its end.
  private let longest: Int
  private var buffer: [UInt8] = []
  private var isAtEnd = false
  /// True while the rest of a line that was too long is skipped.
  private var isSkipping = false

  enum Line {
    case bytes([UInt8])
    case tooLong
  }

  init(longest: Int) {
    self.longest = longest
  }

  /// The next line; nil at the end. A last line without an end counts.
  ///
  /// - Throws: `Failure` if standard input cannot be read.
  mutating func next() throws -> Line? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        if isSkipping {
          isSkipping = false
        } else {
          return line.count > longest ? .tooLong : .bytes(line)
        }
      } else if isSkipping {
        buffer.removeAll()
      } else if buffer.count > longest {
        buffer.removeAll()
        isSkipping = true
        return .tooLong
      }
      guard !isAtEnd else { return try rest() }
      // Not more than is there: the assistant waits for the answer to what it sent.
      let piece = try StandardInput.readSome()
      isAtEnd = piece.isEmpty
      buffer.append(contentsOf: piece)
    }
  }

  private mutating func rest() throws -> Line? {
    guard !buffer.isEmpty else { return nil }
    defer { buffer.removeAll() }
    return .bytes(buffer)
  }
}
