import Folklore
import Imports
import Store
import Temples

// `folkcal admin temple import --hours FILE`
extension TempleImportCommand {
  func importFacts(_ path: String) throws {
    try refuseRegisterOptions("--hours")
    let input = try ReadableTwice(path)
    defer { input.remove() }
    let store = try author.store.open()
    let change = try author.change(time)
    let (source, places) = try FactsReader(.file(input.path, name: input.name), encoding: encoding).read()
    guard !places.isEmpty else {
      throw Failure.wrongInput(
        "\(input.name)：沒有任何有名稱、位置與開放時間或電話的地點",
        "\(input.name): no place in it has a name, a position, and opening hours or a telephone")
    }
    let result = try FactsImport(store).write(places, from: source, change, isRehearsal: dryRun)
    try tell(
      FactsImportRecord(input.name, source, places.count, result, isRehearsal: dryRun), of: input.name,
      result.summary(of: places.count, from: source, in: output.language))
  }
}

/// What an import of opening hours and telephones did, for programs.
struct FactsImportRecord: Encodable {
  let file: String
  let source: String
  let places: Int
  let matched: Int
  let hours: Int
  let phones: Int
  let introductions: Int
  let kept: [String]
  let ambiguous: [String]
  let unreadableHours: [String]
  let isRehearsal: Bool

  enum CodingKeys: String, CodingKey {
    case file, source, places, matched, hours, phones, introductions, kept, ambiguous
    case unreadableHours = "unreadable_hours"
    case isRehearsal = "is_rehearsal"
  }

  init(_ file: String, _ source: FactsSource, _ count: Int, _ result: FactsImport.Result, isRehearsal: Bool) {
    (self.file, self.source, places) = (file, source.rawValue, count)
    (matched, self.isRehearsal, kept) = (result.matched, isRehearsal, result.report.kept)
    (hours, phones) = (result.written("open_time"), result.written("phone"))
    introductions = result.written("introduction")
    ambiguous = result.ambiguous.map { $0.names[0] }
    unreadableHours = result.unreadableHours.map { "\($0.temple): \($0.text)" }
  }
}
