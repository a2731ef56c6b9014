import ArgumentParser
import FolkData
import Folklore
import Lunisolar

/// Shows the days off of a year in Taiwan.
///
///     folkcal days-off 2027
struct DaysOffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "days-off",
    abstract: Speech.say(
      "列出臺灣一年的放假日：國定假日、補假與公告的調整。", "List the days off of a year in Taiwan: holidays, days in lieu, what was announced."),
    discussion: Speech.say(
      """
      依政府行政機關辦公日曆表，資料在資料夾的 days-off.yaml。尚未公布的年份只依法推算，並加以標示。一般週末只計天數，不列出。
      """,
      """
      The days are those of the government's office calendar (政府行政機關辦公日曆表), out of days-off.yaml of the data folder. A year that is not \
      announced yet follows from the law alone, and is marked. Plain weekends are counted, not listed.
      """))

  @Argument(
    help: .say("年份：2027、民國116年、明年；預設為今年。", "The year; this year unless told.", valueName: "year"))
  var given: String?

  @Option(
    help: .say("讀取這個資料夾；預設是隨附的資料夾。", "Read this data folder; the shipped one is found by itself.", valueName: "folder"))
  var data: String?

  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let year = try given.map(time.year) ?? time.today().year
    let folder = try DataOptions.folder(given: data)
    let daysOff = try Failure.asWrongInput { try DaysOffLoader(folder: folder).load() }
    let language = output.language
    guard let record = DaysOffRecord(year, of: daysOff, language: language) else {
      let known =
        daysOff.years.map { "those of \($0.lowerBound) to \($0.upperBound) are" } ?? "there is no days-off.yaml"
      let chinese = daysOff.years.map { "只有 \($0.lowerBound) 到 \($0.upperBound) 年" } ?? "找不到 days-off.yaml"
      throw Failure.notFound("沒有 \(year) 年的放假日：\(chinese)", "the days off of \(year) are not known: \(known)")
    }
    if output.json { return try output.printJSON(record) }
    let count = record.dayOffCount
    print(
      language.say(
        "\(year) 年（民國 \(year - 1_911) 年）：含週末共放假 \(count) 日", "\(year) 年：含周末共放假 \(count) 日",
        "\(year): \(count) days off, weekends included"))
    if !record.isAnnounced { print(language.say("尚未公布，依法推算", "尚未公布，依法推算", "not yet announced: by the law alone")) }
    if let document = record.document { print(document) }
    var table = Table()
    for day in record.days {
      let weekday = day.solarDate.weekday
      let name = language == .english ? String(weekday.name(in: .english).prefix(3)) : "（\(weekday.chineseName)）"
      table.add(day.solarDate.description, name, day.name)
    }
    print(table.text(isColored: false), terminator: "")
  }
}
