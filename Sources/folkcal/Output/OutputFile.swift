import Foundation

/// A result that goes to a file or to standard output. A file is written beside its place and renamed, so that no half of one is ever seen.
enum OutputFile {
  /// - Parameter path: nil or `-` for standard output.
  /// - Throws: `Failure`.
  static func write(_ text: String, to path: String?) throws {
    guard let path, path != "-" else { return try StandardOutput.write(Array(text.utf8)) }
    try write(to: path) { try Data(text.utf8).write(to: $0) }
  }

  /// - Parameter body: writes the file that it is given; its place may be none that lasts.
  /// - Throws: `Failure`.
  static func write(to path: String, _ body: (URL) throws -> Void) throws {
    // A link stays one.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    // A terminal, a pipe or a device takes the bytes and stays what it is.
    let isStream = isStream(path)
    let folder = isStream ? FileManager.default.temporaryDirectory : target.deletingLastPathComponent()
    let temporary = folder.appendingPathComponent(
      ".\(target.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: temporary) }
    if !isStream, let file = FileHandle(forReadingAtPath: target.path),
      (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    {
      throw Failure.wrongInput("\(path) is a database: give another name")
    }
    do {
      try body(temporary)
      if isStream {
        let stream = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try stream.write(contentsOf: Data(contentsOf: temporary))
        try stream.close()
      } else {
        // Who may read it stays as it was.
        var status = stat()
        if stat(target.path, &status) == 0 { chmod(temporary.path, status.st_mode & 0o777) }
        guard rename(temporary.path, target.path) == 0 else {
          throw Failure.failed("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
      }
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
