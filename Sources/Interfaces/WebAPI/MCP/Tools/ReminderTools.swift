import JSON

/// Tools for reminders, and for what a user follows.
enum ReminderTools {
  static let all = [preview, ownPreview, followed, follow, unfollow]

  private static let preview = MCPTool(
    name: "preview_reminders",
    title: Wording("預覽提醒", "Preview reminders"),
    summary: Wording(
      "預覽追蹤某些日子會收到的提醒；不需要帳號，也不寫入任何資料。",
      "Shows the reminders that somebody who follows these days would get. It needs no account and writes nothing."),
    example: ["events": "mazu", "advance_days": 1, "days": 400], effect: .reads, endpoints: ["previewNotifications"],
    arguments: [
      .names("events", .event, "The days of these events", isList: true),
      .names("deities", .deity, "The days of these deities", isList: true),
      .names("groups", .group, "The days of these groups", isList: true), .parameter("newmoon"), .parameter("fullmoon"),
      .parameter("advance_days"), .parameter("notify_time"), .parameter("quiet"), .parameter("early"),
      .parameter("day_of"), .parameter("prepare_days"), .parameter("days"), .timeZone, .language,
      .parameter("limit", usual: 20),
    ],
    text: ToolText.reminders)

  private static let ownPreview = MCPTool(
    name: "preview_my_reminders",
    title: Wording("我接下來的提醒", "My next reminders"),
    summary: Wording(
      "列出使用者接下來會收到的提醒，依使用者的設定與追蹤的日子。",
      "Lists the user's next reminders as they will read, by the user's settings and what the user follows."),
    example: ["limit": 5], effect: .reads, endpoints: ["previewReminders"],
    arguments: [.language, .parameter("limit")],
    text: ToolText.reminders)

  private static let followed = MCPTool(
    name: "list_followed",
    title: Wording("我追蹤的日子", "What I follow"),
    summary: Wording(
      "列出使用者會收到提醒的每個日子，以及原因與下一次的日期。",
      "Lists every day that the user is reminded of, with the reasons and the next date."),
    example: ["lang": "zh-Hant"], effect: .reads, endpoints: ["listFollowing"], arguments: [.language],
    text: ToolText.followed)

  private static let follow = MCPTool(
    name: "follow",
    title: Wording("追蹤節日或群組", "Follow a folk day or a group"),
    summary: Wording(
      "讓使用者收到一個節日或一個群組的提醒；回答目前追蹤的節日或群組。",
      "Reminds the user of an event, or of the events of a group; answers with the events or the groups that are followed."
    ),
    example: ["event": "mazu"], effect: .sets, endpoints: subscriptions,
    arguments: [subject("event", isFollowed: true), subject("group", isFollowed: true)], check: isOne,
    text: ToolText.subscriptions)

  private static let unfollow = MCPTool(
    name: "unfollow",
    title: Wording("取消追蹤", "Stop following"),
    summary: Wording(
      "不再提醒一個節日（即使群組裡有它）或一個群組。",
      "Ends the reminders of an event, even if a followed group has it, or those of a group."),
    example: ["event": "媽祖聖誕"], effect: .removes, endpoints: subscriptions,
    arguments: [subject("event", isFollowed: false), subject("group", isFollowed: false)], check: isOne,
    text: ToolText.subscriptions)

  private static let subscriptions = ["changeEventSubscriptions", "changeGroupSubscriptions"]

  /// The event or group, which also chooses the endpoint.
  private static func subject(_ kind: String, isFollowed: Bool) -> ToolArgument {
    let named: ToolArgument.NamedKind = kind == "event" ? .event : .group
    return .typed(kind, "The \(kind): \(named.hint). Give either event or group.") { text, request, context in
      let key = try context.key(text, named, kind)
      request.endpoint = subscriptions[kind == "event" ? 0 : 1]
      // A number stands in another member.
      let member = Int(key).map { JSON.Member(kind + "_id", .integer($0)) } ?? JSON.Member(kind, .text(key))
      request.body.append(
        JSON.Member("subscriptions", [.object([member, JSON.Member("enabled", .flag(isFollowed))])]))
    }
  }

  @Sendable private static func isOne(_ request: ToolRequest) throws {
    guard request.body.count == 1 else {
      throw Problem.field(
        "event", request.body.isEmpty ? .missingValue : .conflictingValues, "請寫 event 或 group 其中一個",
        "give either event or group")
    }
  }
}
