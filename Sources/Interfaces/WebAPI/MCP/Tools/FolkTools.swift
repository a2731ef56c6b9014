import JSON

/// Tools for folk days, deities and temples.
enum FolkTools {
  static let all = [upcoming, search, event, deity, need, temples]

  private static let upcoming = MCPTool(
    name: "list_upcoming",
    title: Wording("近期節日", "Coming folk days"),
    summary: Wording(
      "列出接下來的節日與神明聖誕，各有日期與剩餘天數。",
      "Lists the coming folk days and deities' days with dates and days left."),
    example: ["deity": "媽祖", "days": 400], effect: .reads, endpoints: ["listUpcoming"],
    arguments: [
      .date("from", "The first day as people write it: 2026-05-09, 農曆七月初一, 明天; today by default."),
      .parameter("days"), .parameter("type"), .parameter("region"), .parameter("max_weight"),
      .names("group", .group, "Only events of a group"), .parameter("deity"), .parameter("q"), .timeZone, .language,
      .parameter("limit", usual: 20),
    ],
    text: ToolText.upcoming)

  private static let search = MCPTool(
    name: "search",
    title: Wording("搜尋節日與神明", "Search folk days and deities"),
    summary: Wording(
      "用名稱尋找節日、神明與群組，得到代號與下一次的日期。",
      "Finds events, deities and groups by name; gives their keys and next days."),
    example: ["q": "觀音"], effect: .reads, endpoints: ["listCatalogue"],
    arguments: [.parameter("q"), .parameter("kind"), .timeZone, .language, .parameter("limit", usual: 20)],
    text: ToolText.catalogue)

  private static let event = MCPTool(
    name: "get_event",
    title: Wording("查節日", "Look up a folk day"),
    summary: Wording(
      "一個節日的全部資料：日期規則、接下來的日期、由來、拜拜須知與來源。",
      "All about a folk day: its rule, next dates, story, how to worship, and sources."),
    example: ["event": "mazu"], effect: .reads, endpoints: ["getEvent"],
    arguments: [.event("event"), .timeZone, .language],
    text: ToolText.event)

  private static let deity = MCPTool(
    name: "get_deity",
    title: Wording("查神明", "Look up a deity"),
    summary: Wording(
      "一位神明的職掌、別名與所有的日子。", "A deity's role, aliases, and all days of the deity with their next dates."),
    example: ["deity": "關公"], effect: .reads, endpoints: ["getDeity"],
    arguments: [.deity("deity"), .timeZone, .language],
    text: ToolText.deity)

  private static let need = MCPTool(
    name: "whom_to_ask",
    title: Wording("有事拜誰", "Whom to ask for something"),
    summary: Wording(
      "考試、姻緣、開店、搬家……要拜哪位神明、怎麼拜、下一個日子，給地點就有附近的廟宇。",
      "Which deities people ask for exams, marriage, business, moving …, how, and their next days; with a place the nearest temples."
    ),
    example: ["need": "考試拜誰"], effect: .reads, endpoints: ["getNeed"],
    arguments: [
      .need("need"), .placeIfGiven, .timeZone, .language,
    ],
    text: ToolText.need)

  private static let temples = MCPTool(
    name: "find_temples",
    title: Wording("附近的廟宇", "Temples nearby"),
    summary: Wording(
      "列出一個地點附近的廟宇，由近到遠，可依神明、節日與開放時間篩選。",
      "Lists the temples near a place, nearest first, also only those of a deity, of an event, or open now."),
    example: ["place": "臺中市西屯區", "radius": 30, "limit": 3], effect: .reads, endpoints: ["listTemples"],
    arguments: [
      .place, .parameter("radius"), .parameter("deity"), .parameter("deity_match"), .parameter("religion"),
      .parameter("county"), .names("event", .event, "Only temples that keep an event"), .parameter("open_now"),
      .parameter("has_activity"), .language,
      .parameter("limit", usual: 10),
    ],
    text: ToolText.temples)
}
