import CoreFoundation
import Foundation

/// Writes a result to a file or to standard output. A file is written under a temporary name and renamed, so no reader sees a partial file.
enum OutputFile {
  /// - Parameters:
  ///   - path: nil or `-` for standard output.
  ///   - isPrivate: true if only the owner may read the file, regardless of the umask and of the rights of the replaced file.
  /// - Throws: `Failure`.
  static func write(_ text: String, to path: String?, isPrivate: Bool = false) throws {
    guard let path, path != "-" else { return try StandardOutput.write(Array(text.utf8)) }
    guard !isStream(path) else { return try pass(Data(text.utf8), to: path) }
    try write(to: path, isPrivate: isPrivate) { try Data(text.utf8).write(to: $0) }
  }

  /// - Parameter body: writes into the given file, which exists and is empty; it may be temporary.
  /// - Throws: `Failure`.
  static func write(to path: String, isPrivate: Bool = false, _ body: (URL) throws -> Void) throws {
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
      // Symbolic links are kept; their target is replaced.
      try replace(URL(fileURLWithPath: path).resolvingSymlinksInPath(), isPrivate: isPrivate, body)
    }
  }

  private static func replace(_ target: URL, isPrivate: Bool, _ body: (URL) throws -> Void) throws {
    if let file = FileHandle(forReadingAtPath: target.path),
      (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    {
      throw Failure.wrongInput("\(target.path) 是資料庫：請換一個名稱", "\(target.path) is a database: give another name")
    }
    let temporary = target.deletingLastPathComponent().appendingPathComponent(".\(target.lastPathComponent).\(UUID())")
    defer { try? FileManager.default.removeItem(at: temporary) }
    try make(temporary, rights: isPrivate ? 0o600 : rights(of: target))
    try body(temporary)
    guard rename(temporary.path, target.path) == 0 else {
      throw unwritable(target.path, SystemReason(errno))
    }
  }

  private static func rights(of file: URL) -> mode_t? {
    let rights = try? FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
    return rights.map { mode_t($0.uint16Value) }
  }

  /// Creates an empty file with its final rights before anything is written.
  ///
  /// - Parameter rights: nil to use the umask.
  static func make(_ file: URL, rights: mode_t?) throws {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, rights.map { $0 & 0o600 } ?? 0o666)
    guard descriptor >= 0 else {
      let (folder, reason) = (file.deletingLastPathComponent().path, SystemReason(errno))
      throw Failure.failed(
        "無法寫入資料夾 \(folder)：\(reason.chinese)", "\(folder) cannot be written to: \(reason.english)")
    }
    defer { close(descriptor) }
    if let rights, fchmod(descriptor, rights | 0o200) != 0 {
      let reason = SystemReason(errno)
      throw Failure.failed(
        "無法設定 \(file.path) 的權限：\(reason.chinese)", "\(file.path) cannot be given its rights: \(reason.english)")
    }
  }

  /// Writes bytes to a terminal, a pipe or a device without replacing it.
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
      throw unwritable(path, SystemReason(error))
    }
  }

  private static func unwritable(_ path: String, _ reason: SystemReason) -> Failure {
    .failed("無法寫入 \(path)：\(reason.chinese)", "\(path) cannot be written: \(reason.english)")
  }

  private static func isStream(_ path: String) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
    // The target of a link such as /dev/stdout may have no name.
    return type != .typeRegular && type != .typeDirectory
  }
}
