import ArgumentParser
import Folklore
import Lunisolar

/// Shows the four pillars of a birth.
///
///     folkcal pillars 1990-05-04T23:30 --at 臺北
struct PillarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pillars",
    abstract: Speech.say("排出出生時刻的四柱（八字）。", "Show the four pillars (八字) of a birth."),
    discussion: Speech.say(
      """
      年柱從立春、月柱從節的時刻起算，全世界同時；日柱與時柱依出生地的時鐘，夏令時間會減去。23:00 到午夜之間，各派的日柱不同，所以兩種都列出。\
      --solar-time 改用出生地的真太陽時。時區請用 --time-zone。
      """,
      """
      The year's pillar begins at 立春 and the month's at its 節, at the same instant everywhere. Day and hour follow the clock of the \
      birthplace; summer time is taken off. From 23:00 to midnight the schools differ in the day's pillar, so both are shown. --solar-time \
      counts by the true solar time of the place. Give its zone with --time-zone.
      """))

  @Argument(
    help: .say(
      "出生的日期與時間：1990-05-04T23:30、\"民國79年5月4日 23:30\"；時鐘撥慢的那一小時要加上 +09:00 這樣的時差。",
      "Date and time of the birth: 1990-05-04T23:30. In the hour that a clock shows twice, add the offset, such as +09:00.",
      valueName: "1990-05-04T23:30"))
  var moment: String

  @Flag(
    name: .customLong("solar-time"),
    help: .say("日柱與時柱依當地的真太陽時。", "Count day and hour by the true solar time of the place."))
  var solarTime = false

  @OptionGroup var viewpoint: ViewpointOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let language = output.language
    let viewpoint = try viewpoint.viewpoint(time, viewpoint.at.map { _ in try data.temples() })
    let reader = try time.reader()
    let (record, remarks) = try Failure.asWrongInput {
      let moment = try ClockMoment(moment, in: viewpoint, reader: reader)
      return (
        try PillarsRecord(of: moment, at: viewpoint, by: solarTime ? .solar : .standard, language: language),
        moment.remarks
      )
    }
    for remark in remarks { StandardError.note(remark.text(in: Speech.language)) }
    if output.json { return try output.printJSON(record) }
    print(record.text(language, isColored: output.useColor), terminator: "")
  }
}

extension PillarsRecord {
  fileprivate func text(_ language: Language, isColored: Bool) -> String {
    var facts = Table()
    for line in lines(in: language) { facts.add(line.name, line.value) }
    var table = Table(
      "", language.say("年", "年", "Year"), language.say("月", "月", "Month"), language.say("日", "日", "Day"),
      language.say("時", "时", "Hour"))
    for row in rows(in: language) {
      table.add(row.name, row.pillars.year, row.pillars.month, row.pillars.day, row.pillars.hour)
    }
    return table.text(isColored: isColored) + "\n" + facts.text(isColored: false) + notes.map { $0 + "\n" }.joined()
  }
}
