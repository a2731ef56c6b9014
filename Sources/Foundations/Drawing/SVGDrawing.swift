internal import CRsvg

/// Makes other formats of SVG pictures with librsvg, which is opened when it is first needed.
public enum SVGDrawing {
  /// Why nothing can be drawn on this machine; nil if it can.
  public static var missing: DrawingError? {
    crsvg_open().map { DrawingError(reason: String(cString: $0)) }
  }

  /// A sheet of paper, in points of 1/72 inch.
  public struct Sheet: Hashable, Sendable {
    let width: Double
    let height: Double

    /// ISO 216, 210 by 297 mm.
    public static let a4 = Sheet(width: 210 / 25.4 * 72, height: 297 / 25.4 * 72)
  }

  /// The picture as a PDF of one page, as large as its proportions allow.
  ///
  /// - Throws: `DrawingError` if librsvg is not installed or does not read the picture.
  public static func pdf(_ svg: String, on sheet: Sheet) throws(DrawingError) -> [UInt8] {
    if let missing { throw missing }
    let bytes = Array(svg.utf8)
    let room = 256
    var problem = [CChar](repeating: 0, count: room)
    let drawn = Drawn()
    let isDrawn = withExtendedLifetime(drawn) {
      crsvg_pdf(
        bytes, bytes.count, sheet.width, sheet.height,
        { context, part, count in
          guard let context else { return 1 }
          let drawn = Unmanaged<Drawn>.fromOpaque(context).takeUnretainedValue()
          drawn.bytes += UnsafeBufferPointer(start: part, count: Int(count))
          return 0
        }, Unmanaged.passUnretained(drawn).toOpaque(), &problem, room)
    }
    guard isDrawn != 0 else {
      let text = problem.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw DrawingError(reason: String(decoding: text, as: UTF8.self))
    }
    return drawn.bytes
  }

  /// What cairo has written so far.
  private final class Drawn {
    var bytes: [UInt8] = []
  }
}

/// Why a picture was not drawn.
public struct DrawingError: Error, Hashable, CustomStringConvertible, Sendable {
  /// In English, for operators.
  public let reason: String

  public var description: String { "the picture cannot be drawn: \(reason)" }
}
