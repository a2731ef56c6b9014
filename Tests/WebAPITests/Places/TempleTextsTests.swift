import Folklore
import Foundation
import Geo
import JSON
import Nearby
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("temples written fast", .timed, .timeLimit(.minutes(20)))
struct TempleTextsTests {
  @Test("the same members as the command line's records, for all shipped temples", arguments: Language.allCases)
  func sameAsRecords(language: Language) async throws {
    let desk = try await APIDesk()
    // One that says all that a temple can say, with what JSON escapes.
    try await desk.add(
      .temple,
      [
        "key": "all", "name": "全\"廟\\", "name_en": "All", "address": "路 1 號", "county": "臺北市", "town": "中正區",
        "lat": .real(25.03), "lng": .real(121.5), "main_deity": "媽祖", "deity": "mazu", "religion": "道教",
        "rating": .real(4.5),
        "open_time": "Mo-Su 05:00-22:00", "phone": "(02) 1",
      ])
    try await desk.add(
      .activity,
      [
        "key": "rite", "temple": "all", "event": "mazu", "title": "會", "start_at": "2025-04-18T09:00:00+08:00",
        "end_at": "2025-04-18T16:00:00+08:00",
      ])
    let data = try await desk.service.keeper.current()
    let moment = LocalMoment(instant: APIDesk.noon, clock: desk.service.zone)
    var query = NearbyQuery()
    query.radius = try Radius(kilometers: 20_000)
    query.limit = 10_000
    let place = try Coordinate(latitude: 25.0375, longitude: 121.5637)
    let found = try data.directory.nearest(to: place, query, at: moment)
    let sightings = try data.directory.sightings(from: place, query, at: moment)
    #expect(found.count == data.temples.count { $0.trustedCoordinate != nil } && found.count > 120)
    let written = try JSON(json: Data(data.templeTexts.list(sightings, language))).list
    let records = try found.map { try JSON(json: try JSONEncoder().encode(NearbyRecord($0, language: language))) }
    #expect(written.count == records.count)
    #expect(found.contains { $0.specialEvent != nil } && found.contains { $0.specialEvent == nil })
    for (text, record) in zip(written, records) {
      #expect(Self.sorted(text) == Self.sorted(record))
    }
    #expect(try JSON(json: Data(data.templeTexts.list([], language))) == [])
  }

  private static func sorted(_ object: JSON) -> [JSON.Member] { object.members.sorted { $0.name < $1.name } }
}
