import FolkData
import Folklore
import JSON
import Nearby
import Records
import Store

/// What everybody may read, as it was at one moment: in memory, whole, and never changed.
final class PublicData: Sendable {
  /// Another one after every change.
  let mark: String
  let catalogue: Catalogue
  let search: CatalogueSearch
  let deities: [Record]
  let groups: [Record]
  let temples: [Temple]
  let activities: [Activity]
  let directory: TempleDirectory
  let answers = AnswerCache()
  /// What is the same of a temple in every answer, as JSON.
  let templeTexts: TempleTexts

  private let eventIDs: [Int: Int]
  private let templeIDs: [Int: Int]
  private let templeKeys: [String: Int]

  init(_ store: Store) throws {
    // The mark first: what changes while the rest is read is read again.
    mark = try store.publicMark()
    catalogue = try store.catalogue()
    search = CatalogueSearch(catalogue)
    deities = try store.records(.deity)
    groups = try store.records(.group)
    temples = try store.temples()
    activities = try store.activities()
    directory = TempleDirectory(temples: temples, activities: activities, events: catalogue.events)
    templeTexts = TempleTexts(directory.all)
    eventIDs = Dictionary(catalogue.events.enumerated().map { ($1.id, $0) }) { first, _ in first }
    templeIDs = Dictionary(temples.enumerated().map { ($1.id, $0) }) { first, _ in first }
    templeKeys = Dictionary(temples.enumerated().map { ($1.key, $0) }) { first, _ in first }
  }

  /// An event by its number or key, if it is switched on.
  func event(_ name: String) -> Event? {
    let event = Self.number(name).flatMap { eventIDs[$0] }.map { catalogue.events[$0] } ?? catalogue.event(name)
    return event.flatMap { $0.isEnabled ? $0 : nil }
  }

  func temple(_ name: String) -> Temple? {
    (Self.number(name).flatMap { templeIDs[$0] } ?? templeKeys[name]).map { temples[$0] }
  }

  func deity(_ name: String) -> Record? { Self.record(name, in: deities) }

  /// A group by its number or key, if it is switched on.
  func group(_ name: String) -> Record? {
    Self.record(name, in: groups).flatMap { $0["is_enabled"] == .flag(true) ? $0 : nil }
  }

  /// A number as it stands in addresses: without a sign or zeros before it.
  private static func number(_ name: String) -> Int? { Int(name).flatMap { "\($0)" == name ? $0 : nil } }

  private static func record(_ name: String, in records: [Record]) -> Record? {
    let number = number(name)
    return records.first { $0.key == name || (number != nil && $0.id == number) }
  }
}
