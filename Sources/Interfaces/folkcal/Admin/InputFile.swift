import Foundation
import JSON
import Store
import Temples

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

extension InputFile {
  /// The text of a file as UTF-8, whether it is written in that or in Big5, as spreadsheets in Taiwan still write CSV.
  ///
  /// - Throws: `RegisterFault` with the line where it is neither.
  static func readText(_ path: String) throws -> Data {
    let bytes = try [UInt8](read(path))
    let name = path == "-" ? "standard input" : URL(fileURLWithPath: path).lastPathComponent
    let (text, encoding) = try RegisterInput.bytes(bytes, name: name).text()
    if encoding == .big5 { StandardError.note("\(name) is read as Big5") }
    return Data(text)
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
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-\(UUID().uuidString).json")
    let path = file.path
    try OutputFile.make(file, rights: 0o600)
    do { try Data(text.utf8).write(to: file) } catch {
      throw Failure.failed("\(path) cannot be written: \(error.localizedDescription)")
    }
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

extension JSON {
  /// An object with a member a line, for a person to edit.
  var indented: String {
    "{\n" + members.map { "  \(JSON.text($0.name).json()): \($0.value.json())" }.joined(separator: ",\n")
      + "\n}\n"
  }
}
