internal import Foundation

/// An optional file of a data folder.
struct OptionalFile: Sendable {
  let name: String
  /// The text of the file; nil if it is missing.
  private let read: @Sendable () throws -> String?

  init(_ name: String, folder: String) {
    let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
    self.init(name) {
      FileManager.default.fileExists(atPath: url.path) ? try String(contentsOf: url, encoding: .utf8) : nil
    }
  }

  init(_ name: String, read: @escaping @Sendable () throws -> String?) {
    self.name = name
    self.read = read
  }

  /// The file's entries; nil if the file is missing.
  func root() throws(DataFault) -> EntryReader? {
    let text: String?
    do {
      text = try read()
    } catch {
      throw DataFault(file: name, "讀不出來：\(error.localizedDescription)", "cannot be read: \(error.localizedDescription)")
    }
    return try text.map { text throws(DataFault) in try EntryReader(yaml: text, file: name) }
  }
}
