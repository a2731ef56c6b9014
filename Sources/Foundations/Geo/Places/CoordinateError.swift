/// The error in a coordinate, a radius or a direction, and the valid values.
public enum CoordinateError: Error, Hashable, Sendable {
  /// NaN, an infinity, or a number that overflows to one.
  case notFinite(Part, text: String)
  case latitudeOutOfRange(Double)
  case longitudeOutOfRange(Double)
  /// An invalid place that is valid in the other order.
  case swapped(latitude: Double, longitude: Double)
  /// Numbers that look like an easting and a northing of TWD97, in either order.
  case projectedMeters(Double, Double)
  /// A radius or a distance in kilometres that is out of range.
  case radiusOutOfRange(Double)
  /// One half of the pair is missing.
  case missing(Part, text: String)
  /// More than one comma.
  case tooManyParts(text: String)
  /// One half of the pair is not a decimal number.
  case notANumber(Part, text: String)
  /// Commas instead of decimal points. The suggestion is the pair with points, if that is a place.
  case decimalComma(text: String, suggestion: Coordinate?)
  /// Full-width digits or marks from Chinese keyboards. The suggestion is the pair in ASCII, if that is a place.
  case fullWidth(text: String, suggestion: Coordinate?)

  /// The number that the error is about.
  public enum Part: String, Hashable, Sendable {
    case latitude, longitude, bearing
  }
}

extension CoordinateError {
  /// The error for a pair of finite numbers that is not a place.
  static func outOfRange(latitude: Double, longitude: Double) -> CoordinateError {
    if isOnGrid(easting: latitude, northing: longitude) || isOnGrid(easting: longitude, northing: latitude) {
      return .projectedMeters(latitude, longitude)
    }
    if abs(longitude) <= 90, abs(latitude) <= 180 { return .swapped(latitude: latitude, longitude: longitude) }
    return abs(latitude) > 90 ? .latitudeOutOfRange(latitude) : .longitudeOutOfRange(longitude)
  }

  /// True for metres inside the rectangle of TWD97's zones of 2 degrees (transverse Mercator about 119 and 121 E, false
  /// easting 250 km) that holds Taiwan, Penghu, Kinmen and Matsu, with some 50 km around them.
  private static func isOnGrid(easting: Double, northing: Double) -> Bool {
    (100_000...400_000).contains(easting) && (2_350_000...2_970_000).contains(northing)
  }
}

extension CoordinateError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFinite(let part, let text):
      "\(part.rawValue) \(text.quoted) is not a finite number: expected degrees such as \(part.example)"
    case .latitudeOutOfRange(let value):
      "latitude \(value) is not between -90 and 90"
    case .longitudeOutOfRange(let value):
      "longitude \(value) is not between -180 and 180"
    case .swapped(let latitude, let longitude):
      "latitude \(latitude) is not between -90 and 90: latitude comes first, did you mean \(longitude),\(latitude)?"
    case .projectedMeters(let first, let second):
      "\(first),\(second) is no latitude and longitude: these look like TWD97 metres; give WGS84 degrees such as \(Self.example)"
    case .radiusOutOfRange(let kilometers):
      "radius \(kilometers) km is not between 0 and \(Radius.largestKilometers) km"
    case .missing(let part, let text):
      "\(text.quoted) has no \(part.rawValue): expected latitude, comma, longitude, such as \(Self.example)"
    case .tooManyParts(let text):
      "\(text.quoted) has more than a latitude and a longitude: expected two numbers such as \(Self.example)"
    case .notANumber(let part, let text):
      "\(part.rawValue) \(text.quoted) is not a decimal number: expected degrees such as \(part.example), nothing before or after"
    case .decimalComma(let text, let suggestion):
      "\(text.quoted) has commas within numbers: \(Self.advice(suggestion, otherwise: "write decimal points"))"
    case .fullWidth(let text, let suggestion):
      "\(text.quoted) has full-width characters: \(Self.advice(suggestion, otherwise: "write ASCII digits and marks"))"
    }
  }

  private static let example = "24.1477,120.6736"

  private static func advice(_ suggestion: Coordinate?, otherwise: String) -> String {
    if let suggestion { "did you mean \(suggestion)?" } else { "\(otherwise), such as \(example)" }
  }
}

extension CoordinateError.Part {
  fileprivate var example: String {
    switch self {
    case .latitude: "24.1477"
    case .longitude: "120.6736"
    case .bearing: "45"
    }
  }
}

extension String {
  /// The text in quotes, cut to keep a message to a line or two. Invisible characters (control characters, direction
  /// marks) appear as their codes.
  fileprivate var quoted: String {
    let longest = 60
    var text = "\""
    for scalar in unicodeScalars.prefix(longest) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + (unicodeScalars.dropFirst(longest).isEmpty ? "" : "…") + "\""
  }
}
