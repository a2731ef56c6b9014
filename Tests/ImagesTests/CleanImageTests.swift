import Foundation
import Images
import TestSupport
import Testing

/// The pictures were made with Pillow: 16 × 12 pixels, with the words "secret" and "Secret" in everything that is not the picture.
@Suite("Pictures without what their files say beside them", .timed)
struct CleanImageTests {
  private static func picture(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Pictures")
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  private static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
    String(decoding: bytes, as: Unicode.ASCII.self).lowercased().contains(text)
  }

  @Test(
    "What is not the picture is gone, and the size stays",
    arguments: [
      ("exif.jpg", ImageType.jpeg), ("progressive.jpg", .jpeg), ("texts.png", .png), ("moving.png", .png),
      ("exif.webp", .webp), ("lossless.webp", .webp),
    ])
  func cleaned(name: String, type: ImageType) throws {
    let bytes = try Self.picture(name)
    let image = try CleanImage(cleaning: bytes)
    #expect(image.type == type && image.width == 16 && image.height == 12)
    #expect(!Self.holds(image.bytes, "secret") && image.bytes.count <= bytes.count)
    // Cleaning a clean picture changes nothing.
    #expect(try CleanImage(cleaning: image.bytes).bytes == image.bytes)
  }

  @Test("What hides behind the end of a picture is gone", arguments: ["exif.jpg", "texts.png", "exif.webp"])
  func appended(name: String) throws {
    let bytes = try Self.picture(name)
    let archive = Array("PK\u{3}\u{4}secret archive<script>".utf8)
    #expect(try CleanImage(cleaning: bytes + archive) == CleanImage(cleaning: bytes))
  }

  @Test("How a photograph must be turned is kept, and no position")
  func orientation() throws {
    let image = try CleanImage(cleaning: Self.picture("exif.jpg"))
    let exif: [UInt8] = Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6]
    let place = try #require(image.bytes.indices.first { image.bytes[$0...].starts(with: exif) })
    // The segment ends after the padding and the offset of no further directory.
    #expect(image.bytes[place - 2] == 0 && Int(image.bytes[place - 1]) == 2 + exif.count + 6)
  }

  @Test("Moving pictures are refused or stand still")
  func moving() throws {
    #expect(throws: ImageFault.animated) { try CleanImage(cleaning: Self.picture("moving.webp")) }
    let still = try CleanImage(cleaning: Self.picture("moving.png"))
    #expect(!Self.holds(still.bytes, "actl") && !Self.holds(still.bytes, "fdat"))
  }

  @Test(
    "A file that is no picture is refused by its bytes",
    arguments: [
      ("PK\u{3}\u{4}rest", "ZIP"), ("<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>", "SVG"),
      ("GIF89a", "GIF"), ("%PDF-1.7", "PDF"), ("hello", nil), ("", nil), ("RIFF\0\0\0\0WAVE", nil),
    ])
  func others(text: String, kind: String?) {
    #expect(throws: ImageFault.noImage(kind)) { try CleanImage(cleaning: Array(text.utf8)) }
  }

  @Test(
    "A file that breaks off anywhere is refused",
    arguments: ["exif.jpg", "progressive.jpg", "texts.png", "exif.webp", "lossless.webp"])
  func broken(name: String) throws {
    let whole = try Self.picture(name)
    let end = try CleanImage(cleaning: whole)
    for length in 0..<whole.count {
      // Only what comes after the picture may lack.
      if let image = try? CleanImage(cleaning: Array(whole.prefix(length))) { #expect(image == end) }
    }
  }

  @Test("A picture that claims more pixels than a browser has memory for is refused")
  func bombs() throws {
    var png = try Self.picture("texts.png")
    png.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
    // The check sum of the header comes first; a bomb would have a right one.
    #expect(throws: ImageFault.self) { try CleanImage(cleaning: png) }
    var jpeg = try Self.picture("exif.jpg")
    let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xC0]) })
    jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [0x75, 0x30, 0x75, 0x30])
    #expect(throws: ImageFault.tooManyPixels(width: 30_000, height: 30_000)) { try CleanImage(cleaning: jpeg) }
    jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [0, 0, 0, 16])
    #expect(throws: ImageFault.self) { try CleanImage(cleaning: jpeg) }
  }

  @Test("A picture with so many scans that viewers are busy for minutes is refused")
  func scans() throws {
    let bytes = try Self.picture("progressive.jpg")
    let scan = try #require(bytes.indices.last { bytes[$0...].starts(with: [0xFF, 0xDA]) })
    let last = bytes[scan..<(bytes.count - 2)]
    let many = bytes[..<scan] + (0..<101).flatMap { _ in last } + [0xFF, 0xD9]
    #expect(throws: ImageFault.self) { try CleanImage(cleaning: Array(many)) }
    #expect((try? CleanImage(cleaning: Array(bytes[..<scan] + last + last + [0xFF, 0xD9]))) != nil)
  }

  @Test("Changed bytes never end the program")
  func fuzzed() throws {
    var random = SystemRandomNumberGenerator()
    for name in ["exif.jpg", "progressive.jpg", "texts.png", "exif.webp", "lossless.webp", "moving.webp"] {
      let whole = try Self.picture(name)
      for _ in 0..<300 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if let image = try? CleanImage(cleaning: bytes) {
          #expect(max(image.width, image.height) <= CleanImage.longestSide)
        }
      }
    }
  }
}
