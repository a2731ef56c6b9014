package import Addresses
import Database
package import Folklore
import Foundation
import HTTPTypes
import JSON
package import Logging
import NIOPosix
import Reminders
package import Store
import Synchronization
package import Transfer
import WebPages

/// The services that endpoints use: database, clock, test messages.
package final class APIService: Sendable {
  let configuration: APIConfiguration
  let store: Store
  let queue: ReminderQueue
  let zone: ZonedClock
  let keeper: PublicDataKeeper
  let limiter = RateLimiter()
  let monitor = Monitor()
  let health = HealthWatch()
  /// Threads that read the database; writers do not block them.
  let threads: NIOThreadPool
  /// Threads that read what people type.
  let readers = ReaderThreads()
  /// Writes to the database, one after another.
  private let writers: WriterLine
  let google: GoogleSignIn?
  let sessions: SessionTokens
  private let hiddenNumbers: HiddenNumbers
  let templates: MessageTemplates
  let daysOff: DaysOff
  /// The book of 宜忌; nil where the data folder lacks it.
  let xieji: XiejiBook?
  let logger: Logger
  let clock: @Sendable () -> Double
  let testMessages: TestMessages?
  let version: String
  /// The program version and the digest of the files that it reads: part of every ETag.
  let answerVersion: String
  let routes: RouteTable<Endpoint>
  let browserRoutes = RouteTable(BrowserPages.all)
  let pages: PageRenderer
  /// What passkeys sign.
  let challenges: Challenges
  /// Sends a mail with a link that signs somebody in, and returns why it was not sent; nil if the server sends no mail.
  let signInMail: SignInMailer?
  let googleRedirect: GoogleRedirect?
  /// How the program was set up, for its administrators.
  let settings: [ServiceSetting]
  let jobs = Jobs()
  let check = DatabaseCheck()
  let importFiles = ImportFiles()
  /// The headers of all pages.
  let pageHeaders: HTTPFields
  let pageStandardHeaders: StandardHeaders
  /// Those of pages that other sites may show in a frame.
  let framedPageHeaders: StandardHeaders
  let publicRoutes = RouteTable(PublicPage.all)
  private let mailLimiter = RateLimiter()
  private let choiceLimiter = RateLimiter()
  private let keyLimiter = RateLimiter()
  let chatLimits = ChatLimits()
  /// The order of what people do in chats. As many at once as there are readers of the database.
  let chatTurns = ChatTurns(atOnce: 4)
  /// How push messages reach browsers; nil if the server sends none.
  let push: PushService?
  /// LINE and Telegram.
  let chats: ChatServices
  let standardHeaders: StandardHeaders
  private let lastMoment = Mutex<Moment?>(nil)
  private let madeDocument = Mutex<JSON?>(nil)
  /// When each token's use was recorded last.
  private let notedUses = Mutex<[Int: Int]>([:])

  /// Google's key server and the accepted client IDs.
  package struct GoogleAccess: Sendable {
    let clientIDs: [String]
    let keysURL: StrictURL
    let client: TransferClient

    package init(clientIDs: [String], keysURL: StrictURL, client: TransferClient) {
      self.clientIDs = clientIDs
      self.keysURL = keysURL
      self.client = client
    }
  }

  /// Sends a user a message at once by the user's channel; about an event if its number is given.
  ///
  /// - Returns: the result, `delivered`, `failed`…, and the reason.
  /// - Throws: `NoWay`.
  package typealias TestMessages =
    @Sendable (
      _ user: String, _ text: String, _ event: Int?
    ) async throws -> (channel: String, outcome: String, reason: String)

  /// - Returns: the reason why the mail was not sent; nil if it was.
  package typealias SignInMailer = @Sendable (_ address: String, _ mail: SignInMail) async -> String?

  /// The user's channel is not configured or does not send.
  package struct NoWay: Error {
    let reason: Wording
    let isForLackOfConfiguration: Bool

    /// - Parameter cause: an error whose message is for the caller.
    package init(_ cause: any Error, isForLackOfConfiguration: Bool) {
      reason = Wording(of: cause)
      self.isForLackOfConfiguration = isForLackOfConfiguration
    }
  }

  /// - Parameters:
  ///   - secret: at least 32 bytes; the key for access tokens is derived from it.
  ///   - google: the settings of Google sign-in; nil to disable it.
  ///   - templates: the texts of reminders.
  ///   - daysOff: the days off in Taiwan.
  ///   - xieji: the book of 宜忌.
  ///   - hasEmptyEndpoint: adds `/api/empty`, the baseline of benchmarks.
  ///   - clock: seconds of UTC since 1970.
  /// - Throws: `UnknownTimeZone`, `DatabaseError`.
  package init(
    store: Store, configuration: APIConfiguration, secret: [UInt8], google: GoogleAccess?, templates: MessageTemplates,
    daysOff: DaysOff = DaysOff(), xieji: XiejiBook? = nil, version: String, logger: Logger,
    testMessages: TestMessages? = nil,
    signInMail: SignInMailer? = nil, googleRedirect: GoogleRedirect? = nil,
    push: PushService? = nil, chats: ChatServices = ChatServices(), settings: [ServiceSetting] = [],
    hasEmptyEndpoint: Bool = false,
    clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
  ) throws {
    self.configuration = configuration
    self.store = store
    self.version = version
    answerVersion = EntityTag(of: version, "\(daysOff)").value
    self.logger = logger
    self.clock = clock
    self.google = google.map { access in
      GoogleSignIn(clientIDs: access.clientIDs, keysURL: access.keysURL, client: access.client) { Int(clock()) }
    }
    self.testMessages = testMessages
    self.signInMail = signInMail
    self.googleRedirect = googleRedirect
    self.settings = settings
    self.push = push
    self.chats = chats
    challenges = Challenges(secret: secret)
    self.templates = templates
    self.daysOff = daysOff
    self.xieji = xieji
    queue = ReminderQueue(store)
    standardHeaders = StandardHeaders(configuration)
    pageHeaders = PageHeaders.standard(tiles: configuration.mapTiles?.origin)
    pageStandardHeaders = StandardHeaders(ofPages: pageHeaders, configuration)
    framedPageHeaders = StandardHeaders(
      ofPages: PageHeaders.framed(tiles: configuration.mapTiles?.origin), configuration)
    zone = try ZonedClock(identifier: configuration.timeZone)
    sessions = try SessionTokens(secret: secret, lifetimeSeconds: configuration.accessTokenSeconds)
    hiddenNumbers = HiddenNumbers(secret: secret)
    // As many as the store has readers.
    threads = NIOThreadPool(numberOfThreads: 4)
    threads.start()
    writers = WriterLine(store, patience: configuration.writePatience)
    keeper = PublicDataKeeper(store: store, threads: threads)
    routes = RouteTable(
      Self.endpoints(hasOpenMetrics: configuration.hasOpenMetrics) + (hasEmptyEndpoint ? [ServiceEndpoints.empty] : []))
    pages = try PageRenderer()
  }

  deinit {
    threads.shutdownGracefully { _ in }
  }

  /// Changes the database through the store given to the body.
  ///
  /// - Parameter caller: the key by which writers take turns.
  /// - Throws: `DatabaseError.busy` after about five seconds.
  func write<Result: Sendable>(
    for caller: String, _ body: @escaping @Sendable (Store) throws -> Result
  ) async throws -> Result {
    try await writers.write(for: caller, body)
  }

  /// The actor and time of a change. Its replans are completed by `completeReplans`, so no request waits for them.
  func change(by actor: String, at moment: Moment) -> Change {
    Change(
      actor: actor, at: moment.now, today: moment.today, targets: configuration.targets, completesReplans: false)
  }

  /// Completes pending replans; other writers run between the steps.
  func completeReplans() async throws {
    do {
      while try await write(for: "replans", { [clock] store in try store.completeSomeReplans(now: Int(clock())) }),
        !Task.isCancelled
      {}
    } catch DatabaseError.busy {
      // Another program is writing; the next round continues.
    }
  }

  /// Charges an address or caller for requests.
  ///
  /// - Parameter problem: the message if the limit is exceeded, given the limit per second.
  /// - Throws: `Problem` 429.
  func take(_ requests: Double, of key: String, _ problem: (_ perSecond: Double) -> Wording) throws {
    guard let rate, let wait = limiter.take(requests, for: key, rate, now: clock()) else { return }
    let (detail, seconds) = (problem(rate.perSecond), max(1, Int(wait.rounded(.up))))
    var refusal = Problem.later(
      .tooManyRequests, seconds: seconds, .tooManyRequests, detail.chinese, detail.english)
    if var quota = quota(of: key) {
      quota.wait = seconds
      refusal.headers.append(contentsOf: quota.headers)
    }
    throw refusal
  }

  /// Nil if there is no limit.
  private var rate: RateLimiter.Rate? {
    configuration.requestsPerSecond > 0
      ? RateLimiter.Rate(perSecond: configuration.requestsPerSecond, burst: configuration.requestBurst) : nil
  }

  /// What an address or caller may still ask; nil if nothing is counted.
  func quota(of key: String) -> Quota? {
    rate.flatMap { rate in limiter.level(of: key, rate, now: clock()).map { Quota(rate: rate, tokens: $0) } }
  }

  /// Records the use of a token when the database is free; no request waits for it.
  func recordUse(of token: APIToken, now: Int) {
    let isDue = notedUses.withLock { uses in
      guard now - (uses[token.id] ?? token.lastUsedAt ?? .min / 2) >= Store.touchSeconds else { return false }
      uses[token.id] = now
      return true
    }
    guard isDue else { return }
    writers.note { try $0.touchToken(token.id, now: now) }
  }

  /// Records the use of a browser's session when the database is free; no request waits for it.
  func renew(_ session: BrowserSession, now: Int) {
    writers.note { try $0.renewBrowserSession(session.id, now: now) }
  }

  /// Counts a sign-in mail: six an hour to one address and from one host, three at once.
  ///
  /// - Returns: the seconds until the next is allowed; nil if this one is.
  func takeMail(_ key: String) -> Double? {
    mailLimiter.take(1, for: key, RateLimiter.Rate(perSecond: 6.0 / 3_600, burst: 3), now: clock())
  }

  /// Counts a new choice of somebody without an account: thirty an hour from one host, ten at once.
  ///
  /// - Returns: the seconds until the next is allowed; nil if this one is.
  func takeChoice(_ key: String) -> Double? {
    choiceLimiter.take(1, for: key, RateLimiter.Rate(perSecond: 30.0 / 3_600, burst: 10), now: clock())
  }

  /// Counts a key for a request (`RequestKey`), which the database keeps for a day: two thousand an hour from one caller, five hundred at once.
  ///
  /// - Returns: the seconds until the next is allowed; nil if this one is.
  func takeKey(_ caller: String) -> Double? {
    keyLimiter.take(1, for: caller, RateLimiter.Rate(perSecond: 2_000.0 / 3_600, burst: 500), now: clock())
  }

  /// Notes that a choice was read, when the database is free; no request waits for it.
  func noteReading(ofChoice userID: Int, now: Int) {
    writers.note { try $0.noteReading(ofChoice: userID, now: now) }
  }

  /// An access token for a user.
  func accessToken(
    userID: Int, uuid: String, now: Int
  ) throws(SessionTokenError) -> (token: String, expiresAt: Int) {
    try sessions.make(userID: hiddenNumbers.hidden(userID, of: uuid), uuid: uuid, now: now)
  }

  /// The user of an access token; nil if it is invalid or expired.
  func user(ofAccessToken token: String, now: Int) -> (id: Int, uuid: String)? {
    sessions.user(ofToken: token, now: now).map { (hiddenNumbers.number($0.userID, of: $0.uuid), $0.uuid) }
  }

  /// Every operation, in the order of the document.
  static var endpoints: [Endpoint] { endpoints(hasOpenMetrics: false) }

  private static func endpoints(hasOpenMetrics: Bool) -> [Endpoint] {
    EventEndpoints.all + NeedEndpoints.all + UpcomingEndpoint.all + CatalogueEndpoints.all + CalendarEndpoints.all
      + ConvertEndpoint.all + SkyEndpoints.all + AlmanacEndpoints.all + TempleEndpoints.all + GroupEndpoints.all
      + FeedEndpoints.all
      + PreviewEndpoint.all
      + SignInEndpoints.all + UserEndpoints.all + AccountEndpoints.all + OwnEventEndpoints.all + ReminderEndpoints.all
      + AdminEndpoints.all
      + ServiceEndpoints.all(hasOpenMetrics: hasOpenMetrics)
  }

  /// The OpenAPI document. It stays the same while the server runs; making it takes milliseconds, so it is made once, when it is first asked for.
  var document: JSON {
    madeDocument.withLock { made in
      if let made { return made }
      let document = OpenAPIDocument(self).json
      made = document
      return document
    }
  }

  /// A web address for who reads an answer: pictures of ours get the server's public address. If it is not known, the address is relative to that of
  /// the request.
  func publicAddress(_ address: String) -> String {
    address.hasPrefix("/") ? (configuration.publicURL ?? "") + address : address
  }

  /// The time of a request; day and offset are computed once a second.
  var moment: Moment {
    let now = Int(clock())
    return lastMoment.withLock { last in
      if let last, last.now == now { return last }
      let moment = Moment(now: now, clock: zone)
      last = moment
      return moment
    }
  }
}
