import JSON

/// Tools for dates.
enum CalendarTools {
  static let all = [convert, day]

  private static let convert = MCPTool(
    name: "convert_date",
    title: Wording("換算日期", "Convert a date"),
    summary: Wording(
      "把國曆或農曆的日期換算成兩種曆法，附干支、生肖與節氣。",
      "Gives a date of either calendar in both, with the year's stem-branch, its animal and the solar term."),
    example: ["date": "農曆三月廿三"], effect: .reads, endpoints: ["convertDate"],
    arguments: [.parameter("date"), .parameter("calendar"), .timeZone, .language],
    text: ToolText.conversion)

  private static let day = MCPTool(
    name: "get_day",
    title: Wording("查一天", "Look up a day"),
    summary: Wording(
      "一天的全部資料：兩種曆法、節氣、月相、黃曆、民俗節日與臺灣的放假日。",
      "All about a day: both calendars, solar term, moon, almanac, folk days, and whether it is a day off in Taiwan."),
    example: ["date": "114/4/20"], effect: .reads, endpoints: ["getDay"],
    arguments: [
      .date("date", "The day as people write it: 2026-05-09, 115/5/9, 農曆三月廿三, 今天, 下週三.", isInPath: true),
      .parameter("calendar"), .parameter("region"), .parameter("max_weight"), .language,
    ],
    text: ToolText.day)
}
