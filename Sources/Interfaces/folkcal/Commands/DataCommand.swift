import ArgumentParser
import FolkData
import Folklore
import Foundation

/// Commands for editors of the data.
struct DataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "data",
    abstract: Speech.say("檢查隨附的民俗節日資料。", "Check the folk days that ship with the program."),
    subcommands: [DataCheckCommand.self])
}

/// Lists all faults of a data folder, with file, line and field.
///
///     folkcal data check data
struct DataCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: Speech.say(
      "檢查資料夾：欄位、代號、參照、日期規則，以及正體文字裡的簡體字。",
      "Check a data folder: fields, keys, references, rules, Simplified characters in Traditional text."),
    discussion: Speech.say(
      "有錯誤時，結束代碼是 1。--evidence 需要沒有錯誤的資料。",
      "The status is 1 when there are faults. --evidence needs data without faults."))

  @Argument(help: .say("資料夾；預設是程式讀取的那一個。", "The folder; by default the one that the program reads."))
  var folder: String?

  @Flag(
    help: .say(
      "列出每個日期的依據：廟方、官方、書籍，或只有清單；依據最弱的在前。",
      "List what each date rests on: a temple's word, an office's, a book, or lists only; the weakest first."))
  var evidence = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let folder = try DataOptions.folder(given: folder, by: .argument(of: "folkcal data check"))
    let check = DataCheck(folder: folder)
    if evidence, check.faults.isEmpty {
      try listEvidence(folder)
    } else if output.json {
      try output.printJSON(
        check.faults.map { ["file": $0.file, "line": "\($0.line)", "field": $0.field, "problem": $0.problem] })
    } else {
      for fault in check.faults { print(Speech.say(Speech.chinese(fault), "\(fault)")) }
      StandardError.write(summary(check, of: folder) + "\n")
    }
    guard check.faults.isEmpty else { throw Failure.failed("資料有錯誤", "the data has faults") }
  }

  private func summary(_ check: DataCheck, of folder: String) -> String {
    let words = ["events": "個節日", "deities": "位神明", "groups": "個群組", "sources": "筆來源", "temples": "間廟宇", "gods": "位神煞"]
    let chinese = check.counts.map { "\($0.count) \(words[$0.name] ?? $0.name)" }.joined(separator: "、")
    let english = check.counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    let faults = check.faults.count
    return Speech.say(
      "\(folder)：\(chinese)，\(faults) 個錯誤", "\(folder): \(english), \(faults) fault\(faults == 1 ? "" : "s")")
  }

  private func listEvidence(_ folder: String) throws {
    let language = output.language
    let list = try Evidence.of(CatalogueLoader(folder: folder).load(), language: language)
    if output.json { return try output.printJSON(list) }
    var table = Table(
      language.say("依據", "依据", "Rests on"), language.say("名稱", "名称", "Event"),
      language.say("代號", "代号", "Key"), language.say("日期", "日期", "Rule"), language.say("另說", "另说", "Others"),
      language.say("來源", "来源", "Sources"))
    for evidence in list {
      table.add(
        evidence.kind.name(in: language), evidence.title, evidence.key, evidence.rule,
        evidence.disagreements == 0 ? "" : "\(evidence.disagreements)",
        evidence.sources.joined(separator: language.say("、", "、", ", ")))
    }
    print(table.text(isColored: output.useColor), terminator: "")
    let counts = Source.Kind.allCases.map { kind in
      "\(list.filter { $0.kind == kind }.count) \(kind.name(in: language))"
    }
    StandardError.write(counts.joined(separator: language.say("、", "、", ", ")) + "\n")
  }
}

extension Source.Kind {
  fileprivate func name(in language: Language) -> String {
    switch self {
    case .temple: language.say("廟方", "庙方", "temple")
    case .office: language.say("官方", "官方", "office")
    case .book: language.say("書籍", "书籍", "book")
    case .press: language.say("報導", "报道", "press")
    case .scrape: language.say("轉載", "转载", "copies only")
    case .list: language.say("清單", "清单", "lists only")
    }
  }
}
