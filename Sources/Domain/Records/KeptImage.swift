/// The address of a picture that the database keeps: `/images/0123…cdef.jpg`. It is made from the content, so it never means another picture.
public struct KeptImage: Hashable, Sendable {
  /// 32 hexadecimal digits of the content's SHA-256.
  public let digest: String
  /// `jpg`, `png` or `webp`.
  public let fileExtension: String

  private static let folder = "/images/"
  private static let extensions: Set<String> = ["jpg", "png", "webp"]

  public init(digest: String, fileExtension: String) {
    self.digest = digest
    self.fileExtension = fileExtension
  }

  /// Nil if the text is another address.
  public init?(address: String) {
    guard address.hasPrefix(Self.folder) else { return nil }
    let parts = address.dropFirst(Self.folder.count).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 32, Self.extensions.contains(String(parts[1])),
      parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.init(digest: String(parts[0]), fileExtension: String(parts[1]))
  }

  public var address: String { Self.folder + digest + "." + fileExtension }
}
