import FolkData
import Folklore
import Foundation
import Geo
import Lunisolar
import Nearby
import Store
import TestSupport

/// The ministry's register: imported by the program, and searched through the directory that `near` uses.
enum RegisterBench {
  private static let temples = 12_000

  static func run(_ report: inout Report) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("register.csv")
    try register().write(to: file, atomically: true, encoding: .utf8)
    let database = "sqlite:\(folder.path)/folkcal.db"
    guard let bench = Bundle.main.executablePath else { return }
    let program = URL(fileURLWithPath: bench).deletingLastPathComponent().appendingPathComponent("folkcal").path
    func seconds(_ arguments: String...) throws -> Double {
      try StartBench.milliseconds([program] + arguments + ["--database", database]) / 1_000
    }
    _ = try seconds("init")
    let first = try seconds("admin", "temple", "import", file.path)
    let again = try seconds("admin", "temple", "import", file.path)
    report.add(
      "import of a register of 12,000", first, "s", reference: "the same again", again, bar: "<= 3", isMet: first <= 3)
    try near(&report, Store.open(database))
  }

  /// A query through `TempleDirectory`, compared with the bare index.
  private static func near(_ report: inout Report, _ store: Store) throws {
    let temples = try store.temples()
    let directory = TempleDirectory(temples: temples, events: try store.catalogue().events)
    let index = PointIndex(
      temples.compactMap { temple in temple.trustedCoordinate.map { (id: temple.id, coordinate: $0) } })
    let moment = LocalMoment(instant: 1_795_219_200, clock: try ZonedClock(identifier: "Asia/Taipei"))
    let places = temples.compactMap(\.trustedCoordinate).enumerated().filter { $0.offset % 12 == 0 }.map(\.element)
    var query = NearbyQuery()
    query.limit = 10
    query.deity = .any(["mazu"])
    // Both must find the same number; adding up the difference keeps the compiler from removing the work.
    var found = 0
    let ours = try shortestSeconds {
      for place in places { found += try directory.nearest(to: place, query, at: moment).count }
    }
    let deities = Dictionary(uniqueKeysWithValues: temples.map { ($0.id, $0.serves("mazu")) })
    let theirs = shortestSeconds {
      for place in places {
        found -= index.nearest(10, to: place, within: query.radius) { deities[$0] == true }.count
      }
    }
    guard found == 0 else { throw Difference(found: found) }
    let each = 1e6 / Double(places.count)
    report.add(
      "temples of a deity nearby, whole", ours * each, "us", reference: "index alone", theirs * each)
  }

  struct Difference: Error {
    let found: Int
  }

  /// Invented temples in populated areas, with the spellings of deities found in a register.
  private static func register() throws -> String {
    var generator = SeededGenerator(seed: 12)
    let deities = ["天上聖母", "福德正神", "觀世音菩薩", "關聖帝君", "玄天上帝、中壇元帥", "某府千歲", "釋迦牟尼佛", "保生大帝"]
    var csv = "編號,寺廟名稱,主祀神祇,行政區,地址,教別,登記別,WGS84X,WGS84Y\n"
    for place in try RandomPlaces.clustered(temples, using: &generator) {
      let number = 1_000_000 + place.id
      csv +=
        "\(number),測試宮\(place.id),\(deities[place.id % deities.count]),彰化縣,彰化縣鹿港鎮某路\(place.id)號,道教,正式登記,"
        + "\(place.coordinate.longitude),\(place.coordinate.latitude)\n"
    }
    return csv
  }
}
