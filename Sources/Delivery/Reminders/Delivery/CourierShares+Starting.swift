internal import Store

extension CourierShares {
  /// - Returns: false if the server does not answer and its limit is reached; the message is not taken.
  mutating func append(_ message: OutgoingMessage, at now: Double) -> Bool {
    let key = server(of: message)
    if let server = servers[key], server.waiting.count >= serverWaitingLimit, key != .operators,
      server.isUnanswered(for: Pace.slowSeconds, at: now)
    {
      return false
    }
    // Users can invent targets, so the number of servers is limited.
    if servers.count >= Self.mostServers { servers = servers.filter { !$0.value.isIdle || $0.value.isResting } }
    servers[key, default: Server()].waiting.append(message)
    queue(key)
    return true
  }

  /// The message that may start next; nil if none may.
  mutating func first() -> OutgoingMessage? {
    for pace in Pace.allCases where !pool(pace).isFull {
      if let message = first(Turn(pace: pace, isLoan: false)) { return message }
      guard pool(pace).mayLend else { continue }
      if let message = first(Turn(pace: pace, isLoan: true)) { return message }
    }
    turn = nil
    return nil
  }

  private mutating func first(_ turn: Turn) -> OutgoingMessage? {
    while let key = withLine(turn, { $0.first }) {
      if self.turn(of: key) == turn, let message = firstWaiting(key) {
        self.turn = turn
        return message
      }
      // Its pace or its share has changed.
      _ = withLine(turn) { $0.popFirst() }
      servers[key]?.turns &= ~turn.bit
      queue(key)
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
    if let (key, _) = takeFirst() { queue(key) }
  }

  /// Gives a courier to the message that `first()` returned.
  mutating func begin(_ message: OutgoingMessage, at now: Double) {
    guard let (key, pace) = takeFirst() else { return }
    if message.party != .operators {
      holders[message.first.id] = Holder(server: key, pace: pace, begunAt: now)
    }
    count(1, key, pace)
    if key != .operators { pools[pace.rawValue].begun.append((message.first.id, now)) }
    waits(key, since: now)
    if let user = message.party.user { users[user, default: 0] += 1 }
    queue(key)
  }

  /// - Returns: the server for which it waited, and the pace of its courier.
  private mutating func takeFirst() -> (Party.Server, Pace)? {
    guard let turn, let key = withLine(turn, { $0.popFirst() }) else { return nil }
    servers[key]?.turns &= ~turn.bit
    _ = servers[key]?.waiting.popFirst()
    return (key, turn.pace)
  }

  mutating func waits(_ key: Party.Server, since now: Double) {
    if key != .operators, let server = servers[key], server.answerCount == 0, server.unansweredSince == nil {
      servers[key]?.unansweredSince = now
    }
  }

  /// Changes how many couriers of a pace a server holds.
  mutating func count(_ change: Int, _ key: Party.Server, _ pace: Pace) {
    let after = servers[key, default: Server()].hold(change, pace)
    pools[pace.rawValue].changed(from: after - change, to: after)
  }
}
