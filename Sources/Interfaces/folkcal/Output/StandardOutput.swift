import CStreams
import Foundation
import Glibc

/// Standard output for results; a failed write is a failure of the program.
enum StandardOutput {
  /// - Throws: `Failure` if a write fails, for example on a full disk.
  static func write(_ bytes: some Collection<UInt8>) throws {
    let isWritten =
      bytes.withContiguousStorageIfAvailable { fwrite($0.baseAddress, 1, $0.count, cstreams_output()) == $0.count }
      ?? (fwrite(Array(bytes), 1, bytes.count, cstreams_output()) == bytes.count)
    guard isWritten else { throw failure }
  }

  /// Flushes all output, including that of `print`.
  ///
  /// - Throws: `Failure`.
  static func finish() throws {
    // The stream records earlier errors, but `errno` may no longer give their reason.
    errno = 0
    guard fflush(cstreams_output()) == 0, ferror(cstreams_output()) == 0 else { throw failure }
  }

  private static var failure: Failure {
    let reason = errno == 0 ? nil : SystemReason(errno)
    return .failed(
      "無法寫入標準輸出" + (reason.map { "：" + $0.chinese } ?? ""),
      "standard output cannot be written" + (reason.map { ": " + $0.english } ?? ""))
  }
}

/// Lines for standard output, written in large blocks.
struct OutputLines {
  private var bytes: [UInt8] = []
  private static let pieceSize = 1 << 16

  mutating func write(line: (inout [UInt8]) -> Void) throws {
    line(&bytes)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count >= Self.pieceSize { try flush() }
  }

  mutating func flush() throws {
    try StandardOutput.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The lines of standard input, one at a time; memory use does not depend on the length.
struct StandardInputLines {
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var isAtBeginning = true
  /// U+FEFF in UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let pieceSize = 1 << 16

  /// The next line; nil at the end. A byte order mark at the beginning is skipped.
  ///
  /// - Throws: `Failure` if standard input cannot be read.
  mutating func next() throws -> String? {
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
      try fill()
    }
  }

  private mutating func fill() throws {
    buffer.removeFirst(position)
    position = 0
    let piece = try StandardInput.read(atMost: Self.pieceSize)
    isAtEnd = piece.isEmpty
    buffer.append(contentsOf: piece)
    if isAtBeginning {
      // A pipe may return fewer bytes than requested.
      while !isAtEnd, buffer.count < 3, buffer.elementsEqual(Self.mark.prefix(buffer.count)) {
        let more = try StandardInput.read(atMost: Self.pieceSize)
        isAtEnd = more.isEmpty
        buffer.append(contentsOf: more)
      }
      if buffer.starts(with: Self.mark) { buffer.removeFirst(3) }
      isAtBeginning = false
    }
  }

  /// The text of a line without a carriage return; bytes that are not UTF-8 become U+FFFD.
  private func line(_ range: Range<Int>) -> String {
    var range = range
    if let last = range.last, buffer[last] == UInt8(ascii: "\r") { range = range.lowerBound..<last }
    return String(decoding: buffer[range], as: UTF8.self)
  }
}

/// Standard input as bytes.
enum StandardInput {
  /// - Returns: some bytes; empty at the end.
  /// - Throws: `Failure`.
  static func read(atMost count: Int) throws -> Data {
    do {
      return try FileHandle.standardInput.read(upToCount: count) ?? Data()
    } catch {
      throw unreadable
    }
  }

  /// What is there, as soon as something is.
  ///
  /// - Returns: some bytes; empty at the end.
  /// - Throws: `Failure`.
  static func readSome() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = bytes.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count >= 0 { return Array(bytes.prefix(count)) }
      guard errno == EINTR else { throw unreadable }
    }
  }

  private static var unreadable: Failure {
    .failed("無法讀取標準輸入：它是資料夾，或已經關閉？", "standard input cannot be read: is it a folder, or closed?")
  }

  /// - Throws: `Failure`.
  static func readToEnd() throws -> Data {
    var data = Data()
    while case let piece = try read(atMost: 1 << 20), !piece.isEmpty { data.append(piece) }
    return data
  }
}

/// Standard error for notes and progress.
enum StandardError {
  /// Writes a note in the reader's language.
  static func note(_ chinese: String, _ english: String) {
    note(Speech.say(chinese, english))
  }

  static func note(_ text: String) {
    write("folkcal: \(text)\n")
  }

  /// Errors are ignored, because there is no other place to report them.
  static func write(_ text: String) {
    _ = fputs(text, cstreams_error())
  }
}
