import Foundation
import Imports
import Sheets

/// An input that can be read twice; standard input is copied to a temporary file.
struct ReadableTwice {
  let path: String
  /// The name for messages.
  let name: String
  let size: Int
  private let isTemporary: Bool
  /// True if it contains folkcal's own records with keys, not those of a register.
  let holdsOwnRecords: Bool

  init(_ argument: String) throws {
    let files = FileManager.default
    isTemporary = argument == "-"
    if isTemporary {
      path = files.temporaryDirectory.appendingPathComponent("folkcal-\(UUID().uuidString)").path
      name = Speech.say("標準輸入", "standard input")
      guard files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
        let copy = FileHandle(forWritingAtPath: path)
      else { throw Failure.failed("無法寫入 \(path)", "\(path) cannot be written") }
      while case let bytes = try StandardInput.read(atMost: 1 << 16), !bytes.isEmpty {
        try copy.write(contentsOf: bytes)
      }
      try copy.close()
    } else {
      path = argument
      name = URL(fileURLWithPath: argument).lastPathComponent
      guard files.fileExists(atPath: argument) else {
        throw Failure.notFound("沒有檔案 \(argument)", "there is no file \(argument)")
      }
    }
    guard let handle = FileHandle(forReadingAtPath: path), let start = try? handle.read(upToCount: 1 << 16) ?? Data()
    else {
      throw Failure.failed(
        "無法讀取 \(argument)：它是資料夾，或您沒有讀取權限嗎？", "\(argument) cannot be read: is it a folder, or not yours?")
    }
    size = Int(try handle.seekToEnd())
    // A workbook has its directory at the end.
    holdsOwnRecords = TempleFile.holdsOwnRecords(
      SheetFile.beginsAsWorkbook(start) ? try InputFile.read(path) : start)
  }

  func remove() {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}
