import Foundation
import Store

/// Files that an operator names.
enum InputFile {
  /// The bytes of a file; `-` is standard input.
  static func read(_ path: String) throws -> Data {
    guard path != "-" else { return try StandardInput.readToEnd() }
    do {
      // A pipe is read to its end as a file is.
      guard let file = FileHandle(forReadingAtPath: path) else { throw CocoaError(.fileReadNoPermission) }
      defer { try? file.close() }
      return try file.readToEnd() ?? Data()
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw Failure(
        status: isThere ? .failed : .notFound,
        message: isThere ? "\(path) cannot be read: \(error.localizedDescription)" : "there is no file \(path)")
    }
  }
}

/// A file that a person edits.
enum EditorFile {
  /// Opens an editor on a text, and waits until it is closed.
  ///
  /// - Returns: the path of the file, which stays: what a person wrote must not be lost with a mistake in it.
  static func edit(_ text: String) throws -> String {
    let environment = ProcessInfo.processInfo.environment
    guard let editor = ["VISUAL", "EDITOR"].lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else {
      throw Failure.wrongInput("--editor needs the name of an editor in VISUAL or EDITOR")
    }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-\(UUID().uuidString).json").path
    guard
      FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    else { throw Failure.failed("\(path) cannot be written") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The name may hold options, as in EDITOR="code --wait".
    process.arguments = ["-c", "\(editor) \"$1\"", "sh", path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure.failed("the editor \(editor) ended with status \(process.terminationStatus); nothing was changed")
    }
    return path
  }
}

extension FieldValue {
  /// An object with a member a line, for a person to edit.
  var indented: String {
    "{\n" + members.map { "  \(FieldValue.text($0.name).json()): \($0.value.json())" }.joined(separator: ",\n")
      + "\n}\n"
  }
}
