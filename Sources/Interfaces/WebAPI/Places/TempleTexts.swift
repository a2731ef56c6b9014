import Folklore
import Geo
import JSON
import Lunisolar
import Nearby
import OpeningHours
import Records

/// The JSON of nearby temples, made from texts prepared once per temple. `JSONEncoder` takes forty times as long as the search. The fields are
/// those of `NearbyRecord`; a test compares both.
struct TempleTexts: Sendable {
  /// All texts in one array, which is faster to read than one array each.
  private let bytes: [UInt8]
  /// By index in the directory.
  private let parts: [Parts]

  /// The positions of a temple's texts: from `{"id"` to `"name":`, the quoted name, the English name, and the end.
  private struct Parts: Sendable {
    let shared: Int
    let name: Int
    let englishName: Int
    let end: Int
  }

  /// - Parameters:
  ///   - temples: those of a directory, in its order.
  ///   - known: the bytes of a temple that has not changed, and where its names begin, counted from its beginning.
  init(_ temples: [Temple], known: (Temple) -> Text? = { _ in nil }) {
    var writer = JSONWriter()
    parts = temples.map { temple in
      if let text = known(temple) {
        let start = writer.bytes.count
        writer.bytes += text.bytes
        return Parts(
          shared: start, name: start + text.name, englishName: start + text.englishName, end: writer.bytes.count)
      }
      let shared = writer.bytes.count
      writer.value(.object(temple.sharedMembers))
      // The object continues with the variable members.
      writer.bytes.removeLast()
      writer.raw(",\"name\":")
      let name = writer.bytes.count
      writer.string(temple.name)
      let englishName = writer.bytes.count
      writer.string(temple.name(in: .english))
      return Parts(shared: shared, name: name, englishName: englishName, end: writer.bytes.count)
    }
    bytes = writer.bytes
  }

  /// The text of one temple.
  struct Text {
    fileprivate let bytes: ArraySlice<UInt8>
    fileprivate let name: Int
    fileprivate let englishName: Int
  }

  /// The text of the temple at an index.
  func text(at index: Int) -> Text {
    let parts = parts[index]
    return Text(
      bytes: bytes[parts.shared..<parts.end], name: parts.name - parts.shared,
      englishName: parts.englishName - parts.shared)
  }

  /// A list of temples as JSON.
  func list(_ found: [TempleSighting], _ language: Language) -> [UInt8] {
    var writer = JSONWriter(capacity: found.count * 1_000 + 2)
    writer.raw("[")
    bytes.withUnsafeBufferPointer { bytes in
      for (index, sighting) in found.enumerated() {
        if index > 0 { writer.raw(",") }
        let parts = parts[sighting.position]
        if language == .english {
          writer.raw(UnsafeBufferPointer(rebasing: bytes[parts.shared..<parts.name]))
          writer.raw(UnsafeBufferPointer(rebasing: bytes[parts.englishName..<parts.end]))
        } else {
          writer.raw(UnsafeBufferPointer(rebasing: bytes[parts.shared..<parts.englishName]))
        }
        Self.write(sighting, language, to: &writer)
      }
    }
    writer.raw("]")
    return writer.bytes
  }

  /// Writes the variable members up to the end of the object.
  private static func write(_ found: TempleSighting, _ language: Language, to writer: inout JSONWriter) {
    let meters = Int((found.distanceKilometers * 1_000).rounded())
    writer.raw(",\"distance\":")
    append(kilometersOf: meters, to: &writer.bytes)
    writer.raw(",\"distance_km\":")
    append(kilometersOf: meters, to: &writer.bytes)
    writer.raw(",\"bearing\":")
    writer.string(found.bearing.rawValue)
    switch found.openState {
    case .open: writer.raw(",\"open_state\":\"open\",\"special_event\":")
    case .closed: writer.raw(",\"open_state\":\"closed\",\"special_event\":")
    case .unknown: writer.raw(",\"open_state\":\"unknown\",\"special_event\":")
    }
    if let event = found.specialEvent { write(event, language, to: &writer) } else { writer.raw("null") }
    writer.raw("}")
  }

  /// Metres as kilometres, as Swift prints the number: `0.216`, `1.5`, `12.0`.
  static func append(kilometersOf meters: Int, to bytes: inout [UInt8]) {
    let (whole, rest) = meters.quotientAndRemainder(dividingBy: 1_000)
    if whole < 10 { bytes.append(digit(whole)) } else { bytes += String(whole).utf8 }
    bytes.append(UInt8(ascii: "."))
    bytes.append(digit(rest / 100))
    if rest % 100 > 0 { bytes.append(digit(rest / 10 % 10)) }
    if rest % 10 > 0 { bytes.append(digit(rest % 10)) }
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(value) }

  /// The same members as `special`.
  private static func write(_ event: SpecialEvent, _ language: Language, to writer: inout JSONWriter) {
    writer.raw("{\"title\":")
    writer.string(event.title.text(in: language))
    writer.raw(",\"date\":")
    writer.string(event.date.description)
    writer.raw(",\"last_date\":")
    writer.string(event.lastDate.description)
    writer.raw(",\"time\":")
    writer.string(event.time)
    writer.raw(",\"event\":")
    writer.string(event.eventKey)
    writer.raw("}")
  }

  static func special(_ event: SpecialEvent?, _ language: Language) -> JSON {
    guard let event else { return nil }
    return [
      "title": .text(event.title.text(in: language)), "date": "\(event.date)", "last_date": "\(event.lastDate)",
      "time": JSON(event.time), "event": JSON(event.eventKey),
    ]
  }
}

extension Temple {
  /// The members shared by list and details, without the name, which depends on the language.
  fileprivate var sharedMembers: [JSON.Member] {
    let links = trustedCoordinate.map { MapLinks($0) }
    return [
      .init("id", .integer(id)), .init("key", .text(key)), .init("address", JSON(address)),
      .init("lat", JSON(trustedCoordinate?.latitude)), .init("lng", JSON(trustedCoordinate?.longitude)),
      .init("main_deity", JSON(mainDeity)), .init("deity", JSON(deityKey)), .init("religion", JSON(religion)),
      .init("county", JSON(county)), .init("town", JSON(town)), .init("rating", JSON(rating)),
      .init("open_time", JSON(openTime)), .init("phone", JSON(phone)), .init("map_url", JSON(links?.google)),
      .init("geo_uri", JSON(links?.geo)),
    ]
  }

  /// The temple in full.
  ///
  /// - Parameter publicAddress: makes the address of a picture one for who reads the answer.
  func details(
    _ language: Language, openState: String, _ special: SpecialEvent?, publicAddress: (String) -> String
  ) -> JSON {
    .object(
      sharedMembers + [
        .init("name", .text(name(in: language))), .init("coordinate_quality", .text(coordinateQuality.rawValue)),
        .init("other_deities", JSON(otherDeityKeys)), .init("registration", JSON(registration)),
        .init("founded", JSON(founded)), .init("founded_note", JSON(foundedNote)),
        .init("open_state", .text(openState)),
      ]
        + RecordSchema.templeDetails.map { field in
          let text = details[field.name]
          if case .image = field.kind { return .init(field.name, JSON(text.text.map(publicAddress))) }
          return .init(field.name, text)
        } + [
          .init("worship_guide", .worshipGuide(worshipGuide, in: language)), .init("sources", JSON(sources)),
          .init("special_event", TempleTexts.special(special, language)),
        ])
  }
}
