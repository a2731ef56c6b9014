import Foundation
import Processes

/// Writes pictures to files.
enum PictureFile {
  static func write(svg: String, to path: String) throws {
    try OutputFile.write(svg, to: path)
  }

  /// Converts with rsvg-convert, which reads the SVG from standard input.
  static func write(pdfOf svg: String, to path: String) throws {
    guard let converter = converter() else {
      throw Failure.failed(
        "--pdf 需要 rsvg-convert：請安裝 librsvg2-bin（apt install librsvg2-bin），或改用 --svg，到別處轉成 PDF",
        "--pdf needs rsvg-convert: install librsvg2-bin, or write --svg and convert it elsewhere")
    }
    try OutputFile.write(to: path) { target in
      let source = target.appendingPathExtension("svg")
      try Data(svg.utf8).write(to: source)
      defer { try? FileManager.default.removeItem(at: source) }
      let process = Process()
      process.executableURL = converter
      process.arguments = ["--format", "pdf", "--output", target.path, source.path]
      try process.start()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw Failure.failed(
          "rsvg-convert 失敗，結束代碼 \(process.terminationStatus)；沒有寫出 PDF，可改用 --svg",
          "rsvg-convert failed with status \(process.terminationStatus): no PDF was written; --svg works without it")
      }
    }
  }

  private static func converter() -> URL? {
    let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
    return folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("rsvg-convert") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}
