import ArgumentParser
import Folklore
import Lunisolar

/// Shows the eclipses of some years, and what a place sees of them.
///
///     folkcal eclipses --from 2026 --until 2040 --at 臺北
struct EclipsesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eclipses",
    abstract: Speech.say("列出日食與月食，以及一個地點看到的情形。", "List the eclipses of sun and moon, and what a place sees of them."),
    discussion: Speech.say(
      """
      1900 到 2100 年，時刻與 JPL 的 DE440 相差不到 3 秒。時刻以 --time-zone 的時區表示。看太陽一定要用合格的日食眼鏡或濾鏡。
      """,
      """
      1900-2100, within 3 s of JPL's DE440, in the zone of --time-zone. Eyes need a filter made for eclipses to look at the sun.
      """))

  @Option(
    help: .say("第一年，1900 到 2100；預設是今年。", "The first year, 1900 to 2100; this year by default.", valueName: "year"))
  var from: String?

  @Option(help: .say("最後一年；預設是第一年之後第 4 年。", "The last year; four years after the first by default.", valueName: "year"))
  var until: String?

  @Flag(help: .say("只列出這個地點看得到的。", "Only those that the place sees."))
  var visible = false

  @OptionGroup var viewpoint: ViewpointOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let language = output.language
    let first = try from.map(time.year) ?? time.today().year
    let last = try until.map(time.year) ?? max(first, min(first + 4, 2_100))
    guard first <= last else {
      throw Failure.wrongInput(
        "--until \(last) 在 --from \(first) 之前：請把較早的年份寫在 --from",
        "--until \(last) is before --from \(first): give the earlier year first")
    }
    let viewpoint = try viewpoint.viewpoint(time, viewpoint.at.map { _ in try data.temples() })
    let records = try Failure.asWrongInput {
      try EclipseRecord.records(in: first...last, at: viewpoint, language: language)
    }.filter { !visible || $0.isVisible }
    if output.json { return try output.printJSON(records) }
    print(viewpoint.text(in: language))
    // Blank lines around those with contacts.
    var wasLong = false
    for record in records {
      let isLong = !record.lines(in: language).isEmpty
      if isLong || wasLong { print("") }
      print(record.text(language), terminator: "")
      wasLong = isLong
    }
    if records.isEmpty { print(language.say("沒有", "没有", "none")) }
  }
}

extension EclipseRecord {
  /// A line for the eclipse, and of one that is seen its contacts.
  func text(_ language: Language) -> String {
    var table = Table()
    for line in lines(in: language) { table.add("  " + line.name, line.value) }
    return "\(date)  \(title(in: language))  \(visibility(in: language))\n" + table.text(isColored: false)
  }
}
