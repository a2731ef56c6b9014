/// The messages that wait for the couriers of a lane, and which of them may begin.
///
/// Servers that answer equally soon share couriers (`Pace`), so that a bad server never holds what a good one waits for:
///
/// - A new server, and one that answers slowly or not at all, has one courier; a quarter of the lane's couriers is lent to such servers together.
///   After a failure it rests for a second.
/// - A server that answers may have one courier more with each answer, up to an eighth of all. Couriers that nobody else may use are lent: half of
///   them at most. Where an answer is late, its courier is no longer counted here but among those of slower servers, and so is the server.
/// - A user holds an eighth of a server's eighth, at least one.
///
/// Servers take turns. All names that lead to one address are one server from the first connection on, which shows the address; good neighbours at
/// that address share what it has. A name that has never led to an address is a new server: so the couriers of good servers do not wait for
/// name servers. The operator's servers may hold all couriers of a lane.
struct CourierShares {
  let serverLimit: Int
  let userLimit: Int
  /// Messages that wait for servers without answers together; further ones wait in the database, so that other servers' messages are claimed.
  let waitingLimit: Int
  /// Of these, the messages that wait for one server.
  var serverWaitingLimit: Int

  var pools: [CourierPool]
  var servers: [Party.Server: Server] = [:]
  /// The addresses at which hosts were last found.
  var addresses: [Party.Server: Party.Server] = [:]
  /// Who counts the courier of a message under way to a user's server, by the number of its first reminder.
  var holders: [Int: Holder] = [:]
  /// Where `first()` found its message.
  var turn: Turn?
  /// Couriers held by each user.
  var users: [Int: Int] = [:]
  /// Messages that wait until another message of their user has ended.
  var waitingForUser: [Int: Line<OutgoingMessage>] = [:]
  /// The servers that rest, and until when.
  var resting = Line<(server: Party.Server, end: Double)>()
  /// Seconds between a failure of a doubtful server and its next message: failures may come as fast as we can send, and cost more than answers.
  static let restSeconds = 1.0
  static let mostServers = 10_000

  init(couriers: Int, waitingLimit: Int) {
    serverLimit = max(couriers / 8, 1)
    userLimit = max(couriers / 64, 1)
    self.waitingLimit = waitingLimit
    serverWaitingLimit = max(waitingLimit / 4, 1)
    pools = Pace.allCases.map { CourierPool($0, couriers: couriers) }
  }

  /// How many messages may be under way in a lane at all.
  static func courierCount(_ couriers: Int) -> Int {
    Pace.allCases.reduce(0) { $0 + CourierPool($1, couriers: couriers).capacity }
  }

  func server(of message: OutgoingMessage) -> Party.Server {
    addresses[message.party.server] ?? message.party.server
  }

  /// How many couriers a server holds.
  func heldCount(_ server: Party.Server) -> Int { servers[server]?.heldCount ?? 0 }

  func pool(_ pace: Pace) -> CourierPool { pools[pace.rawValue] }

  func forEachWaiting(_ body: (OutgoingMessage) -> Void) {
    for server in servers.values { server.waiting.forEach(body) }
    for line in waitingForUser.values { line.forEach(body) }
  }
}

extension CourierShares {
  /// A server's couriers and waiting messages.
  struct Server {
    var waiting = Line<OutgoingMessage>()
    /// The couriers at each pace.
    var held = SIMD4<Int>()
    /// Messages under way that have waited for more than `Pace.slowSeconds`.
    var hangingCount = 0
    /// How soon the last answer came.
    var pace = Pace.doubtful
    /// Answers since the last slow one.
    var answerCount = 0
    /// The start of the time without an answer that was not slow.
    var unansweredSince: Double?
    /// True for a while after a failure.
    var isResting = false
    /// The lines in which it stands, as bits.
    var turns: UInt8 = 0

    var heldCount: Int { held.wrappedSum() }
    /// True if only what was learnt of it remains.
    var isIdle: Bool { heldCount == 0 && waiting.isEmpty }

    /// - Returns: how many couriers of that pace it holds now.
    mutating func hold(_ change: Int, _ pace: Pace) -> Int {
      held[pace.rawValue] += change
      return held[pace.rawValue]
    }

    func isUnanswered(for seconds: Double, at now: Double) -> Bool {
      unansweredSince.map { now >= $0 + seconds } ?? false
    }
  }

  struct Holder {
    let server: Party.Server
    var pace: Pace
    let begunAt: Double
    var isHanging = false
  }

  /// A line of servers that wait for couriers.
  struct Turn: Equatable {
    let pace: Pace
    let isLoan: Bool

    var bit: UInt8 { 1 << (2 * UInt8(pace.rawValue) + (isLoan ? 1 : 0)) }
  }

  /// The couriers that a server may have next.
  private func pace(of key: Party.Server, _ server: Server) -> Pace {
    if key == .operators { return .operators }
    // A good server with many users may have a few messages that hang, unless there are many such servers.
    let doubtful = pool(.doubtful)
    let toleratedCount = doubtful.heldCount <= doubtful.capacity * 3 / 4 ? serverLimit / 2 : 0
    if server.pace == .doubtful || server.hangingCount > toleratedCount { return .doubtful }
    return server.held[Pace.steady.rawValue] > 0 ? .steady : server.pace
  }

  /// The line in which a server has its place; nil if it must not begin anything.
  func turn(of key: Party.Server) -> Turn? {
    guard let server = servers[key], !server.waiting.isEmpty else { return nil }
    let pace = pace(of: key, server)
    switch pace {
    case .operators: return Turn(pace: pace, isLoan: false)
    case .doubtful:
      guard server.heldCount < serverLimit, !server.isResting else { return nil }
      return Turn(pace: pace, isLoan: server.held[pace.rawValue] > 0)
    case .quick, .steady:
      // With each answer the next may begin, and one more.
      guard server.heldCount - server.hangingCount <= server.answerCount else { return nil }
      if server.heldCount < serverLimit { return Turn(pace: pace, isLoan: false) }
      return server.heldCount - serverLimit < server.answerCount ? Turn(pace: pace, isLoan: true) : nil
    }
  }

  /// Puts a server with waiting messages in its line.
  mutating func queue(_ key: Party.Server) {
    guard let turn = turn(of: key), let turns = servers[key]?.turns, turns & turn.bit == 0 else { return }
    servers[key]?.turns = turns | turn.bit
    withLine(turn) { $0.append(key) }
  }

  mutating func withLine<Result>(_ turn: Turn, _ body: (inout Line<Party.Server>) -> Result) -> Result {
    turn.isLoan ? body(&pools[turn.pace.rawValue].borrowers) : body(&pools[turn.pace.rawValue].withinShare)
  }
}
