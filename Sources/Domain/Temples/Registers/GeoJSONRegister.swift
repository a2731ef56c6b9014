internal import Foundation

/// Reads a GeoJSON FeatureCollection (RFC 7946) of points, one feature in memory at a time: `FeatureCutter` splits the file, and
/// Foundation parses each piece.
///
/// Properties have the ministry's names or ours; the place comes from the geometry, or else from WGS84X and WGS84Y.
struct GeoJSONRegister {
  private let file: String
  private var builder = RowBuilder()
  private var index = 0

  /// - Returns: the fields that some feature has. A null geometry does not count.
  static func read(_ chunks: DecodedChunks, _ sink: RecordSink) throws -> Set<TempleField> {
    var reader = GeoJSONRegister(file: chunks.name)
    var cutter = FeatureCutter(file: chunks.name)
    while let chunk = try chunks.next() {
      try cutter.read(chunk) { feature throws in
        let record = reader.record(of: feature)
        reader.index += 1
        try sink(record)
      }
    }
    try cutter.finish()
    return reader.builder.given
  }

  private init(file: String) {
    self.file = file
  }

  private func failure(
    _ field: String? = nil, _ chinese: String, _ english: String
  ) -> Result<RegisterRecord, RegisterFault> {
    .failure(RegisterFault(file: file, place: .feature(index), field: field, chinese, english))
  }

  private mutating func record(of bytes: [UInt8]) -> Result<RegisterRecord, RegisterFault>? {
    builder.clear()
    guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else {
      return failure(nil, "不是 JSON", "is not JSON")
    }
    guard let feature = value as? [String: Any], feature["type"] as? String == "Feature" else {
      return failure("type", "不是「Feature」", "is not \"Feature\"")
    }
    let properties = feature["properties"] as? [String: Any] ?? [:]
    for field in TempleField.allCases {
      let given = field.names.filter { properties[$0] != nil }
      let other = field.otherNames.first { properties[$0] != nil }
      guard let name = given.first ?? other, let value = properties[name] else { continue }
      if given.count > 1 {
        return
          failure(given[1], "和 \(name) 是同一個欄位：請只留一個", "gives the same field as \(name)")
      }
      guard let text = Self.text(value) else {
        return
          failure(name, "既不是文字也不是數字", "is neither a text nor a number")
      }
      builder.set(field, text, label: name)
    }
    switch feature["geometry"] {
    case nil, is NSNull: break
    case let geometry as [String: Any]:
      guard geometry["type"] as? String == "Point" else {
        return failure(
          "geometry.type", "不是「Point」", "is not \"Point\"")
      }
      guard let position = geometry["coordinates"] as? [Any], position.count >= 2,
        let x = Self.number(position[0]), let y = Self.number(position[1])
      else {
        return failure(
          "geometry.coordinates", "不是經度和緯度，例如 [120.5215, 23.9037]",
          "are not a longitude and a latitude such as [120.5215, 23.9037]")
      }
      builder.set(.x, x, label: "geometry.coordinates[0]")
      builder.set(.y, y, label: "geometry.coordinates[1]")
    default: return failure("geometry", "既不是點也不是 null", "is neither a point nor null")
    }
    return builder.finish(file: file, place: .feature(index))
  }

  /// A text or a number as text; null is empty; nil for other values.
  private static func text(_ value: Any) -> String? {
    switch value {
    case let text as String: text
    case is NSNull: ""
    default: number(value)
    }
  }

  /// A number as text, integers without a fraction; nil for other values.
  private static func number(_ value: Any) -> String? {
    // Foundation reads true and false as numbers with the type of a character.
    guard let number = value as? NSNumber, String(cString: number.objCType) != "c" else { return nil }
    return number.doubleValue == Double(number.intValue) ? "\(number.intValue)" : "\(number.doubleValue)"
  }
}
