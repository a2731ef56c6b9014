/// The waiting messages of a lane, and which may start next.
///
/// Servers take turns. A server named by users may hold an eighth of the couriers, and a user an eighth of that, at least one each, so a hanging
/// host leaves seven eighths to the others. Unused couriers are lent: a server may borrow as many as it has given quick answers since its last
/// slow one, and at most half of all are lent. So one fast host that gets everything is not delayed, and a host that suddenly hangs leaves three
/// eighths. The operator's servers may hold all couriers.
struct CourierShares {
  /// An answer within this time is quick. A server without one for as long is slow.
  static let quickSeconds = 1.0

  let serverLimit: Int
  let userLimit: Int
  let lendingLimit: Int
  /// Messages kept for one slow server; further ones wait in the database, so that other servers' messages are claimed.
  private let waitingLimit: Int

  private var servers: [Party.Server: Server] = [:]
  /// Servers with waiting messages that hold less than their share, in turn.
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

  /// The number of couriers that a server holds.
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
    let key = message.party.server
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

  /// Removes the message that `first()` returned, without a courier.
  mutating func drop(_ message: OutgoingMessage) {
    takeFirst(message.party.server)
    queue(message.party.server)
  }

  /// Gives a courier to the message that `first()` returned.
  mutating func begin(_ message: OutgoingMessage, at now: Double) {
    let (party, key) = (message.party, message.party.server)
    takeFirst(key)
    servers[key]?.heldCount += 1
    if heldCount(key) > limit(key) { lentCount += 1 }
    if servers[key]?.quickCount == 0, servers[key]?.unansweredSince == nil { servers[key]?.unansweredSince = now }
    if let user = party.user { users[user, default: 0] += 1 }
    queue(key)
  }

  private mutating func takeFirst(_ key: Party.Server) {
    if withinShare.isEmpty {
      _ = borrowers.popFirst()
      servers[key]?.isBorrower = false
    } else {
      _ = withinShare.popFirst()
      servers[key]?.isInTurn = false
    }
    _ = servers[key]?.waiting.popFirst()
  }

  /// Frees the courier of an ended message.
  ///
  /// - Parameter seconds: the duration.
  mutating func end(_ party: Party, after seconds: Double, at now: Double) {
    let key = party.server
    if heldCount(key) > limit(key) { lentCount -= 1 }
    servers[key]?.heldCount -= 1
    if seconds < Self.quickSeconds {
      servers[key]?.quickCount += 1
      servers[key]?.unansweredSince = nil
    } else {
      servers[key]?.quickCount = 0
      if servers[key]?.unansweredSince == nil { servers[key]?.unansweredSince = now - seconds }
    }
    if let user = party.user { end(ofUser: user) }
    queue(key)
  }

  private mutating func end(ofUser user: Int) {
    let heldCount = users[user, default: 1] - 1
    users[user] = heldCount > 0 ? heldCount : nil
    guard let next = waitingForUser[user]?.popFirst() else { return }
    if waitingForUser[user]?.isEmpty == true { waitingForUser[user] = nil }
    servers[next.party.server, default: Server()].waiting.append(next)
    queue(next.party.server)
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
      guard let key = line.first?.party.server, servers[key]?.isSlow(at: now) == true else { continue }
      excess += waitingForUser[user]?.removeAll(behind: waitingLimit / 8) ?? []
    }
    return excess
  }

  /// Removes all waiting messages.
  mutating func removeAll() -> [OutgoingMessage] {
    var all: [OutgoingMessage] = []
    forEachWaiting { all.append($0) }
    for key in servers.keys { _ = servers[key]?.waiting.removeAll() }
    waitingForUser = [:]
    return all
  }
}
