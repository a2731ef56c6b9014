import FolkData
import Folklore
import Lunisolar
import Store

/// Parameters that several endpoints share.
enum CommonParameters {
  static let language = Parameter<Language>.choice("lang", "The language; by default that of Accept-Language.")
  static let cursor = Parameter<String>.text(
    "cursor", "Where the page begins: as the Link header of the page before has it.")
  static let search = Parameter<String>.text(
    "q", "Only what has this in a name, an alias or the key; 臺 or 台, Simplified forms and pinyin do.")
  static let deity = Parameter<String>.text("deity", "Only of a deity, by key, number, name or alias: 媽祖.")

  /// A number that says which record: `88`, or its key: `mazu`.
  static func id(_ what: String) -> ParameterDeclaration {
    .inPath("id", "The number or the key of the \(what).", schema: ["type": "string", "pattern": "^[a-z0-9-]{1,64}$"])
  }

  static func limit(_ range: ClosedRange<Int>, default value: Int) -> Parameter<Int> {
    .integer("limit", "How many at most.", in: range, default: value)
  }
}

extension Call {
  /// The deities that a text names.
  ///
  /// - Throws: `Problem` 404 where there is none.
  func deities(named text: String) throws -> [Deity] {
    let found = data.search.deities(named: text)
    if !found.isEmpty { return found }
    if let record = data.deity(text), let deity = data.catalogue.deity(record.key) { return [deity] }
    throw Problem.notFound("no deity is called \"\(text)\"; /api/deities lists them")
  }

  /// The event that the path names.
  func event() throws -> Event {
    guard let event = data.event(id) else { throw Problem.notFound("event \"\(id.prefix(70))\" does not exist") }
    return event
  }
}

/// One page of a list whose items are told apart by a text.
struct Page<Item> {
  let items: ArraySlice<Item>
  /// The cursor of the next page; nil at the end.
  let next: String?

  /// - Parameter after: the cursor that was given: the items begin behind the one that has it.
  /// - Throws: `Problem` 400 for a cursor of no item.
  init(_ all: [Item], after cursor: String?, limit: Int, _ name: (Item) -> String) throws {
    var start = 0
    if let cursor {
      guard let place = all.firstIndex(where: { name($0) == cursor }) else {
        throw Problem.noPage
      }
      start = place + 1
    }
    items = all[start...].prefix(limit)
    next = items.endIndex < all.endIndex ? items.last.map(name) : nil
  }
}
