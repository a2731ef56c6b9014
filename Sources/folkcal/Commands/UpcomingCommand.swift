public import ArgumentParser
import FolkData
public import Folklore
import Lunisolar

/// The coming folk days.
///
///     folkcal upcoming --days 60 --kind deity
struct UpcomingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upcoming", abstract: "List the coming festivals and deities' days.",
    discussion: "The countdown counts from --from, which is today unless told. --days 1 is that one day.")

  @Option(help: ArgumentHelp("The first day.", valueName: "2026-11-21"))
  var from: String?

  @Option(parsing: .unconditional, help: "How many days, 1 to 3660.")
  var days = 60

  @Option(help: "Only events of a type: festival, deity or custom.")
  var kind: Event.Kind?

  @Option(help: ArgumentHelp("Only events of a group.", valueName: "key"))
  var group: String?

  @Option(help: ArgumentHelp("Only events whose name, alias, deity or key has this in it.", valueName: "媽祖"))
  var search: String?

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard (1...3_660).contains(days) else { throw Failure.wrongInput("--days \(days) is not between 1 and 3660") }
    let first = try Failure.asWrongInput { try from.map { try SolarDate(iso: $0) } } ?? time.today()
    let catalogue = try data.catalogue()
    let events = try selected(from: catalogue)
    let records = try Failure.asWrongInput {
      try UpcomingRecord.records(of: events, in: first...first.advanced(by: days - 1), language: output.language)
    }
    if output.json { return try output.printJSON(records) }
    let language = output.language
    var table = Table(
      language.say("國曆", "国历", "Solar"), language.say("農曆", "农历", "Lunar"), language.say("倒數", "倒数", "In"),
      language.say("名稱", "名称", "Event"), language.say("代號", "代号", "Key"))
    for record in records {
      table.add(
        record.solarDate.description + (record.lastDate > record.solarDate ? " – \(record.lastDate)" : ""),
        record.lunar.text(in: language), Self.countdown(record.countdownDays, language), record.title, record.key)
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }

  private func selected(from catalogue: Catalogue) throws -> [Event] {
    var events = catalogue.events
    if let kind { events = events.filter { $0.kind == kind } }
    if let group {
      guard let group = catalogue.group(group) else {
        throw Failure.notFound(
          "group \"\(group)\" does not exist; groups are \(catalogue.groups.map(\.key).joined(separator: ", "))")
      }
      let keys = Set(group.eventKeys)
      events = events.filter { keys.contains($0.key) }
    }
    if let search { events = catalogue.events(events, matching: search) }
    return events
  }

  private static func countdown(_ days: Int, _ language: Language) -> String {
    switch days {
    case 0: language.say("今天", "今天", "today")
    case 1: language.say("明天", "明天", "tomorrow")
    default: language.say("\(days) 天後", "\(days) 天后", "\(days) days")
    }
  }
}

extension Event.Kind: ExpressibleByArgument {}

extension UpcomingRecord.Lunar {
  /// Month and day for people.
  fileprivate func text(in language: Language) -> String {
    let name = LunarDate.monthName(month, isLeap: false) + LunarDate.dayName(day)
    return language.say(
      (isLeap ? "閏" : "") + name, (isLeap ? "闰" : "") + name, "\(isLeap ? "leap " : "")\(month)/\(day)")
  }
}
