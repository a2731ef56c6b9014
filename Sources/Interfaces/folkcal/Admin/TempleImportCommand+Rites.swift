import Folklore
import Imports
import Store
import Temples

// `folkcal admin temple import --rites FILE`
extension TempleImportCommand {
  /// Options of a register do not go with another kind of file.
  func refuseRegisterOptions(_ name: String) throws {
    let others = [rites, hours].compactMap(\.self).count
    guard file == nil, !fromMOI, !prune, !skipFaulty, register == nil, !sameTemples, others == 1 else {
      throw Failure.wrongInput(
        "\(name) 單獨使用：先匯入登記資料，再匯入這個檔案", "\(name) stands alone: import the register first, and this file then")
    }
  }

  /// Prints what an import did, for programs or for people.
  func tell(_ record: some Encodable, of file: String, _ summary: ImportSummary) throws {
    guard !output.json else { return try output.printJSON(record) }
    let say = output.language.say
    if dryRun { print(say("試匯入，沒有變更任何資料：", "试导入，没有变更任何数据：", "a rehearsal, nothing was changed:")) }
    print(file + say("：", "：", ": ") + summary.sentence)
    for list in summary.lists {
      print(list.title)
      for item in list.items.prefix(Self.shown) { print("  " + item) }
      let more = list.items.count - Self.shown
      if more > 0 {
        print(
          "  " + say("另外 \(more) 筆（--json 全部列出）", "另外 \(more) 条（--json 全部列出）", "and \(more) more (--json lists all)"))
      }
    }
  }

  /// How many of a list are printed.
  private static let shown = 20

  func importRites(_ path: String) throws {
    try refuseRegisterOptions("--rites")
    let input = try ReadableTwice(path)
    defer { input.remove() }
    let store = try author.store.open()
    let change = try author.change(time)
    let (rites, notes) = try RitesReader(
      .file(input.path, name: input.name), encoding: encoding, today: DateReader(today: change.today)
    ).read()
    InputFile.tell(notes)
    guard !rites.isEmpty else {
      throw Failure.wrongInput("\(input.name)：沒有任何慶典", "\(input.name): there is no rite in it")
    }
    var work = try RitesImport(store, try matcher(store))
    let result = try work.write(rites, change, isRehearsal: dryRun)
    try tell(
      RitesImportRecord(input.name, rites.count, result, isRehearsal: dryRun), of: input.name,
      result.summary(of: rites.count, in: output.language))
  }
}

/// What an import of rites did, for programs.
struct RitesImportRecord: Encodable {
  let file: String
  let rites: Int
  let added: Int
  let changed: Int
  let removed: Int
  let unchanged: Int
  /// Those that are the general days of their deities.
  let general: Int
  /// Those that were edited or removed here: `temple: event or title`.
  let kept: [String]
  let leftOut: [LeftOut]
  let isRehearsal: Bool
  private let severalDays: [String]

  struct LeftOut: Encodable {
    let place: String
    let temple: String
    let rite: String
    let date: String
    let problem: String
  }

  enum CodingKeys: String, CodingKey {
    case file, rites, added, changed, removed, unchanged, general, kept
    case leftOut = "left_out"
    case isRehearsal = "is_rehearsal"
    case severalDays = "several_days"
  }

  init(_ file: String, _ count: Int, _ result: RitesImport.Result, isRehearsal: Bool) {
    self.file = file
    rites = count
    (added, changed, removed) = (result.report.added, result.report.changed, result.report.removed)
    (unchanged, general, kept) = (result.report.unchanged, result.general, result.report.kept)
    leftOut = result.leftOut.map { rite, problem in
      LeftOut(
        place: rite.place.text, temple: rite.temple, rite: rite.title, date: rite.written,
        problem: problem.description)
    }
    severalDays = result.firstOfSeveral.map { "\($0.place.text): \($0.temple): \($0.title): \($0.written)" }
    self.isRehearsal = isRehearsal
  }
}
