import FolkData
import Folklore
import JSON
import Nearby
import Records
import Store

/// A snapshot of all public data in memory; immutable.
final class PublicData: Sendable {
  /// Changes with every change of the data.
  let mark: String
  let catalogue: Catalogue
  let search: CatalogueSearch
  /// What people can name in chats.
  let chatNames: ChatNames
  let deities: [Record]
  let groups: [Record]
  let temples: [Temple]
  let activities: [Activity]
  let directory: TempleDirectory
  let answers = AnswerCache()
  let templeNames: TempleNames
  /// The JSON of each temple that all answers share.
  let templeTexts: TempleTexts

  /// The days that dates and rules can name.
  var dayNames: DayNames { chatNames.dayNames.names }

  private let eventIDs: [Int: Int]
  private let templeIDs: [Int: Int]
  private let templeKeys: [String: Int]

  /// The present data; only the temples that have changed are read if the rest has not.
  ///
  /// - Parameter former: an earlier snapshot; nil for none.
  static func present(_ store: Store, after former: PublicData?) throws -> PublicData {
    guard let former, let changed = try store.templesChanged(since: former.mark) else { return try PublicData(store) }
    return PublicData(former, mark: changed.mark, changed.ids, with: changed.temples)
  }

  /// A snapshot with other temples in the place of some.
  private init(_ former: PublicData, mark: String, _ ids: Set<Int>, with changed: [Temple]) {
    self.mark = mark
    (catalogue, search, chatNames) = (former.catalogue, former.search, former.chatNames)
    (deities, groups, activities, eventIDs) = (former.deities, former.groups, former.activities, former.eventIDs)
    directory = former.directory.replacing(ids, with: changed)
    temples = directory.all
    templeNames = former.templeNames.replacing(ids, with: directory.all)
    let places = former.templeIDs
    templeTexts = TempleTexts(directory.all) { temple in
      ids.contains(temple.id) ? nil : places[temple.id].map { former.templeTexts.text(at: $0) }
    }
    // Numbers and keys stay with a temple, unless one came or went.
    let isSame = changed.allSatisfy { temple in places[temple.id].map { former.temples[$0].key } == temple.key }
    if isSame, changed.count == ids.count {
      (templeIDs, templeKeys) = (former.templeIDs, former.templeKeys)
    } else {
      templeIDs = Dictionary(temples.enumerated().map { ($1.id, $0) }) { first, _ in first }
      templeKeys = Dictionary(temples.enumerated().map { ($1.key, $0) }) { first, _ in first }
    }
  }

  private init(_ store: Store) throws {
    // Read first, so that changes during the reading cause another reading.
    mark = try store.publicMark()
    catalogue = try store.catalogue()
    search = CatalogueSearch(catalogue)
    chatNames = ChatNames(catalogue)
    deities = try store.records(.deity)
    groups = try store.records(.group)
    temples = try store.temples()
    activities = try store.activities()
    directory = TempleDirectory(temples: temples, activities: activities, events: catalogue.events)
    templeNames = TempleNames(directory.all)
    templeTexts = TempleTexts(directory.all)
    eventIDs = Dictionary(catalogue.events.enumerated().map { ($1.id, $0) }) { first, _ in first }
    templeIDs = Dictionary(temples.enumerated().map { ($1.id, $0) }) { first, _ in first }
    templeKeys = Dictionary(temples.enumerated().map { ($1.key, $0) }) { first, _ in first }
  }

  /// An enabled event by number or key.
  func event(_ name: String) -> Event? {
    let event = Self.number(name).flatMap { eventIDs[$0] }.map { catalogue.events[$0] } ?? catalogue.event(name)
    return event.flatMap { $0.isEnabled ? $0 : nil }
  }

  func temple(_ name: String) -> Temple? {
    (Self.number(name).flatMap { templeIDs[$0] } ?? templeKeys[name]).map { temples[$0] }
  }

  /// The days of a temple, for those who follow it.
  func days(of temple: Temple) -> TempleGroup {
    TempleGroup(temple, activities: activities, events: catalogue.events)
  }

  /// The temple whose days a group gathers, by the key of the group.
  func temple(ofGroup key: String) -> Temple? {
    TempleGroup.temple(ofGroup: key).flatMap { temple($0) }.flatMap { TempleGroup.key(of: $0) == key ? $0 : nil }
  }

  /// The key of a group that somebody may follow, by its number or key; also of a temple's.
  func groupKey(_ name: String) -> String? {
    group(name)?.key ?? temple(ofGroup: name).map(TempleGroup.key)
  }

  func deity(_ name: String) -> Record? { Self.record(name, in: deities) }

  /// An enabled group by number or key.
  func group(_ name: String) -> Record? {
    Self.record(name, in: groups).flatMap { $0["is_enabled"] == .flag(true) ? $0 : nil }
  }

  /// A number without sign or leading zeros.
  private static func number(_ name: String) -> Int? { Int(name).flatMap { "\($0)" == name ? $0 : nil } }

  private static func record(_ name: String, in records: [Record]) -> Record? {
    let number = number(name)
    return records.first { $0.key == name || (number != nil && $0.id == number) }
  }
}
