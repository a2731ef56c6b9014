internal import Store

/// The messages that wait for the couriers of a lane, and which of them may begin.
///
/// Servers take turns. A server that a user has named holds at most an eighth of the couriers, and a user an eighth of that, at least one
/// each: so a host that hangs, on however many ports, leaves seven eighths to the others. All names that lead to one address are one server
/// from the first connection on, which shows the address; good neighbours at that address share its eighth. Couriers that nobody else may use are lent: a
/// server has as many more as it has given quick answers since its last slow one, and half of all couriers are lent at most. So one good
/// host to which everything goes is not held up, and one that hangs all of a sudden leaves three eighths. The operator's servers may hold
/// all couriers.
struct CourierShares {
  /// An answer within this time is quick. A server without one for as long is slow.
  static let quickSeconds = 1.0

  let serverLimit: Int
  let userLimit: Int
  let lendingLimit: Int
  /// Messages kept for one slow server; further ones wait in the database, so that other servers' messages are claimed.
  private let waitingLimit: Int

  private var servers: [Party.Server: Server] = [:]
  /// The addresses at which hosts were last found.
  private var addresses: [Party.Server: Party.Server] = [:]
  /// Which server's courier a message under way to a user's server has, by the number of its first reminder.
  private var holders: [Int: Party.Server] = [:]
  /// Servers that have messages waiting and hold less than their share, in turn.
  private var withinShare = Line<Party.Server>()
  /// Servers with waiting messages that may borrow a courier, in turn.
  private var borrowers = Line<Party.Server>()
  private(set) var lentCount = 0
  /// Couriers held by each user.
  private var users: [Int: Int] = [:]
  /// Messages that wait until another message of their user has ended.
  private var waitingForUser: [Int: Line<OutgoingMessage>] = [:]
  private static let mostServers = 10_000

  init(couriers: Int, waitingLimit: Int) {
    serverLimit = max(couriers / 8, 1)
    userLimit = max(couriers / 64, 1)
    lendingLimit = couriers / 2
    self.waitingLimit = waitingLimit
  }

  private func limit(_ server: Party.Server) -> Int { server == .operators ? .max : serverLimit }

  private func server(of message: OutgoingMessage) -> Party.Server {
    addresses[message.party.server] ?? message.party.server
  }

  /// How many couriers a server holds.
  func heldCount(_ server: Party.Server) -> Int { servers[server]?.heldCount ?? 0 }

  func forEachWaiting(_ body: (OutgoingMessage) -> Void) {
    for server in servers.values { server.waiting.forEach(body) }
    for line in waitingForUser.values { line.forEach(body) }
  }
}

extension CourierShares {
  /// A server's couriers and waiting messages.
  private struct Server {
    var waiting = Line<OutgoingMessage>()
    var heldCount = 0
    /// Quick answers since the last slow one.
    var quickCount = 0
    /// The start of the time without a quick answer.
    var unansweredSince: Double?
    var isInTurn = false
    var isBorrower = false

    func isSlow(at now: Double) -> Bool {
      unansweredSince.map { now >= $0 + CourierShares.quickSeconds } ?? false
    }

    func mayBorrow(beyond limit: Int) -> Bool { heldCount - limit < quickCount }
    /// True if only the count of quick answers remains.
    var isIdle: Bool { heldCount == 0 && waiting.isEmpty }
  }

  /// Puts a server with waiting messages in its line.
  private mutating func queue(_ key: Party.Server) {
    guard let server = servers[key], !server.waiting.isEmpty else { return }
    if server.heldCount < limit(key) {
      guard !server.isInTurn else { return }
      servers[key]?.isInTurn = true
      withinShare.append(key)
    } else if server.mayBorrow(beyond: serverLimit), !server.isBorrower {
      servers[key]?.isBorrower = true
      borrowers.append(key)
    }
  }
}

// MARK: - Starting

extension CourierShares {
  /// - Returns: false if the server is slow and its limit is reached; the message is not taken.
  mutating func append(_ message: OutgoingMessage, at now: Double) -> Bool {
    let key = server(of: message)
    if let server = servers[key], server.waiting.count >= waitingLimit, server.isSlow(at: now), key != .operators {
      return false
    }
    // Users can invent targets, so the number of servers is limited.
    if servers.count >= Self.mostServers { servers = servers.filter { !$0.value.isIdle } }
    servers[key, default: Server()].waiting.append(message)
    queue(key)
    return true
  }

  /// The message that may start next; nil if none may.
  mutating func first() -> OutgoingMessage? {
    while let key = withinShare.first {
      if heldCount(key) < limit(key), let message = firstWaiting(key) { return message }
      _ = withinShare.popFirst()
      servers[key]?.isInTurn = false
      queue(key)
    }
    while lentCount < lendingLimit, let key = borrowers.first {
      if servers[key]?.mayBorrow(beyond: serverLimit) == true, let message = firstWaiting(key) { return message }
      _ = borrowers.popFirst()
      servers[key]?.isBorrower = false
    }
    return nil
  }

  /// The first waiting message for a server; skips users at their limit.
  private mutating func firstWaiting(_ key: Party.Server) -> OutgoingMessage? {
    while let message = servers[key]?.waiting.first {
      guard let user = message.party.user, users[user, default: 0] >= userLimit else { return message }
      _ = servers[key]?.waiting.popFirst()
      waitingForUser[user, default: Line()].append(message)
    }
    return nil
  }

  /// Takes the message away that `first()` has just given, without a courier.
  mutating func dropFirst() {
    if let key = takeFirst() { queue(key) }
  }

  /// Gives a courier to the message that `first()` returned.
  mutating func begin(_ message: OutgoingMessage, at now: Double) {
    guard let key = takeFirst() else { return }
    hold(key, message, at: now)
    if let user = message.party.user { users[user, default: 0] += 1 }
    queue(key)
  }

  /// - Returns: the server for which it waited.
  private mutating func takeFirst() -> Party.Server? {
    let key: Party.Server?
    if withinShare.isEmpty {
      key = borrowers.popFirst()
      if let key { servers[key]?.isBorrower = false }
    } else {
      key = withinShare.popFirst()
      if let key { servers[key]?.isInTurn = false }
    }
    if let key { _ = servers[key]?.waiting.popFirst() }
    return key
  }

  private mutating func hold(_ key: Party.Server, _ message: OutgoingMessage, at now: Double) {
    if key != .operators { holders[message.first.id] = key }
    var server = servers[key] ?? Server()
    server.heldCount += 1
    if server.quickCount == 0, server.unansweredSince == nil { server.unansweredSince = now }
    servers[key] = server
    if server.heldCount > limit(key) { lentCount += 1 }
  }

  private mutating func release(_ key: Party.Server) {
    if heldCount(key) > limit(key) { lentCount -= 1 }
    servers[key]?.heldCount -= 1
  }

  /// How many messages may be under way to an address that is not yet known to be that of a message's server; nil for any number. Of a
  /// user's devices each has a server of its own.
  func addressLimit(of message: OutgoingMessage) -> Int? {
    message.party == .operators ? nil : serverLimit
  }

  /// The host by which a message's server is counted: its address, where that is known.
  func host(of message: OutgoingMessage) -> String? {
    if case .host(let host) = server(of: message) { host } else { nil }
  }

  /// The server of a message under way turned out to be at an address: all that waits for the server waits for the address from now on.
  mutating func connecting(_ message: OutgoingMessage, to address: String, at now: Double) {
    guard message.party.server != .operators else { return }
    let (old, new) = (server(of: message), Party.Server.host(address))
    if old != new {
      if addresses.count >= Self.mostServers { addresses = [:] }
      addresses[message.party.server] = new
      for waiting in servers[old]?.waiting.removeAll() ?? [] {
        let key = server(of: waiting)
        servers[key, default: Server()].waiting.append(waiting)
        queue(key)
      }
    }
    guard let holder = holders[message.first.id], holder != new else { return }
    release(holder)
    hold(new, message, at: now)
    queue(holder)
  }

  /// Frees the courier of an ended message.
  ///
  /// - Parameters:
  ///   - seconds: how long it took.
  ///   - isAnswer: false where the server did not take part.
  mutating func end(_ message: OutgoingMessage, after seconds: Double, at now: Double, isAnswer: Bool = true) {
    let key = message.party.server == .operators ? .operators : holders.removeValue(forKey: message.first.id)
    guard let key else { return }
    release(key)
    if seconds < Self.quickSeconds {
      if isAnswer {
        servers[key]?.quickCount += 1
        servers[key]?.unansweredSince = nil
      }
    } else {
      servers[key]?.quickCount = 0
      if servers[key]?.unansweredSince == nil { servers[key]?.unansweredSince = now - seconds }
    }
    if let user = message.party.user { end(ofUser: user) }
    queue(key)
  }

  private mutating func end(ofUser user: Int) {
    let heldCount = users[user, default: 1] - 1
    users[user] = heldCount > 0 ? heldCount : nil
    guard let next = waitingForUser[user]?.popFirst() else { return }
    if waitingForUser[user]?.isEmpty == true { waitingForUser[user] = nil }
    let key = server(of: next)
    servers[key, default: Server()].waiting.append(next)
    queue(key)
  }
}

// MARK: - Removal

extension CourierShares {
  /// Removes waiting messages for slow servers beyond the limit.
  mutating func removeExcess(at now: Double) -> [OutgoingMessage] {
    var excess: [OutgoingMessage] = []
    for (key, server) in servers where key != .operators && server.isSlow(at: now) {
      if server.waiting.count > waitingLimit {
        excess += servers[key]?.waiting.removeAll(behind: waitingLimit) ?? []
      }
    }
    for (user, line) in waitingForUser where line.count > waitingLimit / 8 {
      guard let key = line.first.map(server(of:)), servers[key]?.isSlow(at: now) == true else { continue }
      excess += waitingForUser[user]?.removeAll(behind: waitingLimit / 8) ?? []
    }
    return excess
  }

  /// Removes all waiting messages.
  mutating func removeAll() -> [OutgoingMessage] {
    var all: [OutgoingMessage] = []
    forEachWaiting { all.append($0) }
    for key in servers.keys { servers[key]?.waiting = Line() }
    waitingForUser = [:]
    return all
  }
}
