import ArgumentParser
import FolkData
import Folklore
import Lunisolar

/// Shows the coming folk days.
///
///     folkcal upcoming --days 60 --kind deity
struct UpcomingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upcoming",
    abstract: Speech.say("列出近期的節慶與神明聖誕。", "List the coming festivals and deities' days."),
    discussion: Speech.say(
      "倒數從 --from 起算，預設為今天。--days 1 只列那一天。", "Countdowns start at --from, by default today. --days 1 is that one day."))

  @Option(help: .say("第一天，例如 2026-11-21、115/11/21、明天。", "The first day.", valueName: "2026-11-21"))
  var from: String?

  @Option(
    parsing: .unconditional,
    help: .say("天數，1 到 3660；預設為 60。", "How many days, 1 to 3660; 60 by default."))
  var days: Int?

  @Option(help: .say("最後一天，取代 --days。", "The last day, instead of --days.", valueName: "2026-12-31"))
  var until: String?

  @Flag(
    name: .customLong("with-disagreements"),
    help: .say("列出節日的其他說法與來源。", "Show other dates for an event with their sources."))
  var withDisagreements = false

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let range = try range()
    let catalogue = try data.catalogue()
    let events = try selection.events(
      of: catalogue, maxWeight: list.maxWeight(json: output.json, isNamed: selection.isNamed))
    let language = output.language
    // The table has one line for a bundle of events; JSON has a record for each event, with the key of its bundle.
    let records = try Failure.asWrongInput {
      let bundles = output.json ? .none : try EventBundles(events, of: catalogue.events, in: range)
      return try UpcomingRecord.records(
        of: events, bundles: bundles, in: range, language: language, withDisagreements: withDisagreements)
    }
    if output.json { return try output.printJSON(records) }
    var table = Table(
      language.say("國曆", "国历", "Solar"), language.say("農曆", "农历", "Lunar"), language.say("倒數", "倒数", "In"),
      language.say("名稱", "名称", "Event"), language.say("代號", "代号", "Key"))
    for record in records {
      table.add(
        record.solarDate.dayText(language) + (record.lastDate > record.solarDate ? " – \(record.lastDate)" : ""),
        record.lunar.text(in: language), Self.countdown(record.countdownDays, language), record.title, record.key)
      for other in record.disagreements ?? [] {
        table.add("", "", "", language.say("另說 ", "另说 ", "others: ") + other.rule, other.note ?? "")
      }
    }
    // Days not yet announced have no date and come last.
    let awaited = events.filter { $0.isEnabled && $0.rule.awaitsAnnouncement(from: range.lowerBound) }
    guard !records.isEmpty || !awaited.isEmpty else { return noteNothing(events, range) }
    for event in awaited {
      table.add(language.say("尚未公布", "尚未公布", "not yet announced"), "", "", event.title.text(in: language), event.key)
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }

  /// Says why the list is empty: no such events, or none in these days.
  private func noteNothing(_ events: [Event], _ range: ClosedRange<SolarDate>) {
    let first = range.lowerBound
    let days = first.distance(to: range.upperBound) + 1
    guard !events.isEmpty else { return StandardError.note("沒有符合的節日", "no such event") }
    StandardError.note(
      "\(first) 起的 \(days) 天內沒有符合的節日" + (days < 400 ? "；可用 --days 400" : ""),
      "no such event within \(days) days from \(first)" + (days < 400 ? "; try --days 400" : ""))
  }

  /// The range of days of the options.
  private func range() throws -> ClosedRange<SolarDate> {
    let first = try from.map { try time.day($0) } ?? time.today()
    guard let until else {
      let days = days ?? 60
      guard (1...3_660).contains(days) else { throw Failure.outOfRange("--days", "\(days)", "1", "3660") }
      return first...first.advanced(by: days - 1)
    }
    guard days == nil else {
      throw Failure.wrongInput(
        "--days 與 --until 意思相同：請只寫一個", "--days and --until say the same: give one of them")
    }
    let last = try time.day(until)
    guard last >= first else {
      throw Failure.wrongInput(
        "--until \(last) 早於第一天 \(first)", "--until \(last) is before the first day, \(first)")
    }
    guard (0..<3_660).contains(first.distance(to: last)) else {
      throw Failure.wrongInput(
        "--until \(last) 不在 \(first) 起的 3660 天之內", "--until \(last) is not within 3660 days from \(first)")
    }
    return first...last
  }

  static func countdown(_ days: Int, _ language: Language) -> String {
    switch days {
    case 0: language.say("今天", "今天", "today")
    case 1: language.say("明天", "明天", "tomorrow")
    default: language.say("\(days) 天後", "\(days) 天后", "\(days) days")
    }
  }
}

extension UpcomingRecord.Lunar {
  /// Month and day as text.
  func text(in language: Language) -> String {
    let name = LunarDate.monthName(month, isLeap: false) + LunarDate.dayName(day)
    return language.say(
      (isLeap ? "閏" : "") + name, (isLeap ? "闰" : "") + name, "\(isLeap ? "leap " : "")\(month)/\(day)")
  }
}

extension SolarDate {
  /// The day with its day of the week: `2025-04-17 (四)`, `2025-04-17 (Thu)`.
  func dayText(_ language: Language) -> String {
    language == .english
      ? "\(self) (\(weekday.name(in: .english).prefix(3)))" : "\(self)（\(weekday.chineseName)）"
  }
}
