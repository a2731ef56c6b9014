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
    abstract: "Serve the HTTP API, the feeds and the pages; plan and send reminders.",
    discussion: """
      While there is no operator, it prints a link that makes somebody the first one; folkcal admin user link makes links for others.

      Without a database it makes one with the shipped folk days and temples. Beside the server it plans the reminders of 30 days every \
      hour, sends those that are due by the channels that remind deliver is configured for, removes those that ended 90 days ago, and \
      copies a SQLite database every day into the folder backups beside it: the copies of 7 days and one of each of 4 weeks are kept.

      /api/openapi.json describes the API; /feeds is the page for people; /api/health and /metrics are for who watches. Requests are logged \
      on standard error, a line of JSON each, without tokens and without what was asked for.

      The server speaks plain HTTP: a proxy before it (Caddy, nginx) does TLS. Say then how readers reach it with --public-url, and how many \
      proxies there are with --trusted-proxies, for limits go by address. SIGTERM and SIGINT let what runs finish, for ten seconds.

      The environment:
        FOLKCAL_GOOGLE_CLIENT_IDS  the client IDs of the apps whose users may sign in with Google, with blanks between
        FOLKCAL_GOOGLE_CLIENT_SECRET  with it people sign in on our pages with Google too, by the first of the client IDs
        FOLKCAL_GOOGLE_KEYS_URL  where Google's keys are; only tests need another address
        FOLKCAL_SESSION_SECRET  32 characters or more; without it who signed in must refresh after each start
      Test messages go by the channels that remind deliver is configured for.
      """)

  @Option(help: "The address to listen on; 0.0.0.0 for all.")
  var host = "127.0.0.1"

  @Option(parsing: .unconditional, help: "The port; 0 takes a free one and prints it.")
  var port = 8_080

  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp("The public address of the server.", valueName: "https://days.example.org"))
  var publicURL: String?

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may read answers in a browser, or none; may be repeated; * by default.",
      valueName: "https://app.example.org"))
  var origin: [String] = []

  @Option(
    name: .customLong("map-tiles"),
    help: ArgumentHelp(
      "The pictures of the maps; without them the back office's shows a grid, and that of /near only points.",
      valueName: "https://tile.openstreetmap.org/{z}/{x}/{y}.png"))
  var mapTiles: String?

  @Option(name: .customLong("map-credit"), help: "Whom that map names.")
  var mapCredit = "© OpenStreetMap contributors"

  @Option(
    name: .customLong("trusted-proxies"), parsing: .unconditional,
    help: "The number of proxies in front of the server, 0 to 10.")
  var trustedProxies = 0

  @Option(
    parsing: .unconditional,
    help: "Requests a second from one address or one caller, 0 for no limit; ten times as many at once.")
  var rate = 20.0

  @Option(
    name: .customLong("request-seconds"), parsing: .unconditional,
    help: "Seconds for a whole request, from its body to the end of its answer; 1 to 3600.")
  var requestSeconds = 60

  @Flag(
    name: .customLong("open-metrics"),
    help: "Allow reading /metrics without a token.")
  var openMetrics = false

  @Option(name: .customLong("log-level"), help: "trace, debug, info, notice, warning, error or critical.")
  var logLevel = "info"

  @OptionGroup var parts: ServiceOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    var configuration = try configuration()
    let logger = try logger()
    let clock = try DeliveryClock.believing(time)
    let templates = try data.templates()
    let daysOff = try data.daysOff()
    let now: @Sendable () -> Int = { Int(clock.now()) }
    let environment = try DeliveryEnvironment(site: configuration.publicURL, now: now)
    configuration.dataFolder = try? DataOptions.folder(given: data.data)
    configuration.targets = try DeliveryEnvironment.targets(isOperators: false)
    let (secret, google) = (try secret(), try google())
    let change = Change(actor: AuthorOptions.name(), at: now(), today: try time.today())
    let store = try FirstDatabase(data: data, change: change).open()
    if let folder = data.data {
      StandardError.note("what messages say from \(folder), days from the database \(store.place)")
    }
    let writer = MessageWriter(templates, site: configuration.publicURL)
    let messenger = try TestMessenger(ReminderQueue(store), environment, writer, now: now)
    let service = try Failure.asWrongInput {
      try APIService(
        store: store, configuration: configuration, secret: secret, google: google, templates: templates,
        daysOff: daysOff, version: Folkcal.version, logger: logger, testMessages: messenger.answer,
        signInMail: environment.signInMailer(), googleRedirect: try googleRedirect(),
        push: try environment.pushService(), settings: EnvironmentSettings.all(), clock: clock.now)
    }
    let tasks = try ServiceTasks(
      options: parts, url: data.store.url, store: store, environment: environment, writer: writer, clock: clock,
      zone: time.clock(), logger: logger
    ).services()
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
          StandardError.note("listening on \(site)")
          onListening(site)
        }
      }
    } catch let failure as Failure {
      throw failure
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw Failure.failed("cannot listen on \(host), port \(port): \(error)")
    }
  }

  // MARK: Options

  private func logger() throws -> Logger {
    guard let level = Logger.Level(rawValue: logLevel) else {
      throw Failure.wrongInput(
        "--log-level \"\(logLevel)\" is none of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return Logger(label: "folkcal") { JSONLogHandler(label: $0, level: level) }
  }

  private func configuration() throws -> APIConfiguration {
    guard (0...65_535).contains(port) else { throw Failure.wrongInput("--port \(port) is not between 0 and 65535") }
    guard (0...10).contains(trustedProxies) else {
      throw Failure.wrongInput("--trusted-proxies \(trustedProxies) is not between 0 and 10")
    }
    guard (1...3_600).contains(requestSeconds) else {
      throw Failure.wrongInput("--request-seconds \(requestSeconds) is not between 1 and 3600")
    }
    guard rate >= 0, rate <= 1_000_000 else { throw Failure.wrongInput("--rate \(rate) is not between 0 and 1000000") }
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
        throw Failure.wrongInput("FOLKCAL_GOOGLE_KEYS_URL: expected https, but for a server on this machine")
      }
      return APIService.GoogleAccess(clientIDs: clientIDs, keysURL: url, client: TransferClient(configuration))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure.wrongInput("FOLKCAL_GOOGLE_KEYS_URL: \(error)")
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
      throw Failure.wrongInput("FOLKCAL_SESSION_SECRET has \(text.utf8.count) characters: at least 32 are needed")
    }
    return Array(text.utf8)
  }
}

/// The limit of open files and connections of this process.
private enum FileDescriptors {
  /// Raises the limit to its maximum; the usual 1,024 allows few connections.
  ///
  /// - Returns: the new limit.
  static func allowAll() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    let usual = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit.rlim_cur = usual }
    return Int(min(limit.rlim_cur, 1 << 30))
  }
}
