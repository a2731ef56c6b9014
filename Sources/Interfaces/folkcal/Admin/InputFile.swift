import Foundation
import JSON
import Processes
import Records
import Sheets
import Store
import Temples

/// Reads input files of operators.
enum InputFile {
  /// The bytes of a file; `-` is standard input.
  static func read(_ path: String) throws -> Data {
    guard path != "-" else { return try StandardInput.readToEnd() }
    do {
      // `readToEnd` reads pipes as well as files.
      guard let file = FileHandle(forReadingAtPath: path) else { throw CocoaError(.fileReadNoPermission) }
      defer { try? file.close() }
      return try file.readToEnd() ?? Data()
    } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw isThere
        ? Failure.failed(
          "無法讀取 \(path)：它是資料夾，或您沒有讀取權限嗎？", "\(path) cannot be read: \(error.localizedDescription)")
        : Failure.notFound("沒有檔案 \(path)", "there is no file \(path)")
    }
  }
}

extension InputFile {
  /// The text of a file as UTF-8. It converts Big5 and UTF-16, which spreadsheets still use for CSV. A workbook stays as it is.
  ///
  /// - Throws: `RegisterFault` with the line that is in neither encoding.
  static func readText(_ path: String) throws -> Data {
    let bytes = try [UInt8](read(path))
    let name = path == "-" ? Speech.say("標準輸入", "standard input") : URL(fileURLWithPath: path).lastPathComponent
    if SheetFile.beginsAsWorkbook(bytes) { return Data(bytes) }
    let (text, encoding) = try RegisterInput.bytes(bytes, name: name).text()
    if encoding != .utf8 {
      StandardError.note(
        Speech.say("\(name) 以 \(encoding.rawValue) 編碼讀取", "\(name) is read as \(encoding.rawValue)"))
    }
    return Data(text)
  }

  /// The records of a file; what of it is not read is told.
  static func drafts(_ contained: RecordInput.Contained) -> [Draft] {
    tell(contained.notes)
    return contained.drafts
  }

  /// Tells what of a table is not read.
  static func tell(_ notes: [SheetNote]) {
    for note in notes { StandardError.note(Speech.say(note.chinese, note.english)) }
  }
}

/// A temporary file for an editor.
enum EditorFile {
  /// Opens a text in an editor, and waits until the editor ends.
  ///
  /// - Returns: the path of the file. The file remains, so a mistake in it does not lose the user's work.
  static func edit(_ text: String) throws -> String {
    let environment = ProcessInfo.processInfo.environment
    guard let editor = ["VISUAL", "EDITOR"].lazy.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else {
      throw Failure.wrongInput(
        "--editor 需要環境變數 VISUAL 或 EDITOR 指定編輯器", "--editor needs the name of an editor in VISUAL or EDITOR")
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-\(UUID().uuidString).json")
    let path = file.path
    try OutputFile.make(file, rights: 0o600)
    do { try Data(text.utf8).write(to: file) } catch {
      throw Failure.failed(
        "無法寫入 \(path)：磁碟已滿，或您沒有寫入權限嗎？", "\(path) cannot be written: \(error.localizedDescription)")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The variable may include options, as in EDITOR="code --wait".
    process.arguments = ["-c", "\(editor) \"$1\"", "sh", path]
    try process.start()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure.failed(
        "編輯器 \(editor) 以狀態 \(process.terminationStatus) 結束；沒有變更任何資料",
        "the editor \(editor) ended with status \(process.terminationStatus); nothing was changed")
    }
    return path
  }
}

extension JSON {
  /// An object with one member per line, for an editor.
  var indented: String {
    "{\n" + members.map { "  \(JSON.text($0.name).json()): \($0.value.json())" }.joined(separator: ",\n")
      + "\n}\n"
  }
}
