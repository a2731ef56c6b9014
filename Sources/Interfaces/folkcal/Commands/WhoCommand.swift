import ArgumentParser
import FolkData
import Folklore
import Lunisolar
import Nearby

/// Shows whom people ask for something, how, and when.
///
///     folkcal who 考試
///     folkcal who 搬家要拜誰 --at 鹿港
struct WhoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "who",
    abstract: Speech.say(
      "列出有事可以拜誰：神明、供品、下一個日子。", "List the deities that people ask for something, with offerings and next days."),
    discussion: Speech.say(
      "沒有寫事情時列出全部。拜神是祈求與安心，不能代替醫師、律師與理財的意見。",
      "Without a need all needs are listed. Worship does not replace a doctor, a lawyer or financial advice."))

  @Argument(
    help: .say("要問的事：考試、姻緣、搬家，或一句話：考試拜誰。", "What for: 考試, exams, or a sentence.", valueName: Speech.say("事情", "need")))
  var words: [String] = []

  @Option(
    help: .say(
      "也列出這個地點附近的廟宇：座標、鄉鎮市區、地址、地圖網址或廟宇。", "Also the nearest temples of each deity: a place as near takes it.",
      valueName: "place"))
  var at: String?

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let language = output.language
    let given = try data.temples()
    let directory = TempleDirectory(
      temples: given.temples, activities: given.activities, events: given.catalogue.events)
    let moment = LocalMoment(instant: try time.instant(), clock: try time.clock())
    let wanted = words.joined(separator: " ")
    let needs = wanted.isEmpty ? Need.allCases : [try Need.typed(wanted)]
    let start = try at.map { try StartingPlace([$0], address: nil).found(in: directory).coordinate }
    let records = try Failure.asWrongInput {
      try needs.map {
        try NeedRecord($0, given.catalogue, directory, near: start, at: moment, language: language)
      }
    }
    if output.json { return try output.printJSON(records) }
    if wanted.isEmpty { return printAll(records) }
    for record in records { printOne(record) }
  }

  private func printAll(_ records: [NeedRecord]) {
    let language = output.language
    var table = Table(language.say("事情", "事情", "For"), language.say("可以拜", "可以拜", "Whom to ask"))
    for record in records {
      table.add(record.name, record.deities.map(\.name).joined(separator: language.say("、", "、", ", ")))
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }

  private func printOne(_ record: NeedRecord) {
    let language = output.language
    let ends = language.say("：", "：", ": ")
    print(language.say("\(record.name)，可以拜：", "\(record.name)，可以拜：", "For \(record.name), people ask:"))
    for deity in record.deities {
      print("\n● \(deity.name)" + (deity.role.map { language.say("（\($0)）", "（\($0)）", " (\($0))") } ?? ""))
      if let next = deity.next {
        print(
          "  " + language.say("下一個日子", "下一个日子", "Next day") + ends
            + "\(next.solarDate.dayText(language)) \(next.title)（\(next.lunar.text(in: language))）")
      }
      if let offerings = deity.offerings { print("  " + WorshipLine.offeringsLine(offerings, in: language)) }
      for line in deity.worshipGuide where line.part == .step { print("  · " + line.text) }
      for temple in deity.temples {
        let place = [temple.address].compactMap(\.self).joined()
        print("  → \(temple.name) \(NearCommand.distance(temple.distanceKilometers, language)) \(place)")
      }
    }
  }
}

extension Need {
  /// The need that somebody typed.
  ///
  /// - Throws: `Failure` with all needs if it is none.
  static func typed(_ text: String) throws -> Need {
    if let need = Need(meantBy: text) { return need }
    let all = allCases.map { $0.name(in: .traditionalChinese) }
    let english = allCases.map(\.rawValue)
    throw Failure.notFound(
      "不知道「\(text)」要拜誰；可以問\(all.joined(separator: "、"))",
      "\"\(text)\" is no need that is known; there are \(english.joined(separator: ", "))")
  }
}
