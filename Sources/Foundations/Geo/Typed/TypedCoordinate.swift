/// A place as a person types it, or pastes it from a map.
///
///     try TypedCoordinate("24.1477 120.6736")?.coordinate
///     try TypedCoordinate("北緯24度8分51.7秒，東經120度40分25秒")?.coordinate
///     try TypedCoordinate("https://www.google.com/maps/@24.1477,120.6736,17z")?.coordinate
///     try TypedCoordinate("臺中市西屯區")          // nil: no coordinates, but perhaps a name
///
/// `Coordinate(parsing:)` is the strict form for files and programs; this one is for people.
public struct TypedCoordinate: Hashable, Sendable {
  public let coordinate: Coordinate
  /// True if the longitude stood first: `120.6736,24.1477` is certain, because no place in Taiwan has such a latitude.
  public let hadLongitudeFirst: Bool

  /// Reads decimal degrees, degrees with minutes and seconds, `geo:` addresses, links of Google Maps, Apple Maps and
  /// OpenStreetMap, and full plus codes.
  ///
  /// - Returns: nil for a text that is no coordinates at all, such as a name or an address.
  /// - Throws: `CoordinateError` for coordinates that are incomplete or wrong, and for links that hold none.
  public init?(_ text: String) throws(CoordinateError) {
    // Links of maps are long, and a page of text is no place.
    guard text.unicodeScalars.count <= Self.longestText else { return nil }
    let plain = Self.withoutZoom(PlainMarks.halfWidth(text))
    if let link = MapLink(plain) {
      self = try link.place()
      return
    }
    if let code = PlusCode(plain), code.isFull {
      self.init(code.place())
      return
    }
    do {
      self.init(try Coordinate(parsing: plain))
      return
    } catch .notFinite(let part, let text) {
      throw .notFinite(part, text: text)
    } catch {
      // Another form, which is read below.
    }
    guard let tokens = CoordinateTokens(plain) else {
      guard Self.looksLikeNumbers(plain) else { return nil }
      // The strict reader names the wrong half.
      self.init(try Coordinate(parsing: plain))
      return
    }
    self = try tokens.place(of: text)
  }

  private static let longestText = 1_000

  /// A place that was typed in another way.
  public init(at coordinate: Coordinate) { self.init(coordinate) }

  /// The middle part of a Google Maps link, `@24.1477,120.6736,17z`, without its mark and its zoom.
  private static func withoutZoom(_ text: String) -> String {
    let parts = text.split(separator: ",")
    guard parts.count == 3, parts[2].last == "z", Double(parts[2].dropLast()) != nil else { return text }
    return (parts[0].first == "@" ? parts[0].dropFirst() : parts[0]) + "," + parts[1]
  }

  init(_ coordinate: Coordinate, hadLongitudeFirst: Bool = false) {
    self.coordinate = coordinate
    self.hadLongitudeFirst = hadLongitudeFirst
  }

  /// The pair in the order latitude, longitude; a pair in the other order is taken where it lies in Taiwan.
  init(first: Double, second: Double) throws(CoordinateError) {
    do {
      self.init(try Coordinate(latitude: first, longitude: second))
    } catch .swapped where Self.taiwanLatitudes.contains(second) && Self.taiwanLongitudes.contains(first) {
      self.init(try Coordinate(latitude: second, longitude: first), hadLongitudeFirst: true)
    }
  }

  /// Taiwan with Kinmen, Matsu, Orchid Island, and the sea around them.
  private static let taiwanLatitudes = 20.0...27.5
  private static let taiwanLongitudes = 117.5...123.0

  /// True for a text without words: `25.03,121.5x`, `1e309,0`, `nan,121`.
  private static func looksLikeNumbers(_ text: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter }
    return text.contains(where: \.isNumber)
      && words.allSatisfy { $0.count == 1 && $0.allSatisfy(\.isASCII) || notNumbers.contains(String($0)) }
  }

  private static let notNumbers: Set<String> = ["nan", "inf", "infinity"]
}

/// The marks of Chinese keyboards and word processors as ASCII.
enum PlainMarks {
  static func halfWidth(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: plain.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3000, 0xA0, 0x2009, 0x202F: plain.append(" ")
      case 0x3001: plain.append(",")
      case 0x3002: plain.append(".")
      case 0x2212, 0x2013, 0x2014: plain.append("-")
      // Direction marks and zero-width blanks come along when a text is copied.
      case 0x200B...0x200F, 0x202A...0x202E, 0xFEFF: break
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }
}
