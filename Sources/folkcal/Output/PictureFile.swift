import Foundation

/// Pictures to files: written beside the target and renamed, so that no half of one is ever seen.
enum PictureFile {
  static func write(svg: String, to path: String) throws {
    try replace(path) { try Data(svg.utf8).write(to: $0) }
  }

  /// Through rsvg-convert, which reads the SVG from its standard input.
  static func write(pdfOf svg: String, to path: String) throws {
    guard let converter = converter() else {
      throw Failure(
        status: .failed,
        message: "--pdf needs rsvg-convert: install librsvg2-bin, or write --svg and convert it elsewhere")
    }
    try replace(path) { target in
      let source = target.appendingPathExtension("svg")
      try Data(svg.utf8).write(to: source)
      defer { try? FileManager.default.removeItem(at: source) }
      let process = Process()
      process.executableURL = converter
      process.arguments = ["--format", "pdf", "--output", target.path, source.path]
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure(status: .failed, message: "rsvg-convert failed with status \(process.terminationStatus)")
      }
    }
  }

  private static func replace(_ path: String, _ write: (URL) throws -> Void) throws {
    let target = URL(fileURLWithPath: path)
    let temporary = target.deletingLastPathComponent()
      .appendingPathComponent(".\(target.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: temporary) }
    do {
      try write(temporary)
      guard rename(temporary.path, target.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(status: .failed, message: "\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  private static func converter() -> URL? {
    let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
    return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("rsvg-convert") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
