internal import Foundation
public import Sheets

/// The source of a register's bytes, read piece by piece.
public struct RegisterInput: Sendable {
  /// The name for messages.
  public let name: String
  /// Starts again at the first byte; each call of the result returns the next bytes, and an empty array at the end.
  let open: @Sendable () throws(RegisterFault) -> () throws(RegisterFault) -> [UInt8]

  static let chunkBytes = 1 << 17

  /// A file at a path.
  ///
  /// - Parameter name: the name for messages; by default the file's name.
  public static func file(_ path: String, name: String? = nil) -> RegisterInput {
    let name = name ?? URL(fileURLWithPath: path).lastPathComponent
    return RegisterInput(name: name) { () throws(RegisterFault) in
      guard let handle = FileHandle(forReadingAtPath: path) else {
        throw RegisterFault(
          file: path, place: .file, "沒有這個檔案，或不能讀取", "there is no such file, or it may not be read")
      }
      return reading(handle, name: name)
    }
  }

  /// Standard input, which can be read only once.
  public static var standardInput: RegisterInput {
    RegisterInput(name: "standard input") { () throws(RegisterFault) in
      reading(.standardInput, name: "standard input")
    }
  }

  /// Bytes in memory.
  ///
  /// - Parameter chunk: the number of bytes in each piece.
  public static func bytes(_ bytes: [UInt8], name: String, chunk: Int = 1 << 17) -> RegisterInput {
    RegisterInput(name: name) { () throws(RegisterFault) in
      var start = 0
      return { () throws(RegisterFault) in
        let end = min(start + max(chunk, 1), bytes.count)
        defer { start = end }
        return Array(bytes[start..<end])
      }
    }
  }

  private static func reading(_ handle: FileHandle, name: String) -> () throws(RegisterFault) -> [UInt8] {
    { () throws(RegisterFault) in
      do {
        return try handle.read(upToCount: chunkBytes).map { [UInt8]($0) } ?? []
      } catch {
        throw RegisterFault(
          file: name, place: .file, "讀不出來：\(error.localizedDescription)",
          "cannot be read: \(error.localizedDescription)")
      }
    }
  }
}

extension RegisterInput {
  /// The whole text in UTF-8 without a byte order mark, and its encoding.
  ///
  /// - Throws: `RegisterFault` with the line of bytes that are neither UTF-8 nor Big5.
  public func text(_ encoding: TextEncoding? = nil) throws(RegisterFault) -> (
    text: [UInt8], encoding: TextEncoding
  ) {
    let chunks = try DecodedChunks(self, encoding: encoding)
    var text: [UInt8] = []
    while let chunk = try chunks.next() { text += chunk }
    return (text, chunks.encoding ?? .utf8)
  }
}
