import ArgumentParser
import Folklore
import Foundation
import Logging
import Records
import Reminders
import Store
import WebAPI

/// Serves the tools of an assistant over standard input and output.
///
///     folkcal mcp --user mei@example.org
struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: Speech.say(
      "讓 AI 助理使用農曆民俗的工具（Model Context Protocol）。",
      "Give an assistant the tools of the folk calendar (Model Context Protocol)."),
    discussion: Speech.say(
      """
      由助理的程式啟動：從標準輸入讀取訊息、寫到標準輸出，一行一則 JSON；說明寫到標準錯誤。支援協定版本 2026-07-28、2025-11-25、2025-06-18 與 2025-03-26。

      工具可以換算日期、查一天、列出近期節日、搜尋、查節日與神明、尋找附近的廟宇、預覽提醒。指定 --user 時，也能看這位使用者的提醒、追蹤與取消追蹤、\
      列出、新增與刪除自己的日子。沒有資料庫時，使用隨附的資料。

      folkcal serve 在 POST /mcp 提供相同的工具；那裡用權杖辨認使用者。
      """,
      """
      An assistant's program starts it: messages are read from standard input and answered on standard output, a line of JSON each; notes \
      go to standard error. It speaks the revisions 2026-07-28, 2025-11-25, 2025-06-18 and 2025-03-26 of the \
      protocol.

      The tools convert dates, tell about a day, list coming folk days, search, tell about folk days and deities, find temples nearby and \
      preview reminders. With --user they also list this user's reminders, follow and stop following, and list, add and remove the user's own \
      days. Without a database they read the shipped data.

      folkcal serve has the same tools at POST /mcp, where a token tells who the user is.
      """))

  @Option(
    help: .say(
      "助理代表的使用者：UUID、電子郵件地址，或 u42 這樣的編號；不指定時，只能讀取公開資料。",
      "Whom the assistant works for: UUID, mail address, or number such as u42; without it the tools only read public data."
    ))
  var user: String?

  @Option(
    help: .say(
      "語言：zh-Hant（正體中文）、zh-Hans（簡體中文）或 en（英文）；預設是使用者的語言，沒有時依 LC_ALL 與 LANG。",
      "The language: zh-Hant, zh-Hans or en; by default the user's, else from LC_ALL and LANG."))
  var lang: Language?

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let clock = try DeliveryClock.believing(time)
    let templates = try data.templates()
    let daysOff = try data.daysOff()
    let xieji = try data.xieji()
    let change = Change(actor: AuthorOptions.name(), at: Int(clock.now()), today: try time.today())
    let database = try AssistantDatabase(data, change)
    defer { database.close() }
    let person = try user.map { try Self.person($0, database) }
    let service = try Failure.asWrongInput {
      try APIService(
        store: database.store, configuration: try configuration(),
        // Signs nothing: nobody signs in here.
        secret: (0..<32).map { _ in UInt8.random(in: .min ... .max) }, google: nil, templates: templates,
        daysOff: daysOff, xieji: xieji, version: Folkcal.version,
        logger: Logger(label: "folkcal") { JSONLogHandler(label: $0, level: .warning) }, clock: clock.now)
    }
    let language = lang ?? (person == nil ? Speech.ofLocale : nil)
    try Self.answerLines(
      MCPLineServer(service, user: person.map { ($0.id, $0.uuid) }, language: language))
  }

  private static func person(_ name: String, _ database: AssistantDatabase) throws -> (id: Int, uuid: String) {
    guard !database.isTemporary else {
      throw Failure.wrongInput(
        "沒有資料庫，所以沒有使用者「\(name)」：請用 --database 或 FOLKCAL_DATABASE 指定資料庫",
        "there is no database, and so no user \"\(name)\": name one with --database or FOLKCAL_DATABASE")
    }
    let record = try database.store.record(.user, key: name)
    return (record.id ?? 0, record.key)
  }

  private func configuration() throws -> APIConfiguration {
    var configuration = APIConfiguration()
    // One program asks, and it waits for each answer.
    configuration.requestsPerSecond = 0
    configuration.timeZone = time.timeZone
    configuration.targets = try DeliveryEnvironment.targets(isOperators: false)
    return configuration
  }

  // MARK: Lines

  /// Answers until standard input ends. Nothing else is written to standard output.
  private static func answerLines(_ server: MCPLineServer) throws {
    var lines = LimitedLines(longest: server.longestLine)
    while let line = try lines.next() {
      let answer: [UInt8]?
      switch line {
      case .tooLong: answer = server.answerToLongLine
      case .bytes(let bytes): answer = try Asynchronous.run { await server.answer(to: bytes) }
      }
      guard let answer else { continue }
      try StandardOutput.write(answer + [UInt8(ascii: "\n")])
      // The assistant waits for it.
      try StandardOutput.finish()
    }
  }
}
