public import Folklore
internal import Store
public import Temples

/// What an import did, as command line and page tell it: a sentence, and lists of what was left as it was.
public struct ImportSummary: Sendable {
  public let sentence: String
  /// Without empty ones.
  public let lists: [List]

  public struct List: Sendable {
    public let title: String
    public let items: [String]
  }

  init(_ sentence: String, _ lists: [(title: String, items: [String])]) {
    self.sentence = sentence
    self.lists = lists.filter { !$0.items.isEmpty }.map { List(title: $0.title, items: $0.items) }
  }
}

extension RitesImport.Result {
  /// - Parameter count: the number of rites in the file.
  public func summary(of count: Int, in language: Language) -> ImportSummary {
    let say = language.say
    return ImportSummary(
      say(
        "慶典 \(count) 筆；新增 \(report.added)、變更 \(report.changed)、移除 \(report.removed)、不變 \(report.unchanged)、與一般的日子相同 \(general)",
        "庆典 \(count) 条；新增 \(report.added)、变更 \(report.changed)、移除 \(report.removed)、不变 \(report.unchanged)、与一般的日子相同 \(general)",
        "\(count) rites; \(report.added) added, \(report.changed) changed, \(report.removed) removed, \(report.unchanged) unchanged, \(general) are the general day"
      ),
      [
        (say("在這裡編輯過，維持原樣：", "在这里编辑过，维持原样：", "edited here, and left so:"), report.kept),
        (
          say("有好幾天，取第一天：", "有好几天，取第一天：", "of several days, the first was taken:"),
          firstOfSeveral.map { "\($0.place.text): \($0.temple): \($0.title): \($0.written)" }
        ),
        (
          say("沒有收 \(leftOut.count) 筆：", "没有收 \(leftOut.count) 条：", "\(leftOut.count) left out:"),
          leftOut.map { rite, problem in
            "\(rite.place.text) \(rite.temple) \(rite.title)\(say("：", "：", ": "))\(problem.message(in: language))"
          }
        ),
      ])
  }
}

extension FactsImport.Result {
  /// - Parameters:
  ///   - count: the number of places in the file.
  ///   - source: what the file is.
  public func summary(of count: Int, from source: FactsSource, in language: Language) -> ImportSummary {
    let say = language.say
    let (hours, phones, introductions) = (written("open_time"), written("phone"), written("introduction"))
    return ImportSummary(
      say(
        "\(count) 個地點，其中 \(matched) 個是這裡的廟；寫入開放時間 \(hours)、電話 \(phones)、介紹 \(introductions)。來源：\(source.title)",
        "\(count) 个地点，其中 \(matched) 个是这里的庙；写入开放时间 \(hours)、电话 \(phones)、介绍 \(introductions)。来源：\(source.title)",
        "\(count) places, \(matched) are temples here; written: \(hours) opening hours, \(phones) telephones, \(introductions) introductions; source: \(source.title)"
      ),
      [
        (say("這裡已有別的內容，維持原樣：", "这里已有别的内容，维持原样：", "another value stands here, and stays:"), report.kept),
        (
          say("附近有好幾間同名的廟：", "附近有好几间同名的庙：", "several temples nearby have the name:"),
          ambiguous.map { $0.names[0] }
        ),
        (
          say("看不懂的開放時間：", "看不懂的开放时间：", "opening hours that cannot be read:"),
          unreadableHours.map { "\($0.temple): \($0.text)" }
        ),
      ])
  }

  /// How many values of a field were written.
  public func written(_ field: String) -> Int { report.written[field] ?? 0 }
}

extension RegisterPlace {
  /// The line, or the place in a GeoJSON: `12`, `[3]`.
  public var text: String {
    switch self {
    case .line(let line): "\(line)"
    case .feature(let index): "[\(index)]"
    case .file: ""
    }
  }
}
