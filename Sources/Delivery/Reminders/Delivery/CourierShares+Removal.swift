extension CourierShares {
  /// Removes messages that wait for servers without answers, beyond what may wait for all of these together.
  ///
  /// - Parameter patience: the seconds that a server may take for an answer.
  mutating func removeExcess(at now: Double, patience: Double = Pace.slowSeconds) -> [OutgoingMessage] {
    func isSilent(_ key: Party.Server) -> Bool {
      key != .operators && servers[key]?.isUnanswered(for: patience, at: now) == true
    }
    let silent = servers.keys.filter { isSilent($0) && servers[$0]?.waiting.isEmpty == false }
    serverWaitingLimit = max(waitingLimit / max(silent.count, 4), 1)
    var excess: [OutgoingMessage] = []
    for key in silent { excess += servers[key]?.waiting.removeAll(behind: serverWaitingLimit) ?? [] }
    let userLimit = serverWaitingLimit / 8
    for (user, line) in waitingForUser where line.count > userLimit {
      guard let key = line.first.map(server(of:)), isSilent(key) else { continue }
      excess += waitingForUser[user]?.removeAll(behind: userLimit) ?? []
      if userLimit == 0 { waitingForUser[user] = nil }
    }
    return excess
  }

  /// True if a message's server has long been without an answer.
  func isSlow(_ message: OutgoingMessage, at now: Double) -> Bool {
    servers[server(of: message)]?.isUnanswered(for: Pace.slowSeconds, at: now) == true
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
