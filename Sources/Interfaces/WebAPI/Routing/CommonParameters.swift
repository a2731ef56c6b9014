import FolkData
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records

/// Parameters that several endpoints share.
enum CommonParameters {
  /// A language, with or without a region.
  static let language = Parameter<Language>(
    "lang",
    "The language: zh-Hant, zh-Hans or en, also with a region, such as zh-TW, zh-CN, en-US; by default that of Accept-Language.",
    schema: [
      "type": "string", "pattern": "^([Zz][Hh]|[Ee][Nn])([-_][A-Za-z0-9]{1,8}){0,4}$",
      "examples": ["zh-Hant", "zh-Hans", "en"],
    ]
  ) { text throws(ParameterProblem) in
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    let isTag =
      ["zh", "en"].contains(parts[0].lowercased()) && parts.count <= 5
      && parts.dropFirst().allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetterOrDigit) }
    guard isTag, let language = Language(locale: text) else {
      throw ParameterProblem(
        expected: "語言：zh-Hant、zh-Hans 或 en，也可以加上地區，例如 zh-TW",
        "zh-Hant, zh-Hans or en, alone or with a region such as zh-TW")
    }
    return language
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// For public endpoints, which ignore the Authorization header and so know no user's zone.
  static let timeZone = Parameter<ZonedClock>(
    "time_zone",
    "The time zone of today, for countdowns and next days: America/Los_Angeles; Asia/Taipei by default.",
    schema: UserSchemas.zone, read: readZone)
  /// The same for a signed-in user.
  static let ownTimeZone = Parameter<ZonedClock>(
    "time_zone", "The time zone of today, for countdowns; by default the user's own.", schema: UserSchemas.zone,
    read: readZone)

  @Sendable private static func readZone(_ text: String) throws(ParameterProblem) -> ZonedClock {
    do { return try ZonedClock(identifier: text) } catch {
      throw ParameterProblem(expected: "時區，例如 America/Los_Angeles", "a time zone such as America/Los_Angeles")
    }
  }

  static let cursor = Parameter<String>.text(
    "cursor", "The start of the page, from the Link header of the page before.")
  static let search = Parameter<String>.text(
    "q", "Only records with this in a name, an alias or the key; 臺 or 台, Simplified forms and pinyin match.")
  static let region = Parameter<RegionFilter>.choice(
    "region", "Only days that are kept there, by ISO 3166-1, or all; TW unless told.")
  static let maxWeight = Parameter<Int>.integer(
    "max_weight",
    "Only days of this weight or a smaller number: 1 everybody keeps them, 2 most families, 3 great deities and regions, 4 others, 5 fasts, taboos and the almanac.",
    in: Event.weights)
  static let deity = Parameter<String>.text("deity", "Only of a deity, by key, number, name or alias: 媽祖.")

  /// The number or key of a record: `88` or `mazu`.
  ///
  /// - Parameter example: a record of the data that comes with the program; nil for users' own records.
  static func id(_ what: String, example: String? = nil) -> ParameterDeclaration {
    let schema: JSON = ["type": "string", "pattern": "^[a-z0-9-]{1,64}$"]
    return .inPath(
      "id", "The number or the key of the \(what).",
      schema: example.map { schema.adding(["examples": [.text($0)]]) } ?? schema)
  }

  static func limit(_ range: ClosedRange<Int>, default value: Int) -> Parameter<Int> {
    .integer("limit", "How many at most.", in: range, default: value).example(3)
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
    throw Problem(
      .notFound, .noSuchRecord, "沒有神明叫「\(text)」；/api/deities 列出全部",
      "no deity is called \"\(text)\"; /api/deities lists them")
  }

  /// The event that the path names.
  func event() throws -> Event {
    guard let event = data.event(id) else { throw Problem.noSuch(.event, id.prefix(70)) }
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
