import Database
import Foundation
import Images
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Pictures in the database", .timed)
struct ImageTests {
  /// A PNG of one grey pixel; each number makes another one.
  private static func picture(_ number: Int = 0) throws -> CleanImage {
    let base64 = """
      iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==
      """
    var bytes = Array(try #require(Data(base64Encoded: base64)))
    // A part with physical sizes, which pictures keep: its number makes another picture.
    if number > 0 { bytes.insert(contentsOf: pHYs(number), at: 33) }
    return try CleanImage(cleaning: bytes)
  }

  private static func pHYs(_ number: Int) -> [UInt8] {
    let content = Array("pHYs".utf8) + [0, 0, 0, UInt8(number), 0, 0, 0, 1, 0]
    let sum = content.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
    return [0, 0, 0, 9] + content + (0..<4).map { UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * UInt32($0))) }
  }

  private static func later(_ days: Int) -> Change {
    Change(actor: "mei", at: TestStore.change.at + days * 86_400, today: TestStore.today)
  }

  @Test("A picture comes back as it was, and the same picture is kept once")
  func kept() throws {
    let test = try TestStore()
    let image = try Self.picture()
    let address = try test.store.addImage(image, TestStore.change)
    #expect(try test.store.addImage(image, TestStore.change) == address)
    #expect(KeptImage(address: address.address) == address && address.address.hasSuffix(".png"))
    let kept = try #require(try test.store.image(address))
    #expect(kept.bytes == image.bytes && kept.type == .png)
    #expect(try test.integer("SELECT COUNT(*) FROM images") == 1)
    // By another name it is no picture: its type would be a lie.
    #expect(try test.store.image(KeptImage(digest: address.digest, fileExtension: "jpg")) == nil)
    let entry = try #require(try test.store.audit(kind: "image", limit: 5).first)
    #expect(entry.action == "add" && entry.after["bytes"] == .integer(image.bytes.count))
  }

  @Test("Pictures that no record shows are removed after 30 days; one that is shown again stays")
  func cleaned() throws {
    let test = try TestStore()
    let shown = try test.store.addImage(Self.picture(1), TestStore.change)
    let unused = try test.store.addImage(Self.picture(2), TestStore.change)
    try test.add(.deity, #"[{"key":"mazu","name":"天上聖母","image_url":"\#(shown.address)"}]"#)
    #expect(try test.store.cleanUpImages(now: Self.later(29).at) == 0)
    #expect(try test.store.cleanUpImages(now: Self.later(30).at) == 1)
    #expect(try test.store.image(unused) == nil && test.store.image(shown) != nil)
    // It is taken down, found unused a day later, and shown again by undoing: the days of waiting begin anew.
    try test.store.edit(.deity, key: "mazu", Draft(fields: [.init("image_url", .null)]), Self.later(31))
    #expect(try test.store.cleanUpImages(now: Self.later(32).at) == 0)
    #expect(try test.store.cleanUpImages(now: Self.later(61).at) == 0)
    let change = try #require(try test.store.audit(.deity, key: "mazu", limit: 1).first).id
    _ = try test.store.undo(change, of: [.deity], Self.later(61))
    #expect(try test.store.cleanUpImages(now: Self.later(62).at) == 0)
    #expect(try test.store.cleanUpImages(now: Self.later(200).at) == 0 && test.store.image(shown) != nil)
    #expect(try test.store.faults().isEmpty)
  }

  @Test("Whoever sends picture after picture and uses none fills no disk")
  func bounded() throws {
    let test = try TestStore()
    let shown = try test.store.addImage(Self.picture(1), TestStore.change)
    try test.add(.deity, #"[{"key":"mazu","name":"天上聖母","image_url":"\#(shown.address)"}]"#)
    try test.store.database.write { connection in
      for number in 1..<Store.unusedImageLimit {
        _ = try connection.insert(
          into: "images",
          ["digest", "type", "width", "height", "content", "unused_since", "created_at", "updated_at"],
          [
            .text("\(number)"), .text("png"), .integer(1), .integer(1), .text(""), .integer(1), .integer(1),
            .integer(1),
          ])
      }
    }
    // The picture that is shown does not count, though it was marked when it came.
    _ = try test.store.addImage(Self.picture(2), TestStore.change)
    #expect(throws: TooManyImages()) { try test.store.addImage(Self.picture(3), TestStore.change) }
    // The same picture again is no new one.
    _ = try test.store.addImage(Self.picture(2), TestStore.change)
  }

  @Test("The check finds a picture that a record shows and nobody keeps")
  func missing() throws {
    let test = try TestStore()
    let address = KeptImage(digest: String(repeating: "a", count: 32), fileExtension: "webp").address
    try test.add(.deity, #"[{"key":"mazu","name":"天上聖母","image_url":"\#(address)"}]"#)
    #expect(try test.store.faults().contains { $0.hasPrefix("images: ") && $0.contains("aaaa") })
  }

  @Test(
    "A field for a picture takes web addresses and pictures of ours, and nothing else",
    arguments: [
      ("https://example.org/a.jpg", true), ("/images/0123456789abcdef0123456789abcdef.jpg", true),
      ("/images/0123456789abcdef0123456789abcdef.svg", false), ("/images/../a.jpg", false), ("/images/", false),
      ("/images/0123456789ABCDEF0123456789ABCDEF.jpg", false), ("javascript:alert(1)", false),
      ("//evil.example/a.jpg", false),
      ("data:image/png;base64,AA==", false),
    ])
  func addresses(text: String, isTaken: Bool) throws {
    let field = try #require(Entity.event.fields.first { $0.name == "cover_url" })
    #expect(((try? field.kind.checked(.text(text), isText: false)) != nil) == isTaken)
  }
}
