import Addresses
import FolkData
import Folklore
import Geo
import JSON
import Lunisolar
import Nearby
import OpeningHours
import Pictures
import Records
import Temples
import WebPages

/// A temple, and temples near a place: `/temple/…`, `/near`.
enum PlacePages {
  static let all = [
    PublicPage("/temple/{id}", freshness: .minute, temple), PublicPage("/near", freshness: .minute, near),
  ]

  private static let shown = 20
  private static let shownOfCounty = 40

  // MARK: Cards

  static func card(_ temple: Temple, distance: String?, state: String? = nil, _ visit: Visit) -> PlaceCard {
    PlaceCard(
      visit.language, address: "/temple/\(temple.id)", name: temple.name(in: visit.language),
      lines: [
        temple.mainDeity.map { visit.say("主祀", "主祀", "Main deity: ") + $0 } ?? "", temple.address ?? "", state ?? "",
      ], distance: distance, copied: temple.address, links: mapLinks(temple, visit))
  }

  /// One link, which telephones open in the map that they have: by the place if it is good, by the address otherwise.
  private static func mapLinks(_ temple: Temple, _ visit: Visit) -> [PageLink] {
    let address =
      temple.trustedCoordinate.map { MapLinks($0).google }
      ?? temple.address.map { MapLinks.google(searching: temple.name + " " + $0) }
    return address.map { [PageLink(visit.say("地圖", "地图", "Map"), $0, .button, heard: temple.name)] } ?? []
  }

  private static func state(_ state: OpeningHours.State, _ hours: String?, _ visit: Visit) -> String {
    guard let hours else { return visit.say("開放時間請電洽", "开放时间请电询", "Ask for the opening hours by telephone") }
    return switch state {
    case .open: visit.say("現在開放（\(hours)）", "现在开放（\(hours)）", "Open now (\(hours))")
    case .closed: visit.say("現在關閉（\(hours)）", "现在关闭（\(hours)）", "Closed now (\(hours))")
    case .unknown: hours
    }
  }

  // MARK: A temple

  private static func temple(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    guard let temple = data.temple(visit.id) else { throw PageProblem.nothingHere }
    let language = visit.language
    let moment = visit.templeMoment.local
    let open = state(data.directory.openState(of: temple, at: moment), temple.openTime, visit)
    var facts = PageBlock(visit.say("資訊", "信息", "Information"))
    facts.facts = [
      PageFact(
        visit.say("主祀神明", "主祀神明", "Main deity"), temple.mainDeity ?? "—",
        address: temple.deityKey.map { "/deity/" + PercentEncoding.encode($0) }),
      PageFact(visit.say("開放時間", "开放时间", "Open"), open),
      PageFact(visit.say("地區", "地区", "Area"), [temple.county, temple.town].compactMap(\.self).joined()),
    ]
    if let phone = temple.phone {
      facts.facts.append(
        PageFact(
          visit.say("電話", "电话", "Telephone"), phone, address: "tel:" + phone.filter { $0.isNumber || $0 == "+" }))
    }
    if let rating = temple.rating { facts.facts.append(PageFact(visit.say("評分", "评分", "Rating"), "\(rating)")) }
    if let founded = temple.founded {
      facts.facts.append(
        PageFact(visit.say("創建", "创建", "Founded"), visit.say("\(founded) 年", "\(founded) 年", "\(founded)")))
    }
    facts.isAside = true
    var actions = EventPages.actions(
      visit, remind: "/choose?temple=\(temple.id)", feed: "/feeds?temples=\(PercentEncoding.encode(temple.key))",
      mapLinks(temple, visit))
    actions.copyButtons = temple.address.map { [CopyText.address($0, of: temple.name, language)] } ?? []
    var blocks = [actions, facts]
    let today = visit.moment.today
    let held = try DayPages.activities(data, from: today, through: today.advanced(by: 366), temple: temple.key, visit)
    if !held.isEmpty {
      var block = PageBlock(visit.say("近期活動", "近期活动", "Activities"))
      block.days = held
      blocks.append(block)
    }
    if let special = try data.directory.specialEvent(of: temple, at: moment) {
      var block = PageBlock(visit.say("下一個日子", "下一个日子", "The next day"))
      block.days = [
        DayPages.card(
          special.date, title: special.title.text(in: language),
          address: special.eventKey.flatMap { data.event($0) }.map { "/event/\($0.id)" } ?? "/day/\(special.date)",
          visit)
      ]
      blocks.append(block)
    }
    for (name, title) in [
      ("introduction", visit.say("廟宇簡介", "庙宇简介", "About")), ("features", visit.say("參拜特色", "参拜特色", "What is special")),
      ("transportation", visit.say("交通資訊", "交通信息", "How to get there")),
      ("accessibility", visit.say("無障礙設施", "无障碍设施", "Accessibility")),
      ("worship_tips", visit.say("參拜建議", "参拜建议", "Tips for worshippers")),
    ] {
      if let text = temple.details[name].text { blocks.append(EventPages.prose(title, text, visit)) }
    }
    if let block = EventPages.worship(temple.worshipGuide, nil, visit, at: "/temple/\(temple.id)") {
      blocks.append(block)
    }
    let sources = temple.sources + temple.worshipGuide.flatMap(\.sources)
    if let sources = EventPages.sources(sources, data, visit) { blocks.append(sources) }
    return PublicPage.app(
      AppPage(
        language, title: temple.name(in: language),
        description: [temple.mainDeity.map { visit.say("主祀", "主祀", "Main deity: ") + $0 }, temple.address].compactMap(
          \.self
        ).joined(separator: "，"),
        above: [PageLink(visit.say("附近廟宇", "附近庙宇", "Near me"), "/near")], lead: temple.address,
        picture: temple.details["image_url"].text.flatMap(KeptImage.init(address:))?.address, blocks),
      part: "near")
  }

  // MARK: Near

  /// The radii in kilometres that are tried until something is found.
  private static let radii = [5.0, 20, 60]

  private static func near(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    func text(_ name: String) -> String { String((visit.query.first(name) ?? "").trimmed.prefix(100)) }
    var form = filters(visit, data)
    var result = PageBlock(visit.say("廟宇", "庙宇", "Temples"))
    let deity = FormValues.key(text("deity"))
    var query = NearbyQuery()
    query.limit = shown
    query.leavesOutClosed = text("open") == "on"
    query.activityDays = text("activity") == "on" ? 30 : nil
    if !deity.isEmpty {
      let keys =
        data.catalogue.deities.filter { $0.key == deity }.map(\.key) + data.search.deities(named: deity).map(\.key)
      guard !keys.isEmpty else {
        form.isWarning = true
        form.lines = [
          visit.say(
            "沒有神明「\(deity)」，請換一個名字。", "没有神明「\(deity)」，请换一个名字。", "There is no deity “\(deity)”. Try another name.")
        ]
        return answer([form], visit)
      }
      query.deity = .any(Set(keys))
    }
    let start: (place: Coordinate, name: String?)?
    do {
      start = try Self.start(text, visit, data)
    } catch {
      form.isWarning = true
      form.lines = [
        (error as? any SpokenError)?.message(in: visit.language)
          ?? visit.say("看不懂這個位置，請改選縣市。", "看不懂这个位置，请改选县市。", "This position cannot be read. Choose a county instead.")
      ]
      return answer([form], visit)
    }
    var listed: [Listed] = []
    if let start {
      for radius in radii where listed.isEmpty {
        query.radius = try Radius(kilometers: radius)
        listed = try data.directory.nearest(to: start.place, query, at: visit.templeMoment.local).map { found in
          Listed(
            temple: found.temple, place: found.coordinate,
            distance: PositionCheck.distance(found.distanceKilometers), state: found.openState)
        }
        let around = start.name.map { visit.say("\($0)：", "\($0)：", "\($0): ") } ?? ""
        result.lines = [
          around
            + visit.say(
              "\(Int(radius)) 公里內，由近到遠。", "\(Int(radius)) 公里内，由近到远。", "within \(Int(radius)) km, the nearest first.")
        ]
      }
    } else if let county = County(name: text("county")) {
      let town = county.townships.map(\.name).first { $0 == text("town") }
      query.county = county.name
      let found = data.directory.temples(query, at: visit.templeMoment.local).filter { town == nil || $0.town == town }
      let (area, count) = (county.name + (town ?? ""), min(found.count, shownOfCounty))
      result.lines = [
        found.count > count
          ? visit.say(
            "\(area)：\(found.count) 間，列出 \(count) 間", "\(area)：\(found.count) 间，列出 \(count) 间",
            "\(area): \(found.count), of which \(count) are shown")
          : visit.say("\(area)：\(count) 間", "\(area)：\(count) 间", "\(area): \(count)")
      ]
      listed = found.prefix(count).map { temple in
        Listed(
          temple: temple, place: temple.trustedCoordinate, distance: nil,
          state: data.directory.openState(of: temple, at: visit.templeMoment.local))
      }
    } else {
      result.lines = [
        visit.say(
          "請選縣市、寫地點，或按「用我現在的位置」。", "请选县市、写地点，或按「用我现在的位置」。",
          "Type a place, choose a county, or use your position.")
      ]
      return answer([form, result], visit)
    }
    // Nobody knows whether a temple without hours is open.
    let isKnown = { (one: Listed) in !query.leavesOutClosed || one.state == .open }
    result.places = listed.filter(isKnown).map { $0.card(visit) }
    let map = map(listed.compactMap { one in one.place.map { (one.temple, $0) } }, around: start?.place, visit)
    var unknown = PageBlock(visit.say("開放時間不明", "开放时间不明", "Hours unknown"))
    unknown.places = listed.filter { !isKnown($0) }.map { $0.card(visit) }
    if result.places.isEmpty, !unknown.places.isEmpty {
      result.lines.append(
        visit.say("沒有確定現在開放的廟宇。", "没有确定现在开放的庙宇。", "None is known to be open now."))
    }
    if listed.isEmpty {
      result.lines = [
        visit.say(
          "附近沒有符合的廟宇。可以換一位神明、取消「現在開放」，或改選縣市。", "附近没有符合的庙宇。可以换一位神明、取消「现在开放」，或改选县市。",
          "No temple matches around here. Try another deity, leave out “open now”, or choose a county.")
      ]
    }
    let count = data.directory.all.count
    if count < MinistryRegister.fewestTemples {
      result.lines.append(
        visit.say(
          "這裡目前只收了 \(count) 間廟宇，附近可能還有別的。", "这里目前只收了 \(count) 间庙宇，附近可能还有别的。",
          "Only \(count) temples are known here so far; there may be others near you."))
      // The page is the same for everybody, so whoever may not do it is asked to sign in.
      result.links.append(
        PageLink(
          visit.say("管理者：載入全臺一萬二千間", "管理者：载入全台一万二千间", "Operators: load all 12,000 of Taiwan"), "/admin/imports",
          .button))
    }
    return answer([form, result, map, unknown.places.isEmpty ? nil : unknown].compactMap(\.self), visit)
  }

  private struct UnreadablePosition: Error {}

  /// A temple of the list.
  private struct Listed {
    let temple: Temple
    let place: Coordinate?
    let distance: String?
    let state: OpeningHours.State

    func card(_ visit: Visit) -> PlaceCard {
      PlacePages.card(
        temple, distance: distance, state: PlacePages.state(state, temple.openTime, visit), visit)
    }
  }

  /// Where the search starts: the place that was typed, as every door reads it, else the browser's position unless a county is chosen.
  ///
  /// - Throws: a `SpokenError` for a text that is no place, another error for a position of the browser that is none.
  private static func start(
    _ text: (String) -> String, _ visit: Visit, _ data: PublicData
  ) throws -> (place: Coordinate, name: String?)? {
    let typed = text("at")
    if !typed.isEmpty {
      let found = try data.directory.place(typed, names: data.templeNames)
      return (found.coordinate, found.name.text(in: visit.language))
    }
    let (latitude, longitude) = (text("lat"), text("lng"))
    // A county goes before the position that a form still has from the time before.
    guard County(name: text("county")) == nil, !latitude.isEmpty || !longitude.isEmpty else { return nil }
    guard let x = Double(latitude), let y = Double(longitude), let place = try? Coordinate(latitude: x, longitude: y)
    else { throw UnreadablePosition() }
    return (place, nil)
  }

  /// The listed temples on a map, beside their list, which has the same for those who see no picture; nil if there is nothing to draw.
  private static func map(_ temples: [(Temple, Coordinate)], around reader: Coordinate?, _ visit: Visit) -> PageBlock? {
    guard !temples.isEmpty else { return nil }
    let places = temples.map { TempleMap.Place(name: $0.0.name(in: visit.language), coordinate: $0.1) }
    let tiles = visit.service.configuration.mapTiles.map { NearbyMap.Tiles(address: $0.address, credit: $0.credit) }
    let map = NearbyMap(places, around: reader, language: visit.language, tiles: tiles)
    guard map.hasGround else { return nil }
    var block = PageBlock(visit.say("地圖", "地图", "Map"))
    block.isBare = true
    block.isAside = true
    block.picture = map.svg
    block.pictureLabel = visit.say(
      "地圖：\(places.count) 間廟宇的位置，與下面的清單相同", "地图：\(places.count) 间庙宇的位置，与下面的清单相同",
      "Map of \(places.count) temples, the same as in the list below")
    return block
  }

  private static func answer(_ blocks: [PageBlock], _ visit: Visit) -> PublicPage.Content {
    PublicPage.app(
      AppPage(
        visit.language, title: visit.say("附近廟宇", "附近庙宇", "Temples near me"),
        description: visit.say(
          "用位置或縣市找廟宇：依神明、現在開放與近期活動篩選。", "用位置或县市找庙宇：依神明、现在开放与近期活动筛选。",
          "Find temples by position or county: by deity, open now, or with activities."),
        blocks), part: "near")
  }

  private static func filters(_ visit: Visit, _ data: PublicData) -> PageBlock {
    func text(_ name: String) -> String { visit.query.first(name) ?? "" }
    var block = PageBlock(visit.say("條件", "条件", "Filter"))
    block.isBare = true
    let towns = Dictionary(grouping: data.temples) { $0.county ?? "" }.mapValues { Set($0.compactMap(\.town)) }
    let counties = County.allCases.filter { towns[$0.name] != nil }
    let more = [
      PageField(
        "county", visit.say("縣市", "县市", "County"),
        .choice([("", "—")] + counties.map { ($0.name, $0.name) }), value: text("county")),
      PageField(
        "town", visit.say("鄉鎮市區", "乡镇市区", "Township"),
        .narrowed(
          by: "county", value: text("county"),
          counties.map { county in
            (county.name, county.townships.map(\.name).filter { towns[county.name]?.contains($0) == true })
          }), value: text("town")),
      PageField("deity", visit.say("神明", "神明", "Deity"), .search, value: text("deity")),
      PageField("open", visit.say("現在開放", "现在开放", "Open now"), .check, value: text("open")),
      PageField(
        "activity", visit.say("30 天內有活動", "30 天内有活动", "Activity within 30 days"), .check, value: text("activity")),
    ]
    let isNarrowed = ["county", "deity", "open", "activity"].contains { !text($0).isEmpty }
    block.forms = [
      PageForm(
        "/near", method: .get,
        [
          PageField(
            "at", visit.say("地點", "地点", "Place"), .search, value: text("at"),
            hint: visit.say(
              "鹿港、台北車站、一個地址、地圖連結或廟名", "鹿港、台北车站、一个地址、地图链接或庙名",
              "A township, an address, a map’s link, or a temple")),
          PageField("more", visit.say("更多條件", "更多条件", "More conditions"), .folded(more, isOpen: isNarrowed)),
          PageField("lat", "", .hidden, value: text("lat")), PageField("lng", "", .hidden, value: text("lng")),
        ], buttons: [PageButton(visit.say("找廟宇", "找庙宇", "Find temples"), isMain: false)])
    ]
    block.here = PageBlock.Here(
      text: visit.say("用我現在的位置", "用我现在的位置", "Use my position"),
      none: visit.say("瀏覽器沒有給位置，請改選縣市。", "浏览器没有给位置，请改选县市。", "The browser gives no position. Choose a county."))
    return block
  }
}
