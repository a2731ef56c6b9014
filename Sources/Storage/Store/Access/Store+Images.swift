internal import Crypto
internal import Database
public import Folklore
internal import Foundation
public import Images
internal import JSON
public import Records

// Pictures. Their bytes are kept as Base64: values of the store are numbers and texts in both engines, and a picture is small.
extension Store {
  /// The most bytes of a picture.
  public static let imageLimit = 400_000
  /// Seconds until a picture is removed that no record shows; a removal can be undone until then.
  static let unusedImageSeconds = 30 * 86_400

  /// The most pictures that no record shows; beyond it somebody fills the disk.
  package static let unusedImageLimit = 500

  /// Keeps a picture. The same picture is kept once.
  ///
  /// - Parameter image: of `imageLimit` bytes at most.
  /// - Throws: `ImageTooLarge`, `TooManyImages`.
  public func addImage(_ image: CleanImage, _ change: Change) throws -> KeptImage {
    guard image.bytes.count <= Self.imageLimit else { throw ImageTooLarge(bytes: image.bytes.count) }
    let digest = SHA256.hash(data: image.bytes).prefix(16).map(\.hexadecimal).joined()
    try database.write { connection in
      let known = try connection.execute(
        "UPDATE images SET unused_since = $2, updated_at = $2 WHERE digest = $1", [.text(digest), .integer(change.at)])
      guard known == 0 else { return }
      let unused = try connection.integer("SELECT COUNT(*) FROM images WHERE unused_since IS NOT NULL")
      if unused >= Self.unusedImageLimit, try Self.markImages(connection, at: change.at) >= Self.unusedImageLimit {
        throw TooManyImages()
      }
      let id = try connection.insert(
        into: "images",
        ["digest", "type", "width", "height", "content", "unused_since", "created_at", "updated_at"],
        [
          .text(digest), .text(image.type.rawValue), .integer(image.width), .integer(image.height),
          .text(Data(image.bytes).base64EncodedString()), .integer(change.at), .integer(change.at), .integer(change.at),
        ])
      try AuditLog(connection: connection, change: change).note(
        "add", AuditLog.image, id: id, key: digest,
        after: [
          "type": .text(image.type.rawValue), "width": .integer(image.width), "height": .integer(image.height),
          "bytes": .integer(image.bytes.count),
        ])
    }
    return KeptImage(digest: digest, fileExtension: image.type.fileExtension)
  }

  /// The type and the bytes of a picture; nil if it is not kept.
  public func image(_ image: KeptImage) throws -> (type: ImageType, bytes: [UInt8])? {
    try database.read { connection in
      try connection.first("SELECT type, content FROM images WHERE digest = $1", [.text(image.digest)]) { row in
        guard let type = ImageType(rawValue: row.text(0) ?? ""), type.fileExtension == image.fileExtension,
          let data = Data(base64Encoded: row.text(1) ?? "")
        else { return nil }
        return (type, Array(data))
      } ?? nil
    }
  }

  /// Removes pictures that no record has shown for 30 days.
  ///
  /// - Returns: their number.
  public func cleanUpImages(now: Int) throws -> Int {
    try database.write { connection in
      _ = try Self.markImages(connection, at: now)
      return try connection.execute(
        "DELETE FROM images WHERE unused_since <= $1", [.integer(now - Self.unusedImageSeconds)])
    }
  }

  /// Notes since when each picture is shown by no record.
  ///
  /// - Returns: the number of those.
  private static func markImages(_ connection: any Connection, at now: Int) throws -> Int {
    let shown = try shownImages(connection)
    var unused = 0
    let kept = try connection.all("SELECT id, digest, unused_since FROM images") {
      (id: $0.integer(0) ?? 0, digest: $0.text(1) ?? "", since: $0.integer(2))
    }
    for (id, digest, since) in kept {
      let isShown = shown.contains(digest)
      if !isShown { unused += 1 }
      guard isShown == (since != nil) else { continue }
      try connection.execute(
        "UPDATE images SET unused_since = $2 WHERE id = $1", [.integer(id), isShown ? .null : .integer(now)])
    }
    return unused
  }

  /// The fields that show a picture, by the kind of record.
  private static let imageFields: [(entity: Entity, field: String)] = Entity.allCases.flatMap { entity in
    entity.fields.filter { if case .image = $0.kind { true } else { false } }.map { (entity, $0.name) }
  }

  /// The digests of all pictures that records show.
  private static func shownImages(_ connection: any Connection) throws -> Set<String> {
    var digests: Set<String> = []
    for (entity, field) in imageFields {
      try connection.forEachRow(
        SQL("SELECT \(field) FROM \(entity.table) WHERE \(field) LIKE '/images/%'"), []
      ) { row in
        if let image = KeptImage(address: row.text(0) ?? "") { digests.insert(image.digest) }
      }
    }
    return digests
  }

  /// What records show and the database does not keep: a sentence each.
  static func imageFaults(_ connection: any Connection) throws -> [String] {
    let kept = Set(try connection.all("SELECT digest FROM images") { $0.text(0) ?? "" })
    return try shownImages(connection).subtracting(kept).sorted().map {
      "images: \($0) is shown by a record and not kept"
    }
  }
}

/// So many pictures are kept that no record shows that no other is taken.
public struct TooManyImages: SpokenError, Hashable, Sendable {
  public var description: String {
    "\(Store.unusedImageLimit) pictures are kept that no record shows: use some, or wait until the clean-up removes them"
  }

  public var chinese: String {
    "已經有 \(Store.unusedImageLimit) 張沒有使用的圖片：請先使用一些，或等系統清除"
  }

  public var code: String { "too_many_images" }
}

/// A picture that is larger than the database keeps.
public struct ImageTooLarge: SpokenError, Hashable, Sendable {
  public let bytes: Int

  public var description: String {
    "the picture has \(bytes) bytes: \(Store.imageLimit) at most"
  }

  public var chinese: String { "圖片有 \(bytes) 個位元組，最多 \(Store.imageLimit) 個" }
  public var code: String { "image_too_large" }
}
