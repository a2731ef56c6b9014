import CoreFoundation
import Foundation

/// A result that goes to a file or to standard output. A file is written beside its place and renamed, so that no half of one is ever seen.
enum OutputFile {
  /// - Parameter path: nil or `-` for standard output.
  /// - Throws: `Failure`.
  static func write(_ text: String, to path: String?) throws {
    guard let path, path != "-" else { return try StandardOutput.write(Array(text.utf8)) }
    guard !isStream(path) else { return try pass(Data(text.utf8), to: path) }
    try write(to: path) { try Data(text.utf8).write(to: $0) }
  }

  /// - Parameter body: writes the file that it is given; its place may be none that lasts.
  /// - Throws: `Failure`.
  static func write(to path: String, _ body: (URL) throws -> Void) throws {
    try telling(path) {
      guard !isStream(path) else {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("result")
        try body(file)
        return try pass(Data(contentsOf: file), to: path)
      }
      // A link stays one.
      try replace(URL(fileURLWithPath: path).resolvingSymlinksInPath(), body)
    }
  }

  private static func replace(_ target: URL, _ body: (URL) throws -> Void) throws {
    if let file = FileHandle(forReadingAtPath: target.path),
      (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    {
      throw Failure.wrongInput("\(target.path) is a database: give another name")
    }
    let temporary = target.deletingLastPathComponent()
      .appendingPathComponent(".\(target.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: temporary) }
    // Who may read it stays as it was, from the first byte.
    if let rights = try? FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions] {
      guard
        FileManager.default.createFile(atPath: temporary.path, contents: nil, attributes: [.posixPermissions: rights])
      else { throw CocoaError(.fileWriteUnknown) }
    }
    try body(temporary)
    guard rename(temporary.path, target.path) == 0 else {
      throw Failure.failed("\(target.path) cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  /// Gives bytes to a terminal, a pipe or a device, which stays what it is.
  private static func pass(_ bytes: Data, to path: String) throws {
    try telling(path) {
      let stream = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try stream.write(contentsOf: bytes)
      try stream.close()
    }
  }

  private static func telling(_ path: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.failed("\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
