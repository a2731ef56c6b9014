import Folklore
import Geo
import Nearby
import Temples
import Words

// Temples near a place. The place is not kept.
extension Conversation {
  /// The label of the button that sends where the person is.
  private var sendPlace: String { say("傳送位置", "发送位置", "Send my position") }

  var askForPlace: ChatReply {
    ChatReply(
      title: say("您在哪裡？", "您在哪里？", "Where are you?"),
      lines: [
        say(
          "請傳送您的位置，或說一個地方，例如「附近 鹿港」。位置用完就忘，不保存。", "请发送您的位置，或说一个地方，例如「附近 鹿港」。位置用完就忘，不保存。",
          "Send your position, or name a place: “near Lukang”. The position is not kept.")
      ],
      suggestions: [
        say("附近 鹿港", "附近 鹿港", "near Lukang"), say("附近 臺北市萬華區", "附近 台北市万华区", "near Wanhua"),
        say("附近 大甲", "附近 大甲", "near Dajia"),
      ], locationButton: sendPlace)
  }

  func near(_ text: String) throws -> ChatReply {
    do {
      let place = try data.directory.place(text, names: data.templeNames)
      let name: String =
        switch place {
        case .coordinate: String(text.prefix(40))
        case .temple(let temple, _): temple.name(in: language)
        case .area(let area, _, _): "\(area)"
        }
      return try near(place.coordinate, name: name)
    } catch let error as TypedPlaceError {
      return refused(text, error)
    } catch let error as CoordinateError {
      return notFound(text, [error.message(in: language)])
    }
  }

  /// A place that is not known, or several.
  private func refused(_ text: String, _ error: TypedPlaceError) -> ChatReply {
    let shown = text.prefix(20)
    switch error {
    case .severalAreas(_, let areas):
      return ChatReply(
        title: say(
          "「\(shown)」不只一個，要找哪一個？", "「\(shown)」不只一个，要找哪一个？", "There are several places called “\(shown)”. Which one?"),
        suggestions: near(areas), locationButton: sendPlace)
    case .severalTemples(_, let temples):
      return ChatReply(
        title: say(
          "有 \(temples.count) 間廟叫「\(shown)」。", "有 \(temples.count) 间庙叫「\(shown)」。",
          "\(temples.count) temples are called “\(shown)”."),
        lines: [
          say(
            "請傳送您的位置，或加上地名，例如「附近 鹿港」。", "请发送您的位置，或加上地名，例如「附近 鹿港」。",
            "Send your position, or name a place: “near Lukang”.")
        ],
        rows: temples.prefix(Self.longest).map { temple in
          ChatReply.Row(
            title: temple.name(in: language), detail: temple.address,
            address: temple.trustedCoordinate.map { MapLinks($0).google })
        }, suggestions: askForPlace.suggestions, locationButton: sendPlace)
    case .noCoordinates(let temple):
      return ChatReply(
        title: temple.name(in: language),
        lines: [temple.address].compactMap(\.self) + [say("不知道它的確切位置。", "不知道它的确切位置。", "Its position is not known.")],
        suggestions: near([AdministrativeArea(address: temple.address ?? "")].compactMap(\.self)),
        locationButton: sendPlace)
    case .unknown(_, let areas, _), .shortPlusCode(_, let areas): return notFound(text, near: areas)
    case .outsideTaiwan: return notFound(text, [error.message(in: language)])
    }
  }

  private func notFound(_ text: String, _ lines: [String] = [], near areas: [AdministrativeArea] = []) -> ChatReply {
    let shown = text.prefix(20)
    return ChatReply(
      title: say("找不到「\(shown)」這個地方。", "找不到「\(shown)」这个地方。", "The place “\(shown)” is not found."),
      lines: lines + askForPlace.lines, suggestions: near(areas) + askForPlace.suggestions, locationButton: sendPlace)
  }

  private func near(_ areas: [AdministrativeArea]) -> [String] {
    areas.prefix(6).map { say("附近 \($0)", "附近 \($0)", "near \($0)") }
  }

  /// - Parameter name: what the place is called; nil for a position.
  func near(_ place: Coordinate, name: String? = nil) throws -> ChatReply {
    var query = NearbyQuery()
    query.limit = 8
    for kilometers in [5.0, 20, 60] {
      query.radius = try Radius(kilometers: kilometers)
      let found = try data.directory.nearest(to: place, query, at: moment)
      guard !found.isEmpty else { continue }
      return ChatReply(
        title: name.map { say("\($0)附近的廟", "\($0)附近的庙", "Temples near \($0)") }
          ?? say("您附近的廟", "您附近的庙", "Temples near you"), rows: found.map(row),
        links: links(
          say("看地圖", "看地图", "See the map"), "/near?lat=\(place.latitude)&lng=\(place.longitude)"),
        suggestions: [say("附近", "附近", "nearby"), say("今天", "今天", "today"), say("下一個", "下一个", "next")])
    }
    return ChatReply(
      title: say("60 公里內沒有我知道的廟。", "60 公里内没有我知道的庙。", "I know no temple within 60 km."),
      lines: [say("這裡只有臺灣的廟宇。", "这里只有台湾的庙宇。", "Only temples of Taiwan are known here.")],
      suggestions: askForPlace.suggestions)
  }

  private func row(_ found: NearbyTemple) -> ChatReply.Row {
    let distance =
      found.distanceKilometers < 1
      ? say(
        "\(Int((found.distanceKilometers * 1_000).rounded())) 公尺",
        "\(Int((found.distanceKilometers * 1_000).rounded())) 米",
        "\(Int((found.distanceKilometers * 1_000).rounded())) m")
      : say(
        "\(tenths(found.distanceKilometers)) 公里", "\(tenths(found.distanceKilometers)) 公里",
        "\(tenths(found.distanceKilometers)) km")
    let next = found.specialEvent.map { event in
      "\(event.date.text(in: language)) \(event.title.text(in: language))"
        + say("（\(countdown(event.date))）", "（\(countdown(event.date))）", " (\(countdown(event.date)))")
    }
    return ChatReply.Row(
      title: found.temple.name(in: language),
      detail: [distance, found.temple.address, next].compactMap(\.self).joined(separator: " · "),
      address: MapLinks(found.coordinate).google)
  }

  private func tenths(_ kilometers: Double) -> String { "\((kilometers * 10).rounded() / 10)" }
}
