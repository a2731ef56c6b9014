public import Folklore
internal import Foundation
internal import Lunisolar

/// Reads the tables of 欽定協紀辨方書, `xieji/*.csv` of a data folder.
///
/// The files have a line of headings, commas between the fields, 、 between several names, and no quotation marks.
public struct XiejiLoader: Sendable {
  /// The folder in the data folder.
  public static let folderName = "xieji"

  private let read: @Sendable (String) throws -> String?

  /// - Parameter folder: the path of the data folder.
  public init(folder: String) {
    let url = URL(fileURLWithPath: folder).appendingPathComponent(Self.folderName)
    self.init { name in
      let file = url.appendingPathComponent(name)
      return FileManager.default.fileExists(atPath: file.path) ? try String(contentsOf: file, encoding: .utf8) : nil
    }
  }

  /// - Parameter read: returns the text of a file, such as `gods.csv`; nil if it is missing.
  public init(read: @escaping @Sendable (String) throws -> String?) {
    self.read = read
  }

  /// The book; nil for a data folder without it.
  ///
  /// - Throws: `DataFault` naming file, line and field of the first fault.
  public func load() throws(DataFault) -> XiejiBook? {
    guard let items = try table("items.csv", ["items", "zh-Hant", "zh-Hans", "en", "use", "said"]) else { return nil }
    var reader = XiejiReader()
    try reader.readItems(items)
    try reader.readGods(
      try required("gods.csv", ["god", "luck", "test"] + XiejiReader.months + ["yi", "ji", "leaf", "note"]))
    try reader.readOutcomes(try required("outcomes.csv", ["god", "months", "with", "outcome", "items", "leaf"]))
    try reader.readTaboos(try required("taboos.csv", ["of", "items", "leaf"]))
    try reader.readCompanions(try required("companions.csv", ["when", "items", "unless", "lifts", "leaf"]))
    try reader.readOthers(try required("others.csv", ["said", "uses", "near"]))
    return try reader.book()
  }

  private func required(_ name: String, _ headings: [String]) throws(DataFault) -> XiejiTable {
    guard let table = try table(name, headings) else {
      throw DataFault(file: "\(Self.folderName)/\(name)", "找不到這個檔案", "is missing")
    }
    return table
  }

  private func table(_ name: String, _ headings: [String]) throws(DataFault) -> XiejiTable? {
    let file = "\(Self.folderName)/\(name)"
    let text: String?
    do {
      text = try read(name)
    } catch {
      throw DataFault(file: file, "讀不出來：\(error.localizedDescription)", "cannot be read: \(error.localizedDescription)")
    }
    return try text.map { text throws(DataFault) in try XiejiTable(text, headings: headings, file: file) }
  }
}

/// The lines of a file.
struct XiejiTable {
  let file: String
  private(set) var lines: [Line] = []

  struct Line {
    let file: String
    let number: Int
    let headings: [String]
    let fields: [Substring]

    subscript(_ heading: String) -> Substring {
      headings.firstIndex(of: heading).map { fields[$0] } ?? ""
    }

    /// The names in a field.
    func names(_ heading: String) -> [Substring] { self[heading].split(separator: "、") }

    func fault(_ heading: String, _ chinese: String, _ english: String) -> DataFault {
      DataFault(file: file, line: number, field: heading, chinese, english)
    }
  }

  init(_ text: String, headings: [String], file: String) throws(DataFault) {
    self.file = file
    for (index, text) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let fields = text.split(separator: ",", omittingEmptySubsequences: false)
      guard index > 0 else {
        guard fields.map(String.init) == headings else {
          throw DataFault(
            file: file, line: 1, "標題要是 \(headings.joined(separator: ","))",
            "the headings must be \(headings.joined(separator: ","))")
        }
        continue
      }
      guard !text.isEmpty else { continue }
      let line = Line(file: file, number: index + 1, headings: headings, fields: fields)
      guard fields.count == headings.count else {
        throw line.fault(
          "", "有 \(fields.count) 欄，應該是 \(headings.count) 欄", "has \(fields.count) fields instead of \(headings.count)")
      }
      lines.append(line)
    }
  }
}

/// Puts the tables together.
private struct XiejiReader {
  static let months = ["寅", "卯", "辰", "巳", "午", "未", "申", "酉", "戌", "亥", "子", "丑"]

  private var items: [String] = []
  private var words: [XiejiBook.Word] = []
  private var itemIndex: [String: Int] = [:]
  private var gods: [XiejiBook.God] = []
  private var godIndex: [String: Int] = [:]
  private var outcomes: [[XiejiBook.Outcome]] = []
  private var taboos: [String: XiejiItems] = [:]
  private var companions: [XiejiBook.Companion] = []
  private var others: [XiejiBook.Other] = []
  private let pillars = Dictionary(uniqueKeysWithValues: (0..<60).map { (StemBranch(index: $0).name, $0) })
  /// The days of the cycle with a stem or a branch, a bit each.
  private let stemDays = Self.days { $0.stem.name }
  private let branchDays = Self.days { $0.branch.name }

  private static func days(by name: (StemBranch) -> String) -> [Character: UInt64] {
    (0..<60).reduce(into: [:]) { $0[Character(name(StemBranch(index: $1))), default: 0] |= 1 << UInt64($1) }
  }

  // MARK: Files

  mutating func readItems(_ table: XiejiTable) throws(DataFault) {
    for line in table.lines {
      let names = line.names("items")
      guard !names.isEmpty, !line["zh-Hant"].isEmpty, !line["zh-Hans"].isEmpty, !line["en"].isEmpty else {
        throw line.fault("items", "事項和三種語言的名稱都必填", "the items and their names in three languages are needed")
      }
      guard let use = XiejiBook.Use(rawValue: String(line["use"])) else {
        let uses = XiejiBook.Use.allCases.map(\.rawValue)
        throw line.fault(
          "use", "「\(line["use"])」要是 \(uses.joined(separator: "、")) 之一",
          "\"\(line["use"])\" is none of \(uses.joined(separator: ", "))")
      }
      var all: XiejiItems = []
      for name in names {
        guard itemIndex.updateValue(items.count, forKey: String(name)) == nil else {
          throw line.fault("items", "「\(name)」寫了兩次", "\"\(name)\" stands twice")
        }
        all.formUnion(XiejiItems(index: items.count))
        items.append(String(name))
      }
      words.append(
        XiejiBook.Word(
          items: all,
          name: LocalizedName(
            String(line["zh-Hant"]), simplifiedChinese: String(line["zh-Hans"]), english: String(line["en"])),
          use: use, said: line.names("said").map(String.init)))
    }
    guard items.count <= 128 else { throw DataFault(file: table.file, "最多 128 項", "has more than 128 items") }
  }

  mutating func readGods(_ table: XiejiTable) throws(DataFault) {
    for line in table.lines {
      var days = XiejiCases()
      for (month, name) in Self.months.enumerated() {
        days.insert(month: month, days: try mask(line, name))
      }
      guard !days.isEmpty, !line["leaf"].isEmpty else {
        throw line.fault("leaf", "每位神都要有日子和葉碼", "each god needs days and a leaf of the book")
      }
      guard godIndex.updateValue(gods.count, forKey: String(line["god"])) == nil else {
        throw line.fault("god", "「\(line["god"])」寫了兩次", "\"\(line["god"])\" stands twice")
      }
      guard let luck = XiejiBook.God.Luck(rawValue: String(line["luck"])) else {
        throw line.fault("luck", "要是 good、bad、officer 或 sort", "must be good, bad, officer or sort")
      }
      gods.append(
        XiejiBook.God(
          name: String(line["god"]), luck: luck, days: days, good: try things(line, "yi"), bad: try things(line, "ji"),
          leaf: String(line["leaf"])))
    }
    guard gods.count <= 256 else { throw DataFault(file: table.file, "最多 256 位神", "has more than 256 gods") }
    outcomes = Array(repeating: [], count: gods.count)
  }

  mutating func readOutcomes(_ table: XiejiTable) throws(DataFault) {
    for line in table.lines {
      let index = try god(line["god"], line, "god")
      let own = gods[index].bad
      var with: XiejiGods?
      if !line["with"].isEmpty {
        let text = line["with"].replacing("四德", with: "天德 月德 天德合 月德合")
        var found = XiejiGods()
        for name in text.split(separator: " ") { found.insert(try god(name, line, "with")) }
        with = found
      }
      let (kind, items) = try (kind(line), concerned(line, own))
      guard kind != .only || !line["items"].isEmpty else {
        throw line.fault("items", "only 要寫出止忌的事", "only needs the things that stay bad")
      }
      outcomes[index].append(
        XiejiBook.Outcome(
          cases: try cases(line["months"], line), anyOf: with, kind: kind, items: items, leaf: String(line["leaf"])))
    }
    // A rule that no day reaches, and a bad god without a rule on one of its days, are slips.
    for (index, god) in gods.enumerated() where !outcomes[index].isEmpty || !god.bad.isEmpty {
      guard !outcomes[index].isEmpty || Self.bySpecialRule.contains(god.name) else {
        throw DataFault(
          file: table.file, "\(god.name)有忌的事，卻沒有寫怎麼論", "has no outcome for \(god.name), which forbids things")
      }
    }
  }

  /// The gods whose 忌 the rule handles by itself: the virtues, 天赦 and 開日, which forbid hunting and the like.
  private static let bySpecialRule: Set = ["天德", "月德", "天德合", "月德合", "天赦", "開日"]

  mutating func readTaboos(_ table: XiejiTable) throws(DataFault) {
    for line in table.lines {
      let name = String(line["of"])
      guard HeavenlyStem.allCases.contains(where: { $0.name == name }) || Self.months.contains(name) else {
        throw line.fault("of", "「\(name)」不是天干或地支", "\"\(name)\" is neither a stem nor a branch")
      }
      taboos[name] = try things(line, "items")
    }
  }

  mutating func readCompanions(_ table: XiejiTable) throws(DataFault) {
    for line in table.lines {
      guard ["allowed", "good"].contains(line["when"]) else {
        throw line.fault("when", "要是 allowed 或 good", "must be allowed or good")
      }
      companions.append(
        XiejiBook.Companion(
          when: try things(line, "items"), mustBeGood: line["when"] == "good",
          unless: line["unless"].isEmpty ? nil : try god(line["unless"], line, "unless"),
          lifts: try things(line, "lifts"), leaf: String(line["leaf"])))
    }
  }

  mutating func readOthers(_ table: XiejiTable) throws(DataFault) {
    for line in table.lines {
      let (uses, near) = try (things(line, "uses"), things(line, "near"))
      guard !line["said"].isEmpty, !uses.union(near).isEmpty else {
        throw line.fault("said", "要寫說法，以及用哪一項或與哪些相近", "needs what is said, and an item to use or items that come near")
      }
      guard uses.isEmpty || words.contains(where: { $0.items == uses }) else {
        throw line.fault("uses", "要是 items.csv 的一列", "must be a line of items.csv")
      }
      others.append(XiejiBook.Other(said: line.names("said").map(String.init), uses: uses, near: near))
    }
  }

  func book() throws(DataFault) -> XiejiBook {
    let file = XiejiLoader.folderName
    let rules = try XiejiRules(
      gods: { text throws(DataFault) in
        var found = XiejiGods()
        for name in text.split(separator: " ") {
          guard let index = godIndex[String(name)] else {
            throw DataFault(file: "\(file)/gods.csv", "缺少「\(name)」", "lacks \(name)")
          }
          found.insert(index)
        }
        return found
      },
      things: { text throws(DataFault) in
        var found: XiejiItems = []
        for name in text.split(separator: " ") {
          guard let index = itemIndex[String(name)] else {
            throw DataFault(file: "\(file)/items.csv", "缺少「\(name)」", "lacks \(name)")
          }
          found.formUnion(XiejiItems(index: index))
        }
        return found
      },
      all: XiejiItems(rawValue: (1 << UInt128(items.count)) - 1),
      cases: { text throws(DataFault) in
        try cases(Substring(text), XiejiTable.Line(file: file, number: 0, headings: [], fields: []))
      })
    return XiejiBook(
      gods: gods, outcomes: outcomes, items: items, words: words, others: others,
      taboosOfStem: HeavenlyStem.allCases.map { taboos[$0.name] ?? [] },
      taboosOfBranch: EarthlyBranch.allCases.map { taboos[$0.name] ?? [] }, companions: companions, rules: rules)
  }

  // MARK: Fields

  private func god(_ name: Substring, _ line: XiejiTable.Line, _ heading: String) throws(DataFault) -> Int {
    guard let index = godIndex[String(name)] else {
      throw line.fault(heading, "gods.csv 沒有「\(name)」", "gods.csv has no \(name)")
    }
    return index
  }

  private func things(_ line: XiejiTable.Line, _ heading: String) throws(DataFault) -> XiejiItems {
    try things(line.names(heading), line, heading)
  }

  private func things(
    _ names: [Substring], _ line: XiejiTable.Line, _ heading: String
  ) throws(DataFault) -> XiejiItems {
    var found: XiejiItems = []
    for name in names {
      guard let index = itemIndex[String(name)] else {
        throw line.fault(heading, "items.csv 沒有「\(name)」", "items.csv has no \(name)")
      }
      found.formUnion(XiejiItems(index: index))
    }
    return found
  }

  /// The things that an outcome concerns: the god's own; others; `+` adds to its own; `@` takes those of another god.
  private func concerned(_ line: XiejiTable.Line, _ own: XiejiItems) throws(DataFault) -> XiejiItems {
    var text = line["items"]
    guard !text.isEmpty else { return own }
    var found: XiejiItems = []
    if text.hasPrefix("+") {
      found = own
      text = text.dropFirst()
    }
    for name in text.split(separator: "、") {
      if name.hasPrefix("@") {
        found.formUnion(gods[try god(name.dropFirst(), line, "items")].bad)
      } else {
        found.formUnion(try things([name], line, "items"))
      }
    }
    return found
  }

  private func kind(_ line: XiejiTable.Line) throws(DataFault) -> XiejiBook.Outcome.Kind {
    let text = line["outcome"]
    if text.hasPrefix("as ") { return .standsFor(god: try god(text.dropFirst(3), line, "outcome")) }
    if text.hasPrefix("with ") { return .goesWith(god: try god(text.dropFirst(5), line, "outcome")) }
    let kinds: [(Substring, XiejiBook.Outcome.Kind)] = [
      ("all_bad", .allBad), ("normal", .normal), ("cancel", .cancel), ("only", .only), ("lifted", .lifted),
      ("kept", .kept), ("neither", .neither), ("strike", .strike),
    ]
    guard let kind = kinds.first(where: { $0.0 == text })?.1 else {
      let names = kinds.map { String($0.0) } + ["as GOD", "with GOD"]
      throw line.fault(
        "outcome", "「\(text)」要是 \(names.joined(separator: "、")) 之一",
        "\"\(text)\" is none of \(names.joined(separator: ", "))")
    }
    return kind
  }

  /// The days of a month on which a god is present.
  private func mask(_ line: XiejiTable.Line, _ month: String) throws(DataFault) -> UInt64 {
    let characters = Array(line[month])
    var mask: UInt64 = 0
    switch line["test"] {
    case "stem":
      for character in characters {
        guard let days = stemDays[character] else {
          throw line.fault(month, "「\(character)」不是天干", "\(character) is no stem")
        }
        mask |= days
      }
    case "branch":
      for character in characters {
        guard let days = branchDays[character] else {
          throw line.fault(month, "「\(character)」不是地支", "\(character) is no branch")
        }
        mask |= days
      }
    case "pillar":
      for start in stride(from: 0, to: characters.count, by: 2) {
        mask |= 1 << UInt64(try pillar(String(characters[start...].prefix(2)), line, month))
      }
    default:
      throw line.fault("test", "要是 stem、branch 或 pillar", "must be stem, branch or pillar")
    }
    return mask
  }

  private func pillar(_ name: String, _ line: XiejiTable.Line, _ heading: String) throws(DataFault) -> Int {
    guard let index = pillars[name] else {
      throw line.fault(heading, "「\(name)」不是干支", "\(name) is no stem and branch")
    }
    return index
  }

  /// `*`, months (`寅卯`), or single days (`未己未`), with blanks between them.
  private func cases(_ text: Substring, _ line: XiejiTable.Line) throws(DataFault) -> XiejiCases {
    var cases = XiejiCases()
    func month(_ name: Character) throws(DataFault) -> Int {
      guard let month = Self.months.firstIndex(of: String(name)) else {
        throw line.fault("months", "「\(name)」不是地支", "\(name) is no branch")
      }
      return month
    }
    if text == "*" {
      for month in 0..<12 { cases.insert(month: month, days: XiejiCases.everyDay) }
      return cases
    }
    for part in text.split(separator: " ") {
      let characters = Array(part)
      let name = String(characters.dropFirst())
      if characters.count == 3, let day = pillars[name] {
        cases.insert(month: try month(characters[0]), days: 1 << UInt64(day))
      } else {
        for character in characters { cases.insert(month: try month(character), days: XiejiCases.everyDay) }
      }
    }
    guard !cases.isEmpty else { throw line.fault("months", "必填", "is missing") }
    return cases
  }
}
