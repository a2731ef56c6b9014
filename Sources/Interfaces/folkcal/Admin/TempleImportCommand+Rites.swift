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
    let record = RitesImportRecord(input.name, rites.count, result, isRehearsal: dryRun)
    if output.json { try output.printJSON(record) } else { print(record.text(in: output.language), terminator: "") }
  }
}

/// What an import of rites did, for people and programs.
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
    fileprivate let spoken: String

    enum CodingKeys: String, CodingKey {
      case place, temple, rite, date, problem
    }
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
        place: Self.text(of: rite.place), temple: rite.temple, rite: rite.title, date: rite.written,
        problem: problem.description, spoken: Speech.message(problem))
    }
    severalDays = result.firstOfSeveral.map { "\(Self.text(of: $0.place)): \($0.temple): \($0.title): \($0.written)" }
    self.isRehearsal = isRehearsal
  }

  private static func text(of place: RegisterPlace) -> String {
    switch place {
    case .line(let line): "\(line)"
    case .feature(let index): "[\(index)]"
    case .file: ""
    }
  }

  private static let shown = 20

  func text(in language: Language) -> String {
    let say = language.say
    var lines = [
      isRehearsal
        ? say("試匯入，沒有變更任何資料：", "试导入，没有变更任何数据：", "a rehearsal, nothing was changed:") : "",
      say(
        "\(file)：慶典 \(rites) 筆；新增 \(added)、變更 \(changed)、移除 \(removed)、不變 \(unchanged)、與一般的日子相同 \(general)",
        "\(file)：庆典 \(rites) 条；新增 \(added)、变更 \(changed)、移除 \(removed)、不变 \(unchanged)、与一般的日子相同 \(general)",
        "\(file): \(rites) rites; \(added) added, \(changed) changed, \(removed) removed, \(unchanged) unchanged, \(general) are the general day"
      ),
    ].filter { !$0.isEmpty }
    func list(_ title: String, _ items: [String]) {
      guard !items.isEmpty else { return }
      lines.append(title)
      lines += items.prefix(Self.shown).map { "  " + $0 }
      let more = items.count - Self.shown
      if more > 0 {
        lines.append(
          "  " + say("另外 \(more) 筆（--json 全部列出）", "另外 \(more) 条（--json 全部列出）", "and \(more) more (--json lists all)"))
      }
    }
    list(say("在這裡編輯過，維持原樣：", "在这里编辑过，维持原样：", "edited here, and left so:"), kept)
    list(say("有好幾天，取第一天：", "有好几天，取第一天：", "of several days, the first was taken:"), severalDays)
    list(
      say("沒有收 \(leftOut.count) 筆：", "没有收 \(leftOut.count) 条：", "\(leftOut.count) left out:"),
      leftOut.map { "\($0.place) \($0.temple) \($0.rite)\(say("：", "：", ": "))\($0.spoken)" })
    return lines.joined(separator: "\n") + "\n"
  }
}
