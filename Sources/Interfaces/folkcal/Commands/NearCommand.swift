import ArgumentParser
import FolkData
import Folklore
import Foundation
import Geo
import Lunisolar
import Nearby
import Pictures
import Temples

/// Shows the nearest temples.
///
///     folkcal near 24.1477,120.6736 --radius 10 --deity 媽祖
struct NearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "near", abstract: "List the temples around a place, nearest first.",
    discussion: """
      The place is latitude and longitude in degrees (24.1477,120.6736), the key of a temple, or --address. Distances are great-circle ones on a \
      sphere of 6,371,008.8 m. Temples whose coordinates are not to be trusted are left out.
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Latitude and longitude, or the key of a temple.", valueName: "24.1477,120.6736"))
  var place: [String] = []

  @Option(help: ArgumentHelp("A county or township instead: the middle of the temples there.", valueName: "臺中市西屯區"))
  var address: String?

  @Option(parsing: .unconditional, help: "Kilometres, more than 0 up to 20037, that distance included.")
  var radius: Double = NearbyQuery.defaultRadius.kilometers

  @Option(parsing: .unconditional, help: "How many, 1 to 10000.")
  var limit = 20

  @Option(help: ArgumentHelp("Only temples of a deity, by name, alias or key.", valueName: "媽祖"))
  var deity: String?

  @Option(
    name: .customLong("deity-match"),
    help: "main: it is the main deity; any: or another one that the temple names.")
  var deityMatch: DeityMatchKind = .any

  @Option(help: ArgumentHelp("Only temples of a religion.", valueName: "道教"))
  var religion: String?

  @Option(help: ArgumentHelp("Only temples of a county or city.", valueName: "臺中市"))
  var county: String?

  @Flag(name: .customLong("open-now"), help: "Leave out temples that are closed now; temples with unknown hours stay.")
  var openNow = false

  @Option(
    name: .customLong("open-at"),
    help: ArgumentHelp("The same at another time: 06:00 today, or 2026-11-22T06:00.", valueName: "06:00"))
  var openAt: String?

  @Option(
    name: .customLong("has-activity"),
    help: ArgumentHelp("Only temples that hold something within so many days.", valueName: "30d"))
  var hasActivity: String?

  @Option(help: ArgumentHelp("Only temples that keep an event, by key or title; shows when.", valueName: "mazu"))
  var event: String?

  @Flag(help: "Show addresses that open each temple on a map.")
  var links = false

  @Option(help: ArgumentHelp("Also draw them as a picture.", valueName: "file"))
  var svg: String?

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    var query = NearbyQuery()
    query.limit = limit
    query.activityDays = try hasActivity.map(Self.days)
    query.county = try county.map(Self.county)
    query.leavesOutClosed = openNow || openAt != nil
    let start = try StartingPlace(place, address: address)
    try check(&query)
    let moment = try self.moment()

    let given = try data.temples()
    let directory = TempleDirectory(
      temples: given.temples, activities: given.activities, events: given.catalogue.events)
    query.deity = try deity.map { try wish($0, given.catalogue, directory) }
    query.religion = try religion.map { try Self.religion($0, directory) }
    query.eventKey = try event.map { try Self.event($0, given.catalogue) }
    let (center, title) = try start.found(in: directory, output.language)
    query.excludedID = start.temple.flatMap { directory.temple(key: $0)?.id }

    let found = try Failure.asWrongInput { try directory.nearest(to: center, query, at: moment) }
    if let svg { try draw(found, center, query, title: title, to: svg) }
    let records = found.map { NearbyRecord($0, language: output.language) }
    if output.json { return try output.printJSON(records) }
    printTable(records)
    if records.isEmpty { try explainNothing(directory, center, query, moment) }
  }

  // MARK: Options

  private func check(_ query: inout NearbyQuery) throws {
    guard radius > 0 else { throw Failure.wrongInput("--radius \(radius) is not more than 0 km") }
    query.radius = try Failure.asWrongInput { try Radius(kilometers: radius) }
    guard NearbyQuery.limits.contains(limit) else {
      throw Failure.wrongInput("--limit \(limit) is not between 1 and \(NearbyQuery.limits.upperBound)")
    }
    guard !openNow || openAt == nil else {
      throw Failure.wrongInput("--open-now and --open-at say the same: give one of them")
    }
  }

  /// The moment for opening times.
  private func moment() throws -> LocalMoment {
    let (clock, now) = (try time.clock(), try time.instant())
    guard let openAt else { return LocalMoment(instant: now, clock: clock) }
    let parts = openAt.split(separator: "T", omittingEmptySubsequences: false)
    if let local = TimeOfDay(parts.last ?? ""), parts.count <= 2 {
      let date = try Failure.asWrongInput { try parts.count == 2 ? SolarDate(iso: String(parts[0])) : time.today() }
      return LocalMoment(instant: clock.instant(on: date, at: local), clock: clock)
    }
    guard let instant = try? CivilTime.parse(openAt).unixTime else {
      throw Failure.wrongInput(
        "--open-at \"\(openAt)\" is no time: expected 06:00, 2026-11-22T06:00 or 2026-11-22T06:00:00+08:00")
    }
    return LocalMoment(instant: instant, clock: clock)
  }

  private static func days(_ text: String) throws -> Int {
    let digits = text.last == "d" ? text.dropLast() : text[...]
    guard let days = Int(digits), NearbyQuery.activityDayRange.contains(days) else {
      throw Failure.wrongInput(
        "--has-activity \"\(text)\" is not a number of days from 1 to \(NearbyQuery.activityDayRange.upperBound), such as 30d"
      )
    }
    return days
  }

  private static func county(_ text: String) throws -> String {
    // 臺中 is enough for 臺中市; 新竹 and 嘉義 are both a city and a county.
    let found = County(name: text).map { [$0] } ?? ["市", "縣"].compactMap { County(name: text + $0) }
    guard let county = found.first else {
      throw Failure.wrongInput(
        "--county \"\(text)\" is none of \(County.allCases.map(\.name).joined(separator: "、"))")
    }
    guard Set(found).count == 1 else {
      throw Failure.wrongInput(
        "--county \"\(text)\" is \(found.map(\.name).joined(separator: " or ")): give one of them")
    }
    return county.name
  }

  private static func religion(_ text: String, _ directory: TempleDirectory) throws -> String {
    let religions = directory.religions
    guard let religion = religions.first(where: { $0 == text || $0 == text + "教" }) else {
      throw Failure.notFound(
        "no temple gives its religion as \"\(text)\"; there are \(religions.prefix(12).joined(separator: "、"))")
    }
    return religion
  }

  private func wish(
    _ text: String, _ catalogue: Catalogue, _ directory: TempleDirectory
  ) throws -> NearbyQuery.DeityWish {
    let deities = CatalogueSearch(catalogue).deities(named: text)
    let keys = Set(deities.map(\.key))
    guard keys.isEmpty else {
      if deities.count > 1 {
        StandardError.note("\"\(text)\" is \(deities.map(\.name.traditionalChinese).joined(separator: "、"))")
      }
      return deityMatch == .main ? .main(keys) : .any(keys)
    }
    let spellings = directory.deitySpellings.filter { $0.contains(text) }
    guard !text.isEmpty, !spellings.isEmpty else {
      throw Failure.notFound(
        "no deity is called \"\(text)\", and no temple writes so; folkcal admin deity list --search")
    }
    StandardError.note("no deity is called \"\(text)\": temples that write it for their main deity")
    return .written(spellings)
  }

  private static func event(_ text: String, _ catalogue: Catalogue) throws -> String {
    if let event = catalogue.event(text) { return event.key }
    let found = CatalogueSearch(catalogue).events(catalogue.events, matching: text)
    guard let event = found.first else {
      throw Failure.notFound("no event is called \"\(text)\"; folkcal upcoming lists them")
    }
    guard found.count == 1 else {
      let keys = found.prefix(8).map { "\($0.key) (\($0.title.traditionalChinese))" }.joined(separator: ", ")
      throw Failure.wrongInput("--event \"\(text)\" is \(found.count) events: give the key of one, such as \(keys)")
    }
    return event.key
  }

  // MARK: Output

  private func printTable(_ records: [NearbyRecord]) {
    let language = output.language
    typealias Column = (heading: String, cell: (NearbyRecord) -> String)
    let all: [Column] = [
      (language.say("距離", "距离", "Distance"), { Self.distance($0.distanceKilometers, language) }),
      (language.say("方位", "方位", "To"), { Self.direction($0.bearing, language) }),
      (language.say("名稱", "名称", "Temple"), \.name),
      (language.say("主祀", "主祀", "Deity"), { $0.mainDeity ?? "" }),
      (language.say("地址", "地址", "Address"), { $0.address ?? "" }),
      (language.say("電話", "电话", "Phone"), { $0.phone ?? "" }),
      (language.say("評分", "评分", "Rating"), { $0.rating.map { "\($0)" } ?? "" }),
      (language.say("開放", "开放", "Open"), { opening($0, language) }),
      (language.say("近日", "近日", "Coming"), { Self.coming($0) }),
      (language.say("代號", "代号", "Key"), \.key),
      (language.say("地圖", "地图", "Map"), { links ? $0.mapURL + "  " + $0.geoURI : "" }),
    ]
    // Columns without any value are omitted.
    let columns = all.filter { column in records.contains { !column.cell($0).isEmpty } }
    guard !records.isEmpty else { return }
    var table = Table(columns.map(\.heading))
    for record in records { table.add(columns.map { $0.cell(record) }) }
    print(table.text(isColored: output.useColor), terminator: "")
  }

  private static func distance(_ kilometers: Double, _ language: Language) -> String {
    guard kilometers >= 1 else {
      return "\(Int((kilometers * 1_000).rounded())) " + language.say("公尺", "米", "m")
    }
    let tenths = Int((kilometers * 10).rounded())
    return (tenths >= 1_000 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)") + " "
      + language.say("公里", "公里", "km")
  }

  private static func direction(_ bearing: String, _ language: Language) -> String {
    guard language != .english else { return bearing }
    let names = [
      "N": "北", "NE": "東北", "E": "東", "SE": "東南", "S": "南", "SW": "西南", "W": "西", "NW": "西北",
    ]
    let name = names[bearing] ?? bearing
    return language == .simplifiedChinese ? name.replacing("東", with: "东") : name
  }

  private func opening(_ record: NearbyRecord, _ language: Language) -> String {
    guard record.openTime != nil || openNow || openAt != nil else { return "" }
    let state =
      switch record.openState {
      case "open": language.say("開", "开", "open")
      case "closed": language.say("關", "关", "closed")
      default: language.say("不明", "不明", "unknown")
      }
    return [state, record.openTime].compactMap(\.self).joined(separator: " ")
  }

  private static func coming(_ record: NearbyRecord) -> String {
    guard let special = record.specialEvent else { return "" }
    return ["\(special.date)", special.time, special.title].compactMap(\.self).joined(separator: " ")
  }

  /// Prints the distance of the nearest temple if none is within the radius.
  private func explainNothing(
    _ directory: TempleDirectory, _ center: Coordinate, _ query: NearbyQuery, _ moment: LocalMoment
  ) throws {
    var wider = query
    wider.radius = .everywhere
    wider.limit = 1
    let nearest = try directory.nearest(to: center, wider, at: moment).first
    let hint = nearest.map {
      "; the nearest is \($0.temple.name), \(Self.distance($0.distanceKilometers, .english)) away"
    }
    StandardError.note("no such temple within \(radius) km" + (hint ?? ", nor anywhere"))
  }

  private func draw(
    _ found: [NearbyTemple], _ center: Coordinate, _ query: NearbyQuery, title: String, to path: String
  ) throws {
    let places = found.map { TempleMap.Place(name: $0.temple.name(in: output.language), coordinate: $0.coordinate) }
    let map = TempleMap(around: center, places, radius: query.radius, title: title, language: output.language)
    try PictureFile.write(svg: map.svg, to: path)
  }
}

/// The deities of a temple to search.
enum DeityMatchKind: String, ExpressibleByArgument, CaseIterable {
  case main, any
}

/// The given start of the search.
private struct StartingPlace {
  private let coordinate: Coordinate?
  /// The key of a temple.
  let temple: String?
  private let area: AdministrativeArea?

  init(_ given: [String], address: String?) throws {
    // Users may put `--` before a southern latitude; it is not necessary.
    let given = given.first == "--" ? Array(given.dropFirst()) : given
    // Only a southern latitude may begin with a hyphen; other such words are unknown options.
    if let option = given.first(where: {
      $0.hasPrefix("-") && $0.dropFirst().first.map { !$0.isNumber && $0 != "." } ?? true
    }) {
      throw Failure.wrongInput("Unknown option '\(option)'; folkcal help near lists the options")
    }
    guard given.count <= 1 else {
      throw Failure.wrongInput(
        "\(given.count) places are given (\(given.joined(separator: " "))): expected one, such as 24.1477,120.6736 without a blank"
      )
    }
    guard (given.first == nil) != (address == nil) else {
      throw Failure.wrongInput("give one place: latitude,longitude, the key of a temple, or --address")
    }
    guard let text = given.first else {
      area = Self.area(address ?? "")
      (coordinate, temple) = (nil, nil)
      guard area != nil else {
        throw Failure.wrongInput("--address \"\(address ?? "")\" names no county or township of Taiwan, such as 臺中市西屯區")
      }
      return
    }
    area = nil
    let isKey = text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    temple = isKey && text.contains(where: \.isLetter) && text != "nan" && text != "inf" ? text : nil
    coordinate = temple == nil ? try Failure.asWrongInput { try Coordinate(parsing: text) } : nil
  }

  /// The county and township of an address; a township may have its short name, 板橋 for 板橋區.
  private static func area(_ address: String) -> AdministrativeArea? {
    let area = AdministrativeArea(address: address)
    guard let area, area.township == nil else { return area }
    return ["區", "鄉", "鎮", "市"].lazy.compactMap { AdministrativeArea(address: address + $0) }
      .first { $0.county == area.county && $0.township != nil } ?? area
  }

  /// Rounded to four decimals, because the middle of an area is exact to some metres at best.
  private static func shown(_ place: Coordinate) -> String {
    func rounded(_ degrees: Double) -> Double { (degrees * 10_000).rounded() / 10_000 }
    return "\(rounded(place.latitude)),\(rounded(place.longitude))"
  }

  /// The place, and its title in a picture.
  func found(in directory: TempleDirectory, _ language: Language) throws -> (Coordinate, String) {
    if let coordinate {
      return (coordinate, language.say("\(coordinate) 附近的廟宇", "\(coordinate) 附近的庙宇", "Temples around \(coordinate)"))
    }
    if let temple {
      guard let found = directory.temple(key: temple) else {
        throw Failure.notFound("temple \"\(temple)\" does not exist; folkcal admin temple list --search names them")
      }
      guard let place = found.trustedCoordinate else {
        throw Failure.notFound("temple \"\(temple)\" (\(found.name)) has no coordinates that can be trusted")
      }
      StandardError.note("around \(found.name), which is left out")
      let name = found.name(in: language)
      return (place, language.say("\(name)附近的廟宇", "\(name)附近的庙宇", "Temples around \(name)"))
    }
    let name = [area?.county.name, area?.township?.name].compactMap(\.self).joined()
    guard let area, let (place, count) = directory.center(county: area.county.name, town: area.township?.name) else {
      throw Failure.notFound("no temple in \(name) has coordinates that can be trusted")
    }
    StandardError.note("around the middle of the \(count) temples in \(name): \(Self.shown(place))")
    return (place, language.say("\(name)的廟宇", "\(name)的庙宇", "Temples in \(name)"))
  }
}
