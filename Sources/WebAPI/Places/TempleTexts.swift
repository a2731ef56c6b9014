import Folklore
import Geo
import Nearby
import OpeningHours
import Store

/// The JSON of temples near a place, written fast: what is the same of a temple in every answer is text that was made once.
///
/// `JSONEncoder` takes a millisecond for twenty temples, forty times as long as it takes to find them. The fields are those of
/// `NearbyRecord`, and a test holds the two together.
struct TempleTexts: Sendable {
  /// From `"address"` to the comma before what differs, by the temple's number.
  private let texts: [Int: [UInt8]]

  init(_ temples: [Temple]) {
    texts = Dictionary(
      temples.compactMap { temple in
        temple.trustedCoordinate == nil ? nil : (temple.id, Self.text(of: temple))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// A list of temples as JSON.
  func list(_ found: [NearbyTemple], _ language: Language) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(found.count * 1_000 + 2)
    bytes.append(UInt8(ascii: "["))
    for (index, temple) in found.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(temple, language, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  private func append(_ found: NearbyTemple, _ language: Language, to bytes: inout [UInt8]) {
    let temple = found.temple
    bytes += (texts[temple.id] ?? Self.text(of: temple))
    let distance = (found.distanceKilometers * 1_000).rounded() / 1_000
    bytes += "\"name\":".utf8
    JSON.append(temple.name(in: language), to: &bytes)
    bytes += ",\"distance\":\(distance),\"distance_km\":\(distance),\"bearing\":\"\(found.bearing.rawValue)\"".utf8
    bytes += ",\"open_state\":\"\(found.openState.rawValue)\",\"special_event\":".utf8
    Self.special(found.specialEvent, language).append(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private static func text(of temple: Temple) -> [UInt8] {
    var bytes = JSON.object(temple.sharedMembers).bytes
    // The object goes on with what differs.
    bytes[bytes.count - 1] = UInt8(ascii: ",")
    return bytes
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
