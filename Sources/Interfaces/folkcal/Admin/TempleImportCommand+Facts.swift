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
    let record = FactsImportRecord(input.name, source, places.count, result, isRehearsal: dryRun)
    if output.json { try output.printJSON(record) } else { print(record.text(in: output.language), terminator: "") }
  }
}

/// What an import of opening hours and telephones did, for people and programs.
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
  private let title: String

  enum CodingKeys: String, CodingKey {
    case file, source, places, matched, hours, phones, introductions, kept, ambiguous
    case unreadableHours = "unreadable_hours"
    case isRehearsal = "is_rehearsal"
  }

  init(_ file: String, _ source: FactsSource, _ count: Int, _ result: FactsImport.Result, isRehearsal: Bool) {
    (self.file, self.source, title, places) = (file, source.rawValue, source.title, count)
    (matched, self.isRehearsal, kept) = (result.matched, isRehearsal, result.report.kept)
    func written(_ field: String) -> Int { result.report.written[field] ?? 0 }
    (hours, phones, introductions) = (written("open_time"), written("phone"), written("introduction"))
    ambiguous = result.ambiguous.map { $0.names[0] }
    unreadableHours = result.unreadableHours.map { "\($0.temple): \($0.text)" }
  }

  private static let shown = 20

  func text(in language: Language) -> String {
    let say = language.say
    var lines = [
      isRehearsal ? say("試匯入，沒有變更任何資料：", "试导入，没有变更任何数据：", "a rehearsal, nothing was changed:") : "",
      say(
        "\(file)：\(places) 個地點，其中 \(matched) 個是這裡的廟；寫入開放時間 \(hours)、電話 \(phones)、介紹 \(introductions)",
        "\(file)：\(places) 个地点，其中 \(matched) 个是这里的庙；写入开放时间 \(hours)、电话 \(phones)、介绍 \(introductions)",
        "\(file): \(places) places, \(matched) are temples here; written: \(hours) opening hours, \(phones) telephones, \(introductions) introductions"
      ),
      say("來源：\(title)", "来源：\(title)", "source: \(title)"),
    ].filter { !$0.isEmpty }
    func list(_ heading: String, _ items: [String]) {
      guard !items.isEmpty else { return }
      lines.append(heading)
      lines += items.prefix(Self.shown).map { "  " + $0 }
      let more = items.count - Self.shown
      if more > 0 {
        lines.append(
          "  " + say("另外 \(more) 筆（--json 全部列出）", "另外 \(more) 条（--json 全部列出）", "and \(more) more (--json lists all)"))
      }
    }
    list(say("這裡已有別的內容，維持原樣：", "这里已有别的内容，维持原样：", "another value stands here, and stays:"), kept)
    list(say("附近有好幾間同名的廟：", "附近有好几间同名的庙：", "several temples nearby have the name:"), ambiguous)
    list(say("看不懂的開放時間：", "看不懂的开放时间：", "opening hours that cannot be read:"), unreadableHours)
    return lines.joined(separator: "\n") + "\n"
  }
}
