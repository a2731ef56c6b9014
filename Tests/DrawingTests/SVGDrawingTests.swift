import Drawing
import Foundation
import TestSupport
import Testing

/// `make setup` installs librsvg.
@Suite("PDF of a picture", .timed)
struct SVGDrawingTests {
  private static let square = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297" width="420mm" height="594mm">
    <rect width="210" height="297" fill="#9D4F4A"/><text x="10" y="40" font-size="20">初一</text></svg>
    """

  @Test("A picture becomes one page of A4, whatever its own size is")
  func page() throws {
    let pdf = String(decoding: try SVGDrawing.pdf(Self.square, on: .a4), as: Unicode.ASCII.self)
    #expect(pdf.hasPrefix("%PDF-1.") && pdf.contains("%%EOF"))
    let box = try #require(pdf.firstMatch(of: /\/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]/))
    // 210 mm and 297 mm in points (ISO 216, ISO 32000).
    #expect(abs((Double(box.1) ?? 0) - 595.276) < 0.01 && abs((Double(box.2) ?? 0) - 841.89) < 0.01)
    #expect(pdf.matches(of: /\/Type \/Page\b(?!s)/).count == 1)
  }

  @Test("What is no picture is refused with the reason", arguments: ["", "初一", "<svg", "<html/>"])
  func refused(text: String) {
    #expect(throws: DrawingError.self) { try SVGDrawing.pdf(text, on: .a4) }
  }

  @Test("Many pictures are drawn at once")
  func parallel() async throws {
    let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<24 { group.addTask { try SVGDrawing.pdf(Self.square, on: .a4).count } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sizes.count == 24 && sizes.allSatisfy { $0 > 500 })
  }
}
