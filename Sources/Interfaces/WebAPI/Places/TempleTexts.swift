import Folklore
import Geo
import Lunisolar
import Nearby
import OpeningHours
import Store

/// The JSON of temples near a place, written fast: what is the same of a temple in every answer is text that was made once.
///
/// `JSONEncoder` takes a millisecond for twenty temples, forty times as long as it takes to find them. The fields are those of
/// `NearbyRecord`, and a test holds the two together.
struct TempleTexts: Sendable {
  /// All texts one behind the other: each in an array of its own would be one more place in memory to wait for.
  private let bytes: [UInt8]
  /// By the temples' places in the directory.
  private let parts: [Parts]

  /// Where the text of a temple begins, from `{"id"` to `"name":`; its name, with quotes; its English name; and where that ends.
  private struct Parts: Sendable {
    let shared: Int
    let name: Int
    let englishName: Int
    let end: Int
  }

  /// - Parameter temples: those of a directory, in its order.
  init(_ temples: [Temple]) {
    var bytes: [UInt8] = []
    parts = temples.map { temple in
      let shared = bytes.count
      JSON.object(temple.sharedMembers).append(to: &bytes)
      // The object goes on with what differs.
      bytes[bytes.count - 1] = UInt8(ascii: ",")
      bytes += "\"name\":".utf8
      let name = bytes.count
      JSON.append(temple.name, to: &bytes)
      let englishName = bytes.count
      JSON.append(temple.name(in: .english), to: &bytes)
      return Parts(shared: shared, name: name, englishName: englishName, end: bytes.count)
    }
    self.bytes = bytes
  }

  /// A list of temples as JSON.
  func list(_ found: [TempleSighting], _ language: Language) -> [UInt8] {
    var list: [UInt8] = []
    list.reserveCapacity(found.count * 1_000 + 2)
    list.append(UInt8(ascii: "["))
    bytes.withUnsafeBufferPointer { bytes in
      for (index, sighting) in found.enumerated() {
        if index > 0 { list.append(UInt8(ascii: ",")) }
        let parts = parts[sighting.position]
        if language == .english {
          list += UnsafeBufferPointer(rebasing: bytes[parts.shared..<parts.name])
          list += UnsafeBufferPointer(rebasing: bytes[parts.englishName..<parts.end])
        } else {
          list += UnsafeBufferPointer(rebasing: bytes[parts.shared..<parts.englishName])
        }
        Self.append(sighting, language, to: &list)
      }
    }
    list.append(UInt8(ascii: "]"))
    return list
  }

  /// What differs: from behind the name to the end of the object.
  private static func append(_ found: TempleSighting, _ language: Language, to bytes: inout [UInt8]) {
    let meters = Int((found.distanceKilometers * 1_000).rounded())
    bytes += ",\"distance\":".utf8
    append(kilometersOf: meters, to: &bytes)
    bytes += ",\"distance_km\":".utf8
    append(kilometersOf: meters, to: &bytes)
    bytes += ",\"bearing\":\"".utf8
    bytes += found.bearing.rawValue.utf8
    switch found.openState {
    case .open: bytes += "\",\"open_state\":\"open\",\"special_event\":".utf8
    case .closed: bytes += "\",\"open_state\":\"closed\",\"special_event\":".utf8
    case .unknown: bytes += "\",\"open_state\":\"unknown\",\"special_event\":".utf8
    }
    if let event = found.specialEvent { append(event, language, to: &bytes) } else { bytes += "null".utf8 }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Metres as kilometres, in the digits in which Swift writes the number: `0.216`, `1.5`, `12.0`.
  static func append(kilometersOf meters: Int, to bytes: inout [UInt8]) {
    let (whole, rest) = meters.quotientAndRemainder(dividingBy: 1_000)
    if whole < 10 { bytes.append(digit(whole)) } else { bytes += String(whole).utf8 }
    bytes.append(UInt8(ascii: "."))
    bytes.append(digit(rest / 100))
    if rest % 100 > 0 { bytes.append(digit(rest / 10 % 10)) }
    if rest % 10 > 0 { bytes.append(digit(rest % 10)) }
  }

  private static func digit(_ value: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(value) }

  /// What `special` makes a value of, without the value between.
  private static func append(_ event: SpecialEvent, _ language: Language, to bytes: inout [UInt8]) {
    bytes += "{\"title\":".utf8
    JSON.append(event.title.text(in: language), to: &bytes)
    bytes += ",\"date\":\"".utf8
    bytes += event.date.description.utf8
    bytes += "\",\"last_date\":\"".utf8
    bytes += event.lastDate.description.utf8
    bytes += "\",\"time\":".utf8
    if let time = event.time { JSON.append(time, to: &bytes) } else { bytes += "null".utf8 }
    bytes += ",\"event\":".utf8
    if let key = event.eventKey { JSON.append(key, to: &bytes) } else { bytes += "null".utf8 }
    bytes.append(UInt8(ascii: "}"))
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
  /// The fields that a list and the details have, but for the name, which the language changes.
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

  /// All that is known of it.
  func details(_ language: Language, openState: String, _ special: SpecialEvent?) -> JSON {
    .object(
      sharedMembers + [
        .init("name", .text(name(in: language))), .init("coordinate_quality", .text(coordinateQuality.rawValue)),
        .init("other_deities", .list(otherDeityKeys.map(JSON.text))), .init("registration", JSON(registration)),
        .init("founded", JSON(founded)), .init("founded_note", JSON(foundedNote)),
        .init("open_state", .text(openState)), .init("introduction", JSON(introduction)),
        .init("features", JSON(features)), .init("transportation", JSON(transportation)),
        .init("worship_tips", JSON(worshipTips)), .init("image_url", JSON(imageURL)),
        .init("sources", .list(sources.map(JSON.text))),
        .init("special_event", TempleTexts.special(special, language)),
      ])
  }
}

extension JSON {
  init(_ real: Double?) { self = real.map(JSON.real) ?? .null }
}
