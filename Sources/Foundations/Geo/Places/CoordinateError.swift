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

  /// Two latitudes or two longitudes.
  case twice(Part, text: String)
  /// Minutes or seconds of 60 and more.
  case sixtieths(Double, text: String)
  /// Numbers and marks in no order that is known.
  case unreadable(text: String)
  /// A link that only its server can resolve.
  case shortLink(text: String)
  /// A link of a map, or to another page, that holds no coordinates.
  case noPlaceInLink(text: String)

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
    case .twice(let part, let text):
      "\(text.quoted) has the \(part.rawValue) twice: expected one latitude and one longitude, such as N24.1477 E120.6736 or \(Self.example)"
    case .sixtieths(let value, let text):
      "\(text.quoted): \(value) is no number of minutes or seconds, which are less than 60: write for example 24°8'51.7\"N 120°40'25\"E or \(Self.example)"
    case .unreadable(let text):
      "\(text.quoted) is no latitude and longitude: write for example \(Self.example) or 24°8'51.7\"N 120°40'25\"E"
    case .shortLink(let text):
      "\(text.quoted) is a short link, which cannot be followed without a network: open it, and copy the numbers, such as \(Self.example), or the long address, such as \(Self.exampleLink)"
    case .noPlaceInLink(let text):
      "\(text.quoted) holds no coordinates: press long on the map's place, and copy the numbers, such as \(Self.example), or an address such as \(Self.exampleLink)"
    }
  }

  private static let exampleLink = "https://www.google.com/maps/@24.1477,120.6736,17z"

  private static let example = "24.1477,120.6736"

  private static func advice(_ suggestion: Coordinate?, otherwise: String) -> String {
    if let suggestion { "did you mean \(suggestion)?" } else { "\(otherwise), such as \(example)" }
  }
}

// MARK: - In Chinese

extension CoordinateError {
  /// The message in the Chinese of Taiwan.
  public var chinese: String {
    switch self {
    case .notFinite(let part, let text): "\(part.chinese)「\(text.shown)」不是有限的數字：請填度數，例如 \(part.example)"
    case .latitudeOutOfRange(let value): "緯度 \(value.plain) 不在 -90 到 90 之間"
    case .longitudeOutOfRange(let value): "經度 \(value.plain) 不在 -180 到 180 之間"
    case .swapped(let latitude, let longitude):
      "緯度 \(latitude.plain) 不在 -90 到 90 之間：緯度要寫在前面，請寫 \(longitude.plain),\(latitude.plain)"
    case .projectedMeters(let first, let second):
      "\(first),\(second) 不是經緯度，看起來是 TWD97 的公尺座標：請改用 WGS84 的度數，例如 \(Self.example)"
    case .radiusOutOfRange(let kilometers): "半徑 \(kilometers.plain) 公里不在 0 到 \(Radius.largestKilometers.plain) 公里之間"
    case .missing(let part, let text):
      "「\(text.shown)」沒有\(part.chinese)：請依序寫緯度、逗號、經度，例如 \(Self.example)"
    case .tooManyParts(let text): "「\(text.shown)」不只一個緯度和一個經度：請只寫兩個數字，例如 \(Self.example)"
    case .notANumber(let part, let text):
      "\(part.chinese)「\(text.shown)」不是十進位數字：請只填度數，例如 \(part.example)"
    case .decimalComma(let text, let suggestion):
      "「\(text.shown)」的數字裡有逗號：\(Self.chineseAdvice(suggestion, otherwise: "小數點請用「.」"))"
    case .fullWidth(let text, let suggestion):
      "「\(text.shown)」有全形字元：\(Self.chineseAdvice(suggestion, otherwise: "請用半形數字和符號"))"
    case .twice(let part, let text):
      "「\(text.shown)」有兩個\(part.chinese)：請寫一個緯度和一個經度，例如 N24.1477 E120.6736 或 \(Self.example)"
    case .sixtieths(let value, let text):
      "「\(text.shown)」的 \(value) 不是分或秒，分和秒都小於 60：可以寫 24°8'51.7\"N 120°40'25\"E 或 \(Self.example)"
    case .unreadable(let text):
      "「\(text.shown)」看不出緯度和經度：可以寫 \(Self.example) 或 24°8'51.7\"N 120°40'25\"E"
    case .shortLink(let text):
      "「\(text.shown)」是短網址，不連網路無法得知位置：請打開它，複製座標，例如 \(Self.example)，或複製完整網址，例如 \(Self.exampleLink)"
    case .noPlaceInLink(let text):
      "「\(text.shown)」沒有座標：請在地圖上長按地點，複製座標，例如 \(Self.example)，或複製網址，例如 \(Self.exampleLink)"
    }
  }

  private static func chineseAdvice(_ suggestion: Coordinate?, otherwise: String) -> String {
    if let suggestion { "是不是 \(suggestion)？" } else { "\(otherwise)，例如 \(example)" }
  }

  /// A short name that never changes, for programs.
  public var code: String {
    switch self {
    case .notFinite: "coordinate_not_finite"
    case .latitudeOutOfRange: "latitude_out_of_range"
    case .longitudeOutOfRange: "longitude_out_of_range"
    case .swapped: "coordinate_swapped"
    case .projectedMeters: "coordinate_projected"
    case .radiusOutOfRange: "radius_out_of_range"
    case .missing: "coordinate_incomplete"
    case .tooManyParts: "coordinate_too_long"
    case .notANumber: "coordinate_not_a_number"
    case .decimalComma: "coordinate_decimal_comma"
    case .fullWidth: "coordinate_full_width"
    case .twice: "coordinate_twice"
    case .sixtieths: "coordinate_minutes"
    case .unreadable: "coordinate_unreadable"
    case .shortLink: "coordinate_short_link"
    case .noPlaceInLink: "coordinate_no_place_in_link"
    }
  }
}

extension CoordinateError.Part {
  fileprivate var chinese: String {
    switch self {
    case .latitude: "緯度"
    case .longitude: "經度"
    case .bearing: "方位角"
    }
  }

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
  fileprivate var quoted: String { "\"" + shown + "\"" }

  fileprivate var shown: String {
    let longest = 60
    var text = ""
    for scalar in unicodeScalars.prefix(longest) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + (unicodeScalars.dropFirst(longest).isEmpty ? "" : "…")
  }
}

extension Double {
  /// The number without `.0`.
  fileprivate var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : "\(self)" }
}
