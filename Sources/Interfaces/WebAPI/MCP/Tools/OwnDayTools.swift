import Folklore
import JSON
import Lunisolar

/// Tools for a user's own days: birthdays, memorial days.
enum OwnDayTools {
  static let all = [list, add, remove]

  private static let list = MCPTool(
    name: "list_own_days",
    title: Wording("我的日子", "My own days"),
    summary: Wording("列出使用者自己的日子，例如生日與忌日。", "Lists the user's own days, such as birthdays and memorial days."),
    example: ["limit": 20], effect: .reads, endpoints: ["listOwnEvents"],
    arguments: [.timeZone, .language, .parameter("limit", usual: 50)],
    text: ToolText.ownDays)

  private static let add = MCPTool(
    name: "add_own_day",
    title: Wording("新增自己的日子", "Add a day of one's own"),
    summary: Wording(
      "新增每年的一天，農曆或國曆，例如阿嬤的農曆生日；之後會提醒。",
      "Adds a yearly day by the lunar or the solar calendar, such as a lunar birthday; the user is reminded of it."),
    example: ["title": "阿嬤生日", "date": "農曆三月廿三", "observance": "birthday"], effect: .adds,
    endpoints: ["addOwnEvent"],
    arguments: [
      .member("title", "What the day is called: 阿嬤生日.", isRequired: true), date,
      .member("rule", "The day as a rule, instead of date: lunar 3/23, solar 5/sun#2, term 冬至."),
      .member("observance", "What is kept: birthday, memorial or another word of the list."),
      .member(
        "advance_days", "Days before the day on which the main reminder comes; by default those of the settings."),
      .member("note", "Anything else about the day."),
    ], check: hasOneRule,
    text: ToolText.ownDay)

  private static let remove = MCPTool(
    name: "remove_own_day",
    title: Wording("刪除自己的日子", "Remove a day of one's own"),
    summary: Wording(
      "刪除使用者自己的一個日子與它的提醒；編號見 list_own_days。",
      "Removes a day of the user's own with its reminders; list_own_days gives the id."),
    example: ["id": 1_000_001], effect: .removes, endpoints: ["deleteOwnEvent"], arguments: [id],
    text: { $0.language.say("已刪除。", "已删除。", "Removed.") })

  private static let id = ToolArgument(
    name: "id", schema: ["type": "integer", "minimum": 1, "description": "The number of the day."], isRequired: true
  ) { value, request, _ in
    guard let number = value.integer ?? value.text.flatMap({ Int($0) }), number > 0 else {
      throw Problem.field("id", .invalidValue, "必須是日子的編號", "must be the number of a day")
    }
    request.path.append("\(number)")
  }

  /// The day of every year that a typed date is, as a rule. With a year the day begins in it.
  private static let date = ToolArgument.typed(
    "date", "The day as people write it, lunar or solar: 農曆三月廿三, 農曆1941年閏六月十五, 1985-08-08, 民國40年10月5日; or give rule."
  ) { text, request, context in
    let rule: String
    do throws(DateReadingError) {
      switch try context.reader.read(text).date {
      case .solar(let date): rule = "solar \(date.month)/\(date.day) from=\(date.year)"
      case .lunar(let year, let month, let isLeap, let day):
        // Who was born in a leap month keeps the day in the leap month where there is one, else in the usual month.
        rule = "lunar \(month)/\(day)" + (isLeap ? " leap=leap" : "") + (year.map { " from=\($0)" } ?? "")
      }
    } catch {
      throw Problem.unreadable(error, "date")
    }
    request.body.append(JSON.Member("rule", .text(rule)))
  }

  @Sendable private static func hasOneRule(_ request: ToolRequest) throws {
    let count = request.body.count { $0.name == "rule" }
    guard count == 1 else {
      throw Problem.field(
        "date", count == 0 ? .missingValue : .conflictingValues, "請寫 date 或 rule 其中一個", "give either date or rule")
    }
  }
}
