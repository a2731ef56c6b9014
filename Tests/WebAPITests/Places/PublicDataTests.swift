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

@Suite("the public data in memory", .timed)
struct PublicDataTests {
  @Test("after temples were edited and added, the data are those of a whole reading, and the rest is the same object")
  func temples() async throws {
    let desk = try await APIDesk()
    let former = try await desk.service.keeper.current()
    let store = desk.service.store
    func edit(_ key: String, _ fields: [Draft.Given]) throws {
      _ = try store.edit(.temple, key: key, Draft(fields: fields), APIDesk.change(at: APIDesk.noon))
    }
    let keys = former.temples.prefix(3).map(\.key)
    try edit(keys[0], [.init("name", .text("改名宮")), .init("open_time", .text("Mo-Su 01:00-02:00"))])
    try edit(keys[1], [.init("lat", .real(23.5)), .init("lng", .real(120.5)), .init("county", .text("雲林縣"))])
    try edit(keys[2], [.init("deity", .text("guangong")), .init("main_deity", .text("關聖帝君"))])
    try store.add(
      [
        Draft(fields: [
          .init("key", .text("new")), .init("name", .text("新廟")), .init("lat", .real(23.51)),
          .init("lng", .real(120.51)),
        ])
      ], to: .temple, APIDesk.change(at: APIDesk.noon))
    let updated = try compare(after: former, desk)
    #expect(updated.mark != former.mark && updated.temple("new")?.name == "新廟")
    // Where none comes, goes or moves, the index of places stays.
    try edit(
      keys[0], [.init("name", .text("又改名宮")), .init("deity", .text("guangong")), .init("religion", .text("佛教"))])
    #expect(try compare(after: updated, desk).temple(keys[0])?.name == "又改名宮")

    // Other data are read anew.
    _ = try store.edit(
      .event, key: former.catalogue.events[0].key, Draft(fields: [.init("title", .text("新名"))]),
      APIDesk.change(at: APIDesk.noon))
    #expect(try PublicData.present(store, after: updated).catalogue.events[0].title.traditionalChinese == "新名")
  }

  /// The data after some temples were changed, which are those of a whole reading.
  private func compare(after former: PublicData, _ desk: APIDesk) throws -> PublicData {
    let store = desk.service.store
    let updated = try PublicData.present(store, after: former)
    let whole = try PublicData.present(store, after: nil)
    #expect(updated.mark == whole.mark)
    #expect(updated.temples.map(\.key) == whole.temples.map(\.key))
    let moment = LocalMoment(instant: APIDesk.noon, clock: desk.service.zone)
    var query = NearbyQuery()
    (query.radius, query.limit) = (try Radius(kilometers: 20_000), 10_000)
    let place = try Coordinate(latitude: 23.5, longitude: 120.5)
    for language in Language.allCases {
      let texts = try [updated, whole].map { data in
        String(
          decoding: data.templeTexts.list(try data.directory.sightings(from: place, query, at: moment), language),
          as: UTF8.self)
      }
      #expect(texts[0] == texts[1])
    }
    for name in ["改名", "gaiming", "新廟", "媽祖"] {
      #expect(updated.templeNames.matching(name).map(\.key) == whole.templeNames.matching(name).map(\.key), "\(name)")
    }
    query.deity = .main(["guangong"])
    #expect(
      updated.directory.temples(query, at: moment).map(\.key) == whole.directory.temples(query, at: moment).map(\.key))
    return updated
  }
}
