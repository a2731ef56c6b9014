import Addresses
import ArgumentParser
import Database
import Foundation
import Logging
import Reminders
import ServiceLifecycle
import Store
import Transfer
import WebAPI

/// Serves the HTTP API, the feeds and the pages; also plans and sends reminders and makes backups (`ServiceTasks`).
///
///     folkcal serve --port 8080
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: Speech.say(
      "提供 HTTP API、行事曆訂閱與網頁；排程並送出提醒。",
      "Serve the HTTP API, the feeds and the pages; plan and send reminders."),
    discussion: Speech.say(
      """
      還沒有管理員時，會顯示一個連結，開啟它的人成為第一位管理員；folkcal admin user link 可以為其他人產生連結。

      沒有資料庫時，會建立一個，並載入隨附的民俗節日與廟宇。除了提供服務，每小時排好 30 天內的提醒，用 remind deliver 所設定的提醒方式送出到期的提醒，清除 90 天前結束的提醒，\
      並每天把 SQLite 資料庫備份到旁邊的 backups 資料夾：保留 7 天的備份，另加 4 週、每週一份。

      /api/openapi.json 說明 API；/feeds 是給使用者的頁面；/api/health 與 /metrics 供監控使用。每個請求在標準錯誤寫一行 JSON，不含權杖，也不含查詢的內容。

      伺服器使用未加密的 HTTP：由前面的代理伺服器（Caddy、nginx）負責 TLS。這時請用 --public-url 指定對外的網址，並用 --trusted-proxies 指定代理伺服器的數量，因為請求次數依 IP 位址限制。\
      收到 SIGTERM 或 SIGINT 時，最多用十秒完成進行中的工作。

      環境變數：
        FOLKCAL_GOOGLE_CLIENT_IDS
            可用 Google 登入的 App 的用戶端 ID，以空白分隔
        FOLKCAL_GOOGLE_CLIENT_SECRET
            設定後，也能在我們的網頁用 Google 登入，使用第一個用戶端 ID
        FOLKCAL_GOOGLE_KEYS_URL
            Google 金鑰的網址；只有測試才需要改
        FOLKCAL_SESSION_SECRET
            32 個字元以上；沒有設定時，每次啟動後，已登入的人都要重新整理登入
      測試訊息用 remind deliver 所設定的提醒方式送出。
      """,
      """
      While there is no operator, it prints a link that makes somebody the first one; folkcal admin user link makes links for others.

      Without a database it makes one with the shipped folk days and temples. Beside the server it plans the reminders of 30 days every \
      hour, sends those that are due by the channels that remind deliver is configured for, removes those that ended 90 days ago, and \
      copies a SQLite database every day into the folder backups beside it: the copies of 7 days and one of each of 4 weeks are kept.

      /api/openapi.json describes the API; /feeds is the page for people; /api/health and /metrics are for who watches. Requests are logged \
      on standard error, a line of JSON each, without tokens and without what was asked for.

      The server speaks plain HTTP: a proxy before it (Caddy, nginx) does TLS. Say then how readers reach it with --public-url, and how many \
      proxies there are with --trusted-proxies, for limits go by address. SIGTERM and SIGINT let what runs finish, for ten seconds.

      The environment:
        FOLKCAL_GOOGLE_CLIENT_IDS
            the client IDs of the apps whose users may sign in with Google, with blanks between
        FOLKCAL_GOOGLE_CLIENT_SECRET
            with it people sign in on our pages with Google too, by the first of the client IDs
        FOLKCAL_GOOGLE_KEYS_URL
            where Google's keys are; only tests need another address
        FOLKCAL_SESSION_SECRET
            32 characters or more; without it who signed in must refresh after each start
      Test messages go by the channels that remind deliver is configured for.
      """))

  @Option(help: .say("監聽的位址；0.0.0.0 表示全部。", "The address to listen on; 0.0.0.0 for all."))
  var host = "127.0.0.1"

  @Option(parsing: .unconditional, help: .say("連接埠；0 會選一個沒人用的，並顯示出來。", "The port; 0 takes a free one and prints it."))
  var port = 8_080

  @Option(
    name: .customLong("public-url"),
    help: .say("伺服器對外的網址。", "The public address of the server.", valueName: "https://days.example.org"))
  var publicURL: String?

  @Option(
    help: .say(
      "哪個來源的網頁可以在瀏覽器讀取回應，或 none（都不行）；可重複指定；預設是 *（全部）。",
      "An origin whose pages may read answers in a browser, or none; may be repeated; * by default.",
      valueName: "https://app.example.org"))
  var origin: [String] = []

  @Option(
    name: .customLong("map-tiles"),
    help: .say(
      "地圖圖磚的網址；不設定時，後台的地圖只有格線，/near 的地圖只有點。",
      "The pictures of the maps; without them the back office's shows a grid, and that of /near only points.",
      valueName: "https://tile.openstreetmap.org/{z}/{x}/{y}.png"))
  var mapTiles: String?

  @Option(name: .customLong("map-credit"), help: .say("地圖上標示的來源。", "Whom that map names."))
  var mapCredit = "© OpenStreetMap contributors"

  @Option(
    name: .customLong("trusted-proxies"), parsing: .unconditional,
    help: .say("伺服器前面的代理伺服器數量，0 到 10。", "The number of proxies in front of the server, 0 to 10."))
  var trustedProxies = 0

  @Option(
    parsing: .unconditional,
    help: .say(
      "同一個位址或呼叫者每秒最多幾個請求，0 表示不限；短時間內最多可達十倍。",
      "Requests a second from one address or one caller, 0 for no limit; ten times as many at once."))
  var rate = 20.0

  @Option(
    name: .customLong("request-seconds"), parsing: .unconditional,
    help: .say(
      "一個請求最多幾秒，從收到內容到回應結束；1 到 3600。",
      "Seconds for a whole request, from its body to the end of its answer; 1 to 3600."))
  var requestSeconds = 60

  @Flag(
    name: .customLong("open-metrics"),
    help: .say("不用權杖也能讀取 /metrics。", "Allow reading /metrics without a token."))
  var openMetrics = false

  @Option(
    name: .customLong("log-level"),
    help: .say(
      "紀錄等級：trace、debug、info、notice、warning、error 或 critical。",
      "trace, debug, info, notice, warning, error or critical."))
  var logLevel = "info"

  @OptionGroup var parts: ServiceOptions
  @OptionGroup var messages: MessageOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    var configuration = try configuration()
    let logger = try logger()
    let clock = try DeliveryClock.believing(time)
    let templates = try data.templates()
    let daysOff = try data.daysOff()
    let xieji = try data.xieji()
    let now: @Sendable () -> Int = { Int(clock.now()) }
    let environment = try DeliveryEnvironment(site: configuration.publicURL, now: now)
    configuration.dataFolder = try? DataOptions.folder(given: data.data)
    configuration.targets = try DeliveryEnvironment.targets(isOperators: false)
    let (secret, google) = (try secret(), try google())
    let change = Change(actor: AuthorOptions.name(), at: now(), today: try time.today())
    let store = try FirstDatabase(data: data, change: change).open()
    if let folder = data.data {
      StandardError.note(
        "訊息的文字來自 \(folder)，節日來自資料庫 \(store.place)",
        "what messages say from \(folder), days from the database \(store.place)")
    }
    let writer = MessageWriter(templates, site: configuration.publicURL)
    let messenger = try TestMessenger(ReminderQueue(store), environment, writer, now: now)
    let service = try Failure.asWrongInput {
      try APIService(
        store: store, configuration: configuration, secret: secret, google: google, templates: templates,
        daysOff: daysOff, xieji: xieji, version: Folkcal.version, logger: logger, testMessages: messenger.answer,
        signInMail: environment.signInMailer(), googleRedirect: try googleRedirect(),
        push: try environment.pushService(),
        chats: ChatServices(line: try environment.lineAccess(), telegram: try environment.telegramAccess()),
        settings: EnvironmentSettings.all(), clock: clock.now)
    }
    var tasks = try ServiceTasks(
      options: parts, dataFolder: configuration.dataFolder, url: data.store.url, store: store, environment: environment,
      writer: writer,
      alarms: try AlarmWatch(environment, time, clock).ifAnybodyIsTold, clock: clock,
      zone: time.clock(), logger: logger
    ).services()
    if let polling = service.telegramPolling { tasks.append(polling) }
    let publicURL = configuration.publicURL
    try listen(service, beside: tasks) { site in
      FirstOperator.invite(to: publicURL ?? site, store, now: now())
    }
  }

  private func listen(
    _ service: APIService, beside tasks: [any Service], onListening: @escaping @Sendable (_ site: String) -> Void
  ) throws {
    let host = host
    do {
      try Asynchronous.run {
        try await APIServer(service).run(beside: tasks) { port in
          let site = SiteAddress.ofListener(host, port)
          StandardError.note("伺服器網址：\(site)", "listening on \(site)")
          onListening(site)
        }
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw Failure.failed(
        "無法在 \(host) 的連接埠 \(port) 監聽：\(Speech.chinese(error))", "cannot listen on \(host), port \(port): \(error)")
    }
  }

  // MARK: Options

  private func logger() throws -> Logger {
    guard let level = Logger.Level(rawValue: logLevel) else {
      throw Failure.wrongChoice("--log-level", logLevel, Logger.Level.allCases.map(\.rawValue))
    }
    return Logger(label: "folkcal") { JSONLogHandler(label: $0, level: level) }
  }

  private func configuration() throws -> APIConfiguration {
    guard (0...65_535).contains(port) else {
      throw Failure.outOfRange("--port", "\(port)", "0", "65535")
    }
    guard (0...10).contains(trustedProxies) else {
      throw Failure.outOfRange("--trusted-proxies", "\(trustedProxies)", "0", "10")
    }
    guard (1...3_600).contains(requestSeconds) else {
      throw Failure.outOfRange("--request-seconds", "\(requestSeconds)", "1", "3600")
    }
    guard rate >= 0, rate <= 1_000_000 else {
      throw Failure.outOfRange("--rate", rate.plain, "0", "1000000")
    }
    var configuration = APIConfiguration()
    configuration.host = host
    configuration.port = port
    configuration.trustedProxies = trustedProxies
    configuration.requestsPerSecond = rate
    configuration.requestBurst = max(rate * 10, 1)
    configuration.requestSeconds = requestSeconds
    configuration.hasOpenMetrics = openMetrics
    // Some descriptors are reserved for the database and for requests to Google.
    configuration.connectionLimit = max(16, min(configuration.connectionLimit, FileDescriptors.allowAll() - 64))
    configuration.timeZone = time.timeZone
    if let mapTiles {
      configuration.mapTiles = try Failure.asWrongInput { try MapTiles(address: mapTiles, credit: mapCredit) }
    }
    if let publicURL { configuration.publicURL = try SiteAddress.origin(publicURL, "--public-url") }
    if !origin.isEmpty {
      configuration.allowedOrigins = try origin.filter { $0 != "none" }.map { text in
        text == "*" ? text : try SiteAddress.origin(text, "--origin")
      }
    }
    return configuration
  }

  /// The client IDs of the apps whose users may sign in with Google; ours is the first.
  private var clientIDs: [String] {
    (ProcessInfo.processInfo.environment["FOLKCAL_GOOGLE_CLIENT_IDS"] ?? "").split(separator: " ").map(String.init)
  }

  private func google() throws -> APIService.GoogleAccess? {
    let environment = ProcessInfo.processInfo.environment
    guard !clientIDs.isEmpty else { return nil }
    let address = environment["FOLKCAL_GOOGLE_KEYS_URL"].flatMap { $0.isEmpty ? nil : $0 }
    var configuration = TransferClient.Configuration.forSigningKeys
    configuration.addresses = address == nil ? .publicOnly : .any
    do {
      let url = try StrictURL(
        parsing: address ?? "https://www.googleapis.com/oauth2/v3/certs", as: [.https, .http])
      // Without encryption, an attacker could replace the keys in the answer.
      guard url.scheme == .https || ["localhost", "127.0.0.1", "[::1]"].contains(url.host) else {
        throw Failure.wrongInput(
          "FOLKCAL_GOOGLE_KEYS_URL：必須是 https，這台機器上的伺服器除外",
          "FOLKCAL_GOOGLE_KEYS_URL: expected https, but for a server on this machine")
      }
      return APIService.GoogleAccess(clientIDs: clientIDs, keysURL: url, client: TransferClient(configuration))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.wrongInput("FOLKCAL_GOOGLE_KEYS_URL：\(Speech.chinese(error))", "FOLKCAL_GOOGLE_KEYS_URL: \(error)")
    }
  }

  /// Signing in on our pages with Google; nil without a client secret.
  private func googleRedirect() throws -> GoogleRedirect? {
    let environment = ProcessInfo.processInfo.environment
    guard let clientID = clientIDs.first, let secret = environment["FOLKCAL_GOOGLE_CLIENT_SECRET"], !secret.isEmpty
    else {
      return nil
    }
    // Only tests name other addresses, on this machine.
    func address(_ variable: String, _ usual: String) -> String {
      environment[variable].flatMap { $0.hasPrefix("http://127.0.0.1:") ? $0 : nil } ?? usual
    }
    let tokenURL = address("FOLKCAL_GOOGLE_TOKEN_URL", "https://oauth2.googleapis.com/token")
    var configuration = TransferClient.Configuration.forSigningKeys
    configuration.addresses = tokenURL.hasPrefix("https") ? .publicOnly : .any
    return GoogleRedirect(
      clientID: clientID, clientSecret: secret,
      authorizationURL: address("FOLKCAL_GOOGLE_AUTHORIZATION_URL", "https://accounts.google.com/o/oauth2/v2/auth"),
      tokenURL: tokenURL, client: TransferClient(configuration))
  }

  /// The secret that signs access tokens: the operator's, which several servers can share, or else a new one.
  private func secret() throws -> [UInt8] {
    guard let text = ProcessInfo.processInfo.environment["FOLKCAL_SESSION_SECRET"], !text.isEmpty else {
      return (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    }
    guard text.utf8.count >= 32 else {
      throw Failure.wrongInput(
        "FOLKCAL_SESSION_SECRET 只有 \(text.utf8.count) 個字元：至少要 32 個",
        "FOLKCAL_SESSION_SECRET has \(text.utf8.count) characters: at least 32 are needed")
    }
    return Array(text.utf8)
  }
}
