import ArgumentParser
import FolkData
import Folklore
import Foundation
import Geo
import Lunisolar
import Nearby
import Pictures
import Temples
import WebAPI
import Words

/// Shows the nearest temples.
///
///     folkcal near 24.1477,120.6736 --radius 10 --deity 媽祖
///     folkcal near 臺中市西屯區
struct NearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "near",
    abstract: Speech.say("列出一個地點附近的廟宇，由近到遠。", "List the temples around a place, nearest first."),
    discussion: Speech.say(
      """
      地點可以是緯度和經度（24.1477,120.6736、24°8'51.7"N 120°40'25"E、北緯24度8分 東經120度40分）、geo: 網址、Google 地圖、Apple 地圖或 \
      OpenStreetMap 的網址、Plus Code、縣市或鄉鎮市區（臺中市西屯區、西屯、Taichung）、地址（以鄉鎮市區的中心計算），或廟宇的名稱或代號。距離以半徑 \
      6,371,008.8 公尺的球面大圓計算。座標不可信的廟宇不會列出。
      """,
      """
      The place is latitude and longitude (24.1477,120.6736, 24°8'51.7"N 120°40'25"E), a geo: address, a link of Google Maps, Apple Maps or \
      OpenStreetMap, a plus code, a county or township (臺中市西屯區, 西屯, Taichung), an address (the middle of its township), or the name or key \
      of a temple. Distances are great-circle ones on a sphere of 6,371,008.8 m. Temples whose coordinates are not to be trusted are left out.
      """))

  @Argument(
    parsing: .allUnrecognized,
    help: .say(
      "緯度和經度、地圖網址、縣市或鄉鎮市區，或廟宇的名稱或代號。",
      "Latitude and longitude, a map's link, a county or township, or a temple's name or key.",
      valueName: "24.1477,120.6736"))
  var place: [String] = []

  @Option(
    help: .say(
      "改以縣市、鄉鎮市區或地址為地點：以當地的中心計算。", "A county, township or address instead: the middle of the area.",
      valueName: "臺中市西屯區"))
  var address: String?

  @Option(
    parsing: .unconditional,
    help: .say("公里數，大於 0，最多 20037，含邊界。", "Kilometres, more than 0 up to 20037, that distance included."))
  var radius: Double = NearbyQuery.defaultRadius.kilometers

  @Option(parsing: .unconditional, help: .say("最多列出幾間，1 到 10000。", "How many, 1 to 10000."))
  var limit = 20

  @Option(
    help: .say("只列出供奉這位神明的廟宇：名稱、別名或代號。", "Only temples of a deity, by name, alias or key.", valueName: "媽祖"))
  var deity: String?

  @Option(
    name: .customLong("deity-match"),
    help: .say(
      "main：主祀神；any：廟宇提到的任何神明。", "main: it is the main deity; any: or another one that the temple names."))
  var deityMatch: DeityMatchKind = .any

  @Option(
    name: .customLong("for"),
    help: .say(
      "只列出供奉管這件事的神明的廟宇：考試、姻緣、搬家。", "Only temples of deities that people ask for this: 考試, exams.", valueName: "考試"))
  var need: String?

  @Option(help: .say("只列出某個宗教的廟宇。", "Only temples of a religion.", valueName: "道教"))
  var religion: String?

  @Option(help: .say("只列出某個縣市的廟宇。", "Only temples of a county or city.", valueName: "臺中市"))
  var county: String?

  @Flag(
    name: .customLong("open-now"),
    help: .say("不列現在關閉的廟宇；開放時間不明的仍列出。", "Leave out temples that are closed now; temples with unknown hours stay."))
  var openNow = false

  @Option(
    name: .customLong("open-at"),
    help: .say(
      "同上，但以另一個時間計算：今天 06:00，或 2026-11-22T06:00。", "The same at another time: 06:00 today, or 2026-11-22T06:00.",
      valueName: "06:00"))
  var openAt: String?

  @Option(
    name: .customLong("has-activity"),
    help: .say("只列出這麼多天內有活動的廟宇。", "Only temples that hold something within so many days.", valueName: "30d"))
  var hasActivity: String?

  @Option(
    help: .say(
      "只列出慶祝某個節日的廟宇：代號或名稱；並顯示日期。", "Only temples that keep an event, by key or title; shows when.",
      valueName: "mazu"))
  var event: String?

  @Flag(help: .say("顯示在地圖上打開各廟宇的網址。", "Show addresses that open each temple on a map."))
  var links = false

  @Option(help: .say("另外把結果畫成 SVG 檔。", "Also draw them as a picture.", valueName: "file"))
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
    query.deity =
      try deity.map { try wish($0, given.catalogue, directory) } ?? need.map { try wish(for: $0, given.catalogue) }
    query.religion = try religion.map { try Self.religion($0, directory) }
    query.eventKey = try event.map { try Self.event($0, given.catalogue) }
    let typed = try start.found(in: directory)
    let center = typed.coordinate
    start.explain(typed)
    if case .temple(let temple, _) = typed { query.excludedID = temple.id }

    var found = try Failure.asWrongInput { try directory.nearest(to: center, query, at: moment) }
    if found.isEmpty, case .area = typed, radius == NearbyQuery.defaultRadius.kilometers {
      // The middle of a county may be far from its temples.
      query.radius = try Failure.asWrongInput { try Radius(kilometers: Self.widerRadius) }
      found = try directory.nearest(to: center, query, at: moment)
      if !found.isEmpty {
        StandardError.note(
          "\(radius.plain) 公里內沒有符合的廟宇，改列 \(Self.widerRadius.plain) 公里內的",
          "no such temple within \(radius.plain) km: those within \(Self.widerRadius.plain) km")
      }
    }
    if let svg { try draw(found, center, query, title: typed.title(output.language), to: svg) }
    let records = found.map { NearbyRecord($0, language: output.language) }
    if output.json { return try output.printJSON(records) }
    printTable(records)
    if records.isEmpty { try explainNothing(directory, center, query, moment) }
    if given.temples.count < MinistryRegister.fewestTemples {
      let count = given.temples.count
      StandardError.note(
        "這裡只有 \(count) 間廟宇；folkcal admin temple import --from-moi 會載入內政部登記的一萬二千多間",
        "only \(count) temples are known here; folkcal admin temple import --from-moi loads the 12,000 of the ministry's register"
      )
    }
  }

  /// Kilometres around the middle of an area that has no temple near.
  private static let widerRadius = 50.0

  // MARK: Options

  private func check(_ query: inout NearbyQuery) throws {
    guard radius > 0 else {
      throw Failure.wrongInput(
        "--radius \(radius.plain)：半徑要大於 0 公里，例如 --radius 10",
        "--radius \(radius) is not more than 0 km: write for example --radius 10")
    }
    query.radius = try Failure.asWrongInput { try Radius(kilometers: radius) }
    guard NearbyQuery.limits.contains(limit) else {
      throw Failure.outOfRange("--limit", "\(limit)", "1", "\(NearbyQuery.limits.upperBound)")
    }
    guard deity == nil || need == nil else {
      throw Failure.wrongInput(
        "--deity 和 --for 都選神明：請只用一個", "--deity and --for both choose the deity: give one of them")
    }
    guard !openNow || openAt == nil else {
      throw Failure.wrongInput(
        "--open-now 和 --open-at 意思相同：請只用一個", "--open-now and --open-at say the same: give one of them")
    }
  }

  /// The moment for opening times.
  private func moment() throws -> LocalMoment {
    let (clock, now) = (try time.clock(), try time.instant())
    guard let openAt else { return LocalMoment(instant: now, clock: clock) }
    if let local = TimeOfDay(openAt) {
      return LocalMoment(instant: clock.instant(on: try time.today(), at: local), clock: clock)
    }
    let instant = try time.instant(
      openAt, "--open-at",
      notADate: Failure.wrongInput(
        "--open-at「\(openAt)」不是時間：請寫 06:00、2026-11-22 06:00 或 明天早上6點",
        "--open-at \"\(openAt)\" is no time: expected 06:00, 2026-11-22 06:00 or 2026-11-22T06:00:00+08:00"))
    return LocalMoment(instant: instant, clock: clock)
  }

  /// `30d`, `30`, `30 天`, `３０日`
  private static func days(_ text: String) throws -> Int {
    let plain = String(
      text.compactMap { character in
        character.isWhitespace ? nil : character.wholeNumberValue.map { Character("\($0)") } ?? character
      })
    let digits = plain.prefix { $0.isNumber }
    guard let days = Int(digits),
      ["", "d", "天", "日", "days", "day"].contains(plain.dropFirst(digits.count).lowercased()),
      NearbyQuery.activityDayRange.contains(days)
    else {
      throw Failure.wrongInput(
        "--has-activity「\(text)」不是 1 到 \(NearbyQuery.activityDayRange.upperBound) 的天數，例如 30d",
        "--has-activity \"\(text)\" is not a number of days from 1 to \(NearbyQuery.activityDayRange.upperBound), such as 30d"
      )
    }
    return days
  }

  private static func county(_ text: String) throws -> String {
    // 臺中 is enough for 臺中市; 新竹 and 嘉義 are both a city and a county.
    let found = TypedArea(text).map { area in area.areas.filter { $0.township == nil && area.rest.isEmpty } } ?? []
    guard let county = found.first?.county else {
      let similar = TypedArea.similar(to: text).map(\.county.name)
      let all = similar.isEmpty ? County.allCases.map(\.name) : similar
      throw Failure.wrongInput(
        "--county 的「\(text)」不能用；可用的值：\(all.joined(separator: "、"))",
        "--county \"\(text)\" is none of \(all.joined(separator: "、"))")
    }
    guard found.count == 1 else {
      throw Failure.wrongInput(
        "--county「\(text)」可以是\(found.map(\.county.name).joined(separator: "或"))：請寫其中一個",
        "--county \"\(text)\" is \(found.map(\.county.name).joined(separator: " or ")): give one of them")
    }
    return county.name
  }

  private static func religion(_ text: String, _ directory: TempleDirectory) throws -> String {
    let religions = directory.religions
    guard let religion = religions.first(where: { $0 == text || $0 == text + "教" }) else {
      let some = religions.prefix(12).joined(separator: "、")
      throw Failure.notFound(
        "沒有廟宇的宗教是「\(text)」；有的是\(some)", "no temple gives its religion as \"\(text)\"; there are \(some)")
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
        let names = deities.map(\.name.traditionalChinese).joined(separator: "、")
        StandardError.note(Speech.say("「\(text)」包括\(names)", "\"\(text)\" is \(names)"))
      }
      return deityMatch == .main ? .main(keys) : .any(keys)
    }
    let spellings = directory.deitySpellings.filter { $0.contains(text) }
    guard !text.isEmpty, !spellings.isEmpty else {
      let names = catalogue.deities.flatMap { [$0.key, $0.name.traditionalChinese] + $0.aliases }
      let similar = Similarity.closest(to: text, among: names)
      throw Failure.notFound(
        "沒有叫「\(text)」的神明，也沒有廟宇這樣寫"
          + (similar.map { "；" + Failure.meant("--deity \($0)") } ?? "；folkcal admin deity list --search 可以查詢"),
        "no deity is called \"\(text)\", and no temple writes so"
          + (similar.map { ": did you mean --deity \($0)?" } ?? "; folkcal admin deity list --search"))
    }
    StandardError.note(
      Speech.say(
        "沒有叫「\(text)」的神明：列出主祀神這樣寫的廟宇",
        "no deity is called \"\(text)\": temples that write it for their main deity"))
    return .written(spellings)
  }

  /// The deities that people ask for something.
  private func wish(for text: String, _ catalogue: Catalogue) throws -> NearbyQuery.DeityWish {
    let deities = catalogue.deities(answering: try Need.typed(text))
    let names = deities.map(\.name.traditionalChinese).joined(separator: "、")
    StandardError.note(Speech.say("「\(text)」可以拜\(names)", "for \"\(text)\": \(names)"))
    let keys = Set(deities.map(\.key))
    return deityMatch == .main ? .main(keys) : .any(keys)
  }

  private static func event(_ text: String, _ catalogue: Catalogue) throws -> String {
    if let event = catalogue.event(text) { return event.key }
    let found = CatalogueSearch(catalogue).events(catalogue.events, matching: text)
    guard let event = found.first else {
      let names = catalogue.events.flatMap { [$0.key, $0.title.traditionalChinese] }
      let similar = Similarity.closest(to: text, among: names)
      throw Failure.notFound(
        "沒有叫「\(text)」的節日" + (similar.map { "；" + Failure.meant("--event \($0)") } ?? "；folkcal upcoming 會列出節日"),
        "no event is called \"\(text)\""
          + (similar.map { ": did you mean --event \($0)?" } ?? "; folkcal upcoming lists them"))
    }
    guard found.count == 1 else {
      func keys(_ one: (Event) -> String, _ separator: String) -> String {
        found.prefix(8).map(one).joined(separator: separator)
      }
      throw Failure.wrongInput(
        "--event「\(text)」有 \(found.count) 個節日：請寫其中一個的代號，例如 "
          + keys({ "\($0.key)（\($0.title.traditionalChinese)）" }, "、"),
        "--event \"\(text)\" is \(found.count) events: give the key of one, such as "
          + keys({ "\($0.key) (\($0.title.traditionalChinese))" }, ", "))
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

  static func distance(_ kilometers: Double, _ language: Language) -> String {
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
    let (chinese, english) =
      nearest.map { found in
        (
          "；最近的是\(found.temple.name)，距離 \(Self.distance(found.distanceKilometers, .traditionalChinese))",
          "; the nearest is \(found.temple.name), \(Self.distance(found.distanceKilometers, .english)) away"
        )
      } ?? ("，別處也沒有", ", nor anywhere")
    StandardError.note(
      Speech.say("\(radius.plain) 公里內沒有符合的廟宇" + chinese, "no such temple within \(radius) km" + english))
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

extension TypedPlace {
  /// The title of a picture.
  fileprivate func title(_ language: Language) -> String {
    switch self {
    case .coordinate(let typed):
      let place = typed.coordinate
      return language.say("\(place) 附近的廟宇", "\(place) 附近的庙宇", "Temples around \(place)")
    case .temple(let temple, _):
      let name = temple.name(in: language)
      return language.say("\(name)附近的廟宇", "\(name)附近的庙宇", "Temples around \(name)")
    case .area(let area, _, _):
      return language.say("\(area)的廟宇", "\(area)的庙宇", "Temples in \(area)")
    }
  }
}
