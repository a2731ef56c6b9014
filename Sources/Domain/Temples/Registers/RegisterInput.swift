internal import Foundation

/// Where the bytes of a register come from. They are asked for piece by piece.
public struct RegisterInput: Sendable {
  /// What messages call it.
  public let name: String
  /// Begins again from the first byte; each call of the result gives the next bytes, and none at the end.
  let open: @Sendable () throws(RegisterFault) -> () throws(RegisterFault) -> [UInt8]

  static let chunkBytes = 1 << 17

  /// The file of a path.
  ///
  /// - Parameter name: what messages call it; the file's own name unless told.
  public static func file(_ path: String, name: String? = nil) -> RegisterInput {
    let name = name ?? URL(fileURLWithPath: path).lastPathComponent
    return RegisterInput(name: name) { () throws(RegisterFault) in
      guard let handle = FileHandle(forReadingAtPath: path) else {
        throw RegisterFault(file: path, place: .file, problem: "there is no such file, or it may not be read")
      }
      return reading(handle, name: name)
    }
  }

  /// What comes on standard input, which can be read once.
  public static var standardInput: RegisterInput {
    RegisterInput(name: "standard input") { () throws(RegisterFault) in
      reading(.standardInput, name: "standard input")
    }
  }

  /// Bytes in memory.
  ///
  /// - Parameter chunk: how many are handed out at a time.
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
        throw RegisterFault(file: name, place: .file, problem: "cannot be read: \(error.localizedDescription)")
      }
    }
  }
}

extension RegisterInput {
  /// The whole text in UTF-8 without a byte order mark, and what it is written in.
  ///
  /// - Throws: `RegisterFault` with the line at bytes that are neither UTF-8 nor Big5.
  public func text(_ encoding: RegisterEncoding? = nil) throws(RegisterFault) -> (
    text: [UInt8], encoding: RegisterEncoding
  ) {
    let chunks = try DecodedChunks(self, encoding: encoding)
    var text: [UInt8] = []
    while let chunk = try chunks.next() { text += chunk }
    return (text, chunks.encoding ?? .utf8)
  }
}

/// How the characters of a register are written.
public enum RegisterEncoding: String, Hashable, Sendable {
  case utf8 = "UTF-8"
  case big5 = "Big5"
}
