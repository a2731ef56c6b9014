import Folklore
import Geo
import Lunisolar
import Nearby
import OpeningHours
import Temples
import TestSupport
import Testing

@Suite("Nearby temples", .timed)
struct TempleDirectoryTests {
  private let here = try? Coordinate(latitude: 24, longitude: 120.5)

  private func temple(
    _ id: Int, _ latitude: Double?, _ longitude: Double?, deity: String? = nil,
    _ change: (inout Temple) -> Void = { _ in }
  ) throws -> Temple {
    var temple = Temple(id: id, key: "t\(id)", name: "廟\(id)")
    if let latitude, let longitude {
      temple.coordinate = try Coordinate(latitude: latitude, longitude: longitude)
      temple.coordinateQuality = .ok
    }
    temple.deityKey = deity
    change(&temple)
    return temple
  }

  /// 2025-04-18, a Friday, 12:00 in Taipei; lunar 3/21.
  private func moment(_ instant: Int = 1_744_948_800) throws -> LocalMoment {
    LocalMoment(instant: instant, clock: try ZonedClock(identifier: "Asia/Taipei"))
  }

  private func ids(
    _ temples: [Temple], activities: [Activity] = [], events: [Event] = [], _ change: (inout NearbyQuery) -> Void
  ) throws -> [Int] {
    var query = NearbyQuery()
    query.radius = .everywhere
    change(&query)
    let directory = TempleDirectory(temples: temples, activities: activities, events: events)
    return try directory.nearest(to: #require(here), query, at: moment()).map(\.temple.id)
  }

  @Test("Temples are ordered by distance, then by number; those without trusted coordinates are omitted")
  func order() throws {
    let temples = try [
      temple(7, 24.1, 120.5), temple(3, 24.01, 120.5), temple(2, 24.01, 120.5), temple(1, nil, nil),
      temple(4, 24, 120.5) { $0.coordinateQuality = .defaultPoint },
      temple(5, 24, 120.5) { $0.coordinateQuality = .countyMismatch },
      temple(6, 24.2, 120.5) { $0.coordinateQuality = .projected },
    ]
    #expect(try ids(temples) { _ in } == [2, 3, 7, 6])
    #expect(try ids(temples) { $0.limit = 1 } == [2])
    #expect(try ids(temples) { $0.excludedID = 2 } == [3, 7, 6])
    #expect(try ids(temples) { $0.radius = NearbyQuery.defaultRadius } == [2, 3])
    #expect(TempleDirectory(temples: temples).count == 4)
  }

  @Test("Temples are filtered by deity, religion and county")
  func filters() throws {
    let temples = try [
      temple(1, 24.01, 120.5, deity: "mazu"),
      temple(2, 24.02, 120.5, deity: "guanyin") { $0.otherDeityKeys = ["mazu"] },
      temple(3, 24.03, 120.5) { $0.mainDeity = "石府千歲" },
      temple(4, 24.04, 120.5, deity: "guanyin") {
        $0.religion = "佛教"
        $0.county = "彰化縣"
      },
    ]
    #expect(try ids(temples) { $0.deity = .main(["mazu"]) } == [1])
    #expect(try ids(temples) { $0.deity = .any(["mazu"]) } == [1, 2])
    #expect(try ids(temples) { $0.deity = .any(["mazu", "guanyin"]) } == [1, 2, 4])
    #expect(try ids(temples) { $0.deity = .written(["石府千歲"]) } == [3])
    #expect(try ids(temples) { $0.religion = "佛教" } == [4])
    #expect(try ids(temples) { $0.county = "彰化縣" } == [4])
    #expect(try ids(temples) { $0.county = "臺北市" } == [])
  }

  @Test("A filter omits closed temples and keeps those with unknown hours")
  func open() throws {
    let temples = try ["05:00-22:00", "20:00-23:00", nil, "sunrise-sunset", "17:00-02:00"].enumerated().map {
      index, hours in
      try temple(index + 1, 24, 120.5 + Double(index) / 100) { $0.openTime = hours }
    }
    #expect(try ids(temples) { $0.leavesOutClosed = true } == [1, 3, 4])
    let directory = TempleDirectory(temples: temples)
    let all = try directory.nearest(to: #require(here), NearbyQuery(), at: moment())
    #expect(all.map(\.openState) == [.open, .closed, .unknown, .unknown, .closed])
    // 01:00 the next night.
    let night = try directory.nearest(to: #require(here), NearbyQuery(), at: moment(1_744_948_800 + 13 * 3_600))
    #expect(night.map(\.openState) == [.closed, .closed, .unknown, .unknown, .open])
  }

  // MARK: Days

  private func event(_ key: String, _ rule: String, deity: String?) throws -> Event {
    Event(
      id: 1, key: key, kind: deity == nil ? .festival : .deity, observance: .birth, title: LocalizedName(key + "聖誕"),
      rule: try DateRule(rule), deityKey: deity, sources: ["S"])
  }

  /// 媽祖聖誕, lunar 3/23, was 2025-04-20: the Central Weather Administration's calendar of 2025.
  @Test("A temple's own date replaces the general one, and its activities replace both")
  func days() throws {
    let events = try [event("mazu", "lunar 3/23", deity: "mazu"), event("zhongyuan", "lunar 7/15", deity: nil)]
    let temples = try [
      temple(1, 24.01, 120.5, deity: "mazu"),
      temple(2, 24.02, 120.5, deity: "mazu") {
        $0.dates = [Temple.OwnDate(eventKey: "mazu", rule: try? DateRule("lunar 3/22"))]
      },
      temple(3, 24.03, 120.5, deity: "mazu"), temple(4, 24.04, 120.5, deity: "guanyin"),
      temple(5, 24.05, 120.5) { $0.dates = [Temple.OwnDate(eventKey: "zhongyuan", rule: nil)] },
      temple(6, 24.06, 120.5, deity: "guanyin") { $0.otherDeityKeys = ["mazu"] },
    ]
    // 2025-04-20 09:00 to 16:00 in Taipei.
    let activities = try [
      Activity(
        id: 1, key: "a", templeKey: "t3", eventKey: "mazu", title: "媽祖聖誕慶典法會",
        time: .once(start: 1_745_110_800, end: 1_745_136_000), description: nil),
      Activity(
        id: 2, key: "b", templeKey: "t4", eventKey: nil, title: "遶境", time: .yearly(DateRule("lunar 4/1")),
        description: nil),
      Activity(
        id: 3, key: "c", templeKey: "t1", eventKey: nil, title: "去年的", time: .once(start: 1_700_000_000, end: nil),
        description: nil),
    ]
    let directory = TempleDirectory(temples: temples, activities: activities, events: events)
    func found(_ change: (inout NearbyQuery) -> Void) throws -> [String] {
      var query = NearbyQuery()
      query.radius = .everywhere
      change(&query)
      return try directory.nearest(to: #require(here), query, at: moment()).map { found in
        let special = found.specialEvent
        return [
          "\(found.temple.id)", special?.title.traditionalChinese, special.map { "\($0.date)" }, special?.time,
        ].compactMap(\.self).joined(separator: " ")
      }
    }
    #expect(
      try found { $0.eventKey = "mazu" } == [
        "1 mazu聖誕 2025-04-20", "2 mazu聖誕 2025-04-19", "3 媽祖聖誕慶典法會 2025-04-20 09:00-16:00", "6 mazu聖誕 2025-04-20",
      ])
    #expect(try found { $0.eventKey = "zhongyuan" } == ["5 zhongyuan聖誕 2025-09-06"])
    // Untold, a temple's next day is that of its main deity within 30 days.
    #expect(
      try found { _ in } == [
        "1 mazu聖誕 2025-04-20", "2 mazu聖誕 2025-04-19", "3 媽祖聖誕慶典法會 2025-04-20 09:00-16:00", "4 遶境 2025-04-28", "5", "6",
      ])
    #expect(try found { $0.activityDays = 3 } == ["3 媽祖聖誕慶典法會 2025-04-20 09:00-16:00"])
    #expect(
      try found { $0.activityDays = 11 } == ["3 媽祖聖誕慶典法會 2025-04-20 09:00-16:00", "4 遶境 2025-04-28"])
    #expect(try found { $0.activityDays = 2 } == [])
  }

  @Test("The center of a township is the mean of its temples")
  func center() throws {
    let temples = try [
      temple(1, 24.0, 120.4) { ($0.county, $0.town) = ("彰化縣", "鹿港鎮") },
      temple(2, 24.2, 120.6) { ($0.county, $0.town) = ("彰化縣", "鹿港鎮") },
      temple(3, 25.0, 121.0) { ($0.county, $0.town) = ("彰化縣", "彰化市") },
      temple(4, 22.0, 121.0) {
        ($0.county, $0.town) = ("彰化縣", "鹿港鎮")
        $0.coordinateQuality = .defaultPoint
      },
    ]
    let directory = TempleDirectory(temples: temples)
    let town = try #require(directory.center(county: "彰化縣", town: "鹿港鎮"))
    #expect(town.temples == 2)
    #expect(abs(town.place.latitude - 24.1) < 1e-4 && abs(town.place.longitude - 120.5) < 1e-3)
    #expect(directory.center(county: "彰化縣", town: nil)?.temples == 3)
    #expect(directory.center(county: "臺北市", town: nil) == nil)
  }

  // MARK: The register

  @Test(
    "In the ministry's register 2,000 queries equal brute force, some with a filter",
    .enabled(if: MinistryRegister.isThere))
  func register() throws {
    var temples: [Temple] = []
    try RegisterReader(.file(MinistryRegister.path)).read { record in
      let row = try record.get().row
      guard let given = row.coordinate, let reference = Int(row.sourceReference) else { return }
      var temple = try temple(reference, given.y, given.x)
      temple.religion = row.religion
      temple.deityKey = row.mainDeity
      temples.append(temple)
    }
    #expect(temples.count == 11_915)
    let directory = TempleDirectory(temples: temples)
    let places = try temples.map { temple in (id: temple.id, coordinate: try #require(temple.coordinate), temple) }
    var generator = SeededGenerator(seed: 5)
    let moment = try moment()
    for number in 0..<2_000 {
      let here =
        number % 3 == 0
        ? try Coordinate(
          latitude: .random(in: 21...27, using: &generator), longitude: .random(in: 118...123, using: &generator))
        : try RandomPlaces.near(
          #require(places.randomElement(using: &generator)).coordinate, spread: 0.01, using: &generator)
      var query = NearbyQuery()
      query.limit = number % 4 == 0 ? 50 : 10
      if number % 5 == 0 { query.radius = try Radius(kilometers: .random(in: 0.1...40, using: &generator)) }
      // About one temple in 400, one in 4, and none.
      if number % 11 == 0 { query.deity = .main(["中壇元帥"]) }
      if number % 13 == 0 { query.religion = "佛教" }
      if number % 101 == 0 { query.religion = "無此教" }
      var expected: [(distance: Double, id: Int)] = []
      for (id, coordinate, temple) in places {
        // Nothing further than 4 degrees away comes into question with these radiuses; the full measure is the slow part.
        guard query.radius == .everywhere || abs(coordinate.latitude - here.latitude) < 1 else { continue }
        if let deity = query.deity, deity != .main([temple.deityKey ?? ""]) { continue }
        if let religion = query.religion, religion != temple.religion { continue }
        let distance = here.distanceKilometers(to: coordinate)
        if distance <= query.radius.kilometers { expected.append((distance, id)) }
      }
      expected.sort { ($0.distance, $0.id) < ($1.distance, $1.id) }
      let found = try directory.nearest(to: here, query, at: moment)
      #expect(found.map(\.temple.id) == expected.prefix(query.limit).map(\.id), "question \(number) at \(here), seed 5")
    }
  }
}
