/// An address that a map gives for a place: `geo:24.1477,120.6736`, `https://www.google.com/maps/@24.1477,120.6736,17z`.
struct MapLink {
  private let text: String
  /// Everything after the scheme, with `%2C` and its like decoded.
  private let decoded: String
  private let isGeo: Bool

  /// - Returns: nil for a text that is no link.
  init?(_ text: String) {
    let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let lower = trimmed.lowercased()
    // A map's "share" gives a name and a link together.
    guard
      let start = ["geo:", "https://", "http://", "comgooglemaps://", "maps://"].lazy.compactMap({
        lower.position(of: $0)
      })
      .min()
        ?? (Self.hosts.contains { lower.hasPrefix($0) } ? 0 : nil)
    else { return nil }
    self.text = text
    let link = String(trimmed.dropFirst(start))
    isGeo = link.lowercased().hasPrefix("geo:")
    decoded = Self.decoded(isGeo ? String(link.dropFirst("geo:".count)) : link)
  }

  private static let hosts = [
    "maps.app.goo.gl/", "goo.gl/", "g.co/", "www.google.", "google.", "maps.google.", "maps.apple.",
    "www.openstreetmap.",
    "openstreetmap.", "osm.org/",
  ]

  func place() throws(CoordinateError) -> TypedCoordinate {
    let found = isGeo ? try geoPlace() : try mapPlace()
    if let found { return found }
    let lower = decoded.lowercased()
    let isShort = ["maps.app.goo.gl/", "goo.gl/", "g.co/", "osm.org/go/", "maps.apple/"].contains { lower.contains($0) }
    throw isShort ? .shortLink(text: text) : .noPlaceInLink(text: text)
  }

  /// RFC 5870, section 3.3: `geo:24.1477,120.6736,30;crs=wgs84;u=10`. Android adds `?z=17` and `?q=24.1,120.6(label)`,
  /// where `geo:0,0?q=…` means the place of the query.
  private func geoPlace() throws(CoordinateError) -> TypedCoordinate? {
    let halves = decoded.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = halves.first?.split(separator: ";").first ?? ""
    if let query = parameters().first(where: { $0.name == "q" })?.value, let place = Self.pair(query) { return place }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 2 || numbers.count == 3 else { return nil }
    return TypedCoordinate(try Coordinate(parsing: numbers.prefix(2).joined(separator: ",")))
  }

  private func mapPlace() throws(CoordinateError) -> TypedCoordinate? {
    // In /maps/place/…/@24.1,120.6,17z/data=…!3d24.14!4d120.67 the data are the place; @ is the middle of the screen.
    for (first, second, isSwapped) in [("!3d", "!4d", false), ("!2d", "!3d", true), ("!1d", "!2d", true)] {
      if let place = data(first, second, isSwapped: isSwapped) { return place }
    }
    let parameters = parameters()
    for name in ["q", "query", "destination", "daddr", "ll", "coordinate", "center", "sll", "cbll", "viewpoint"] {
      for parameter in parameters where parameter.name == name {
        if let place = Self.pair(parameter.value) { return place }
      }
    }
    func number(_ name: String) -> Double? { parameters.first { $0.name == name }.flatMap { Double($0.value) } }
    for (latitude, longitude) in [("mlat", "mlon"), ("lat", "lon"), ("lat", "lng")] {
      if let x = number(latitude), let y = number(longitude) { return try TypedCoordinate(first: x, second: y) }
    }
    let path = decoded.split(separator: "?", maxSplits: 1).first ?? ""
    for segment in path.split(separator: "/").reversed() where !segment.hasPrefix("@") {
      if let place = Self.pair(String(segment)) { return place }
    }
    for segment in decoded.split(separator: "/") where segment.hasPrefix("@") {
      if let place = Self.pair(segment.dropFirst().split(separator: ",").prefix(2).joined(separator: ",")) {
        return place
      }
    }
    // OpenStreetMap: #map=17/24.1477/120.6736
    if let map = parameters.first(where: { $0.name == "map" })?.value {
      let parts = map.split(separator: "/")
      if parts.count >= 3 { return Self.pair("\(parts[1]),\(parts[2])") }
    }
    return nil
  }

  /// The last pair of two marks: a link to directions holds each stop.
  private func data(_ first: String, _ second: String, isSwapped: Bool) -> TypedCoordinate? {
    let parts = decoded.split(separator: "!").map { "!" + $0 }
    for index in parts.indices.dropLast().reversed() {
      guard parts[index].hasPrefix(first), parts[index + 1].hasPrefix(second) else { continue }
      let numbers = [parts[index], parts[index + 1]].compactMap { part in
        Double(part.dropFirst(3).prefix { $0.isNumber || $0 == "." || $0 == "-" })
      }
      guard numbers.count == 2 else { continue }
      let (latitude, longitude) = isSwapped ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
      if let place = try? Coordinate(latitude: latitude, longitude: longitude) { return TypedCoordinate(place) }
    }
    return nil
  }

  /// The parameters of the query and of the fragment.
  private func parameters() -> [(name: String, value: String)] {
    decoded.split { $0 == "?" || $0 == "&" || $0 == "#" }.dropFirst().compactMap { part in
      let halves = part.split(separator: "=", maxSplits: 1)
      guard halves.count == 2 else { return nil }
      return (halves[0].lowercased(), String(halves[1]))
    }
  }

  /// A pair in a part of a link: `24.1477, 120.6736`, `24°8'51.7"N 120°40'25"E`, `loc:24.1,120.6(label)`.
  private static func pair(_ text: String) -> TypedCoordinate? {
    var text = text
    if text.lowercased().hasPrefix("loc:") { text.removeFirst(4) }
    if let bracket = text.firstIndex(of: "(") { text = String(text[..<bracket]) }
    guard let tokens = CoordinateTokens(PlainMarks.halfWidth(text)) else { return nil }
    return try? tokens.place(of: text)
  }

  /// The text with percent codes decoded; a plus before a blank-separated part is a blank.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    let given = Array(text.utf8)
    var index = 0
    while index < given.count {
      if given[index] == UInt8(ascii: "%"), index + 2 < given.count,
        let byte = UInt8(String(decoding: given[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(given[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : given[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The number of characters before a text that it contains.
  fileprivate func position(of part: String) -> Int? {
    var rest = self[...]
    var position = 0
    while !rest.isEmpty {
      if rest.hasPrefix(part) { return position }
      rest.removeFirst()
      position += 1
    }
    return nil
  }
}
