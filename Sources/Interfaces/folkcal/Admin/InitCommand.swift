import ArgumentParser
import JSON
import Records
import Store

/// Creates the database and loads the shipped data.
///
///     folkcal init
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: Speech.say(
      "建立資料庫並載入節日與廟宇；可重複執行。", "Make the database and load the folk days and temples into it; safe to run again."),
    discussion: Speech.say(
      """
      更新後再執行一次，會加入新的資料，並變更只有隨附資料改過的部分。您編輯過或移除的資料維持原樣，並會列出。
      """,
      """
      Run again after an update, it adds what is new and changes what only the data has changed. What an operator edited or removed stays \
      as it is, and is named.
      """))

  @Flag(help: .say("建立空的資料庫，不載入資料。", "Make an empty database: nothing is loaded."))
  var empty = false

  @Option(
    help: ArgumentHelp.say(
      "內含 events.yaml 的資料夾；預設為隨附的資料。", "The folder with events.yaml; by default the shipped one.", valueName: "folder"))
  var data: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let shipped = empty ? nil : try ShippedData(folder: data)
    let store = try OpenStores.create(author.store.url)
    let reports = try shipped?.load(into: store, author.change(time)) ?? []
    if output.json { return try output.printJSON(reports.map(LoadRecord.init)) }
    print("\(store.place)")
    for report in reports { print(report.text, terminator: "") }
  }

  /// The changes of one kind of record, as JSON.
  private struct LoadRecord: Encodable {
    let entity: String
    let added: [String]
    let updated: [String]
    let removedHere: [String]
    let leftOut: [String]
    let gone: [String]
    let kept: [String]
    let unreadable: [String]
    let unchanged: Int

    init(_ report: DataLoadReport) {
      entity = report.entity.rawValue
      added = report.added
      updated = report.updated
      removedHere = report.removedHere
      leftOut = report.leftOut
      gone = report.gone
      kept = report.kept.map { "\($0.key).\($0.field)" }
      unreadable = report.unreadable.map(\.key)
      unchanged = report.unchanged
    }

    enum CodingKeys: String, CodingKey {
      case entity, added, updated, gone, kept, unreadable, unchanged
      case removedHere = "removed_here"
      case leftOut = "left_out"
    }
  }
}

extension DataLoadReport {
  /// The changes as text: the counts, then notes on single records.
  fileprivate var text: String {
    var lines = [
      Speech.say(
        "\(entity.chinese)：新增 \(added.count) \(entity.chineseUnit)，變更 \(updated.count) \(entity.chineseUnit)，未變 \(unchanged) \(entity.chineseUnit)",
        "\(entity.plural): \(added.count) added, \(updated.count) updated, \(unchanged) unchanged")
    ]
    for kept in kept {
      lines.append(
        Speech.say(
          "  \(kept.key)：\(kept.field) 已在這裡編輯過，維持原樣；隨附資料現為 \(kept.offered.json())",
          "  \(kept.key): \(kept.field) was edited here and stays; the data now says \(kept.offered.json())"))
    }
    for record in unreadable {
      lines.append(
        Speech.say(
          "  \(record.key)：無法讀取，維持原樣：\(record.field)：\(record.problem)",
          "  \(record.key): cannot be read and stays as it is: \(record.field): \(record.problem)"))
    }
    func add(_ keys: [String], _ chinese: String, _ english: String) {
      guard !keys.isEmpty else { return }
      lines.append(
        Speech.say(
          "  \(chinese)：\(keys.joined(separator: "、"))", "  \(english): \(keys.joined(separator: ", "))"))
    }
    add(removedHere, "已在這裡移除，不再載入", "removed here, not loaded again")
    add(leftOut, "略過，因為相關資料已在這裡移除", "left out, because their records were removed here")
    add(gone, "隨附資料已不再列出，予以保留", "no longer in the data, kept")
    return lines.joined(separator: "\n") + "\n"
  }
}
