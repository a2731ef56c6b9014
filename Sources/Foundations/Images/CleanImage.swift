/// A picture for pages: JPEG, PNG or WebP, without what its file says beside the picture.
///
/// The pixels are not decoded. The file is taken apart and only the parts that make the picture are written again: positions, names of cameras, comments,
/// previews, and whatever follows the end are gone.
///
///     let image = try CleanImage(cleaning: bytes)
///     image.type.mediaType        // "image/jpeg"
public struct CleanImage: Hashable, Sendable {
  public let type: ImageType
  /// Pixels.
  public let width: Int
  public let height: Int
  public let bytes: [UInt8]

  /// The most pixels of a side. A picture of a few kilobytes can claim more than a browser has memory for.
  public static let longestSide = 4_096

  /// - Throws: `ImageFault`.
  public init(cleaning bytes: [UInt8]) throws(ImageFault) {
    guard let type = ImageType(of: bytes) else { throw .noImage(Self.kind(of: bytes)) }
    let found =
      switch type {
      case .jpeg: try JPEGFile.cleaned(bytes)
      case .png: try PNGFile.cleaned(bytes)
      case .webp: try WebPFile.cleaned(bytes)
      }
    guard found.width > 0, found.height > 0 else { throw .broken("it has no pixels") }
    guard max(found.width, found.height) <= Self.longestSide else {
      throw .tooManyPixels(width: found.width, height: found.height)
    }
    self.type = type
    (width, height, self.bytes) = found
  }

  /// What a file without a picture probably is.
  private static func kind(of bytes: [UInt8]) -> String? {
    let kinds: [(start: [UInt8], name: String)] = [
      (Array("PK\u{3}\u{4}".utf8), "ZIP"), (Array("%PDF".utf8), "PDF"), (Array("GIF8".utf8), "GIF"),
      (Array("<svg".utf8), "SVG"), (Array("<?xml".utf8), "XML"), (Array("<!DOCTYPE".utf8), "HTML"),
      ([0x42, 0x4D], "BMP"), ([0x49, 0x49, 0x2A, 0], "TIFF"), ([0x4D, 0x4D, 0, 0x2A], "TIFF"), ([0x1F, 0x8B], "gzip"),
    ]
    if bytes.count > 12, bytes[4..<8].elementsEqual("ftyp".utf8) { return "HEIC, AVIF" }
    return kinds.first { bytes.starts(with: $0.start) }?.name
  }
}

/// A kind of picture that every browser shows.
public enum ImageType: String, CaseIterable, Hashable, Sendable {
  case jpeg, png, webp

  /// By the first bytes, never by a name.
  init?(of bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: PNGFile.signature) {
      self = .png
    } else if bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// `image/jpeg`
  public var mediaType: String { "image/" + rawValue }

  /// The ending of file names.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

/// The reason why a file is not taken as a picture.
public enum ImageFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are something else: `ZIP`; nil if nobody knows what.
  case noImage(String?)
  case tooManyPixels(width: Int, height: Int)
  /// It moves.
  case animated
  /// The file breaks off, or contradicts itself.
  case broken(String)

  public var description: String {
    switch self {
    case .noImage(let kind):
      "is no JPEG, PNG or WebP picture" + (kind.map { ": it looks like \($0)" } ?? "")
    case .tooManyPixels(let width, let height):
      "has \(width) × \(height) pixels: \(CleanImage.longestSide) on a side at most"
    case .animated: "moves: give a picture that stands still"
    case .broken(let reason): "is damaged: \(reason)"
    }
  }

  /// The same in Traditional Chinese.
  public var chinese: String {
    switch self {
    case .noImage(let kind): "不是 JPEG、PNG 或 WebP 圖片" + (kind.map { "，看起來是 \($0)" } ?? "")
    case .tooManyPixels(let width, let height):
      "有 \(width) × \(height) 像素，每邊最多 \(CleanImage.longestSide)"
    case .animated: "是動畫：請用靜止的圖片"
    case .broken: "檔案損壞或不完整"
    }
  }
}
