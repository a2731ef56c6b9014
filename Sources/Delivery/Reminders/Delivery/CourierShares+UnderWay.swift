internal import Store

extension CourierShares {
  /// How many messages may be under way to an address that is not yet known to be that of a message's server; nil for any number. Of a
  /// user's devices each has a server of its own.
  func addressLimit(of message: OutgoingMessage) -> Int? {
    guard message.party.server == .operators else { return serverLimit }
    guard message.party.user != nil else { return nil }
    let doubtful = pool(.doubtful)
    return doubtful.isFull ? 0 : doubtful.mayLend ? serverLimit : 1
  }

  /// The host by which a message's server is counted: its address, where that is known.
  func host(of message: OutgoingMessage) -> String? {
    if case .host(let host) = server(of: message) { host } else { nil }
  }

  /// A message under way goes to a host, or its server turned out to be at an address: all that waits for the server waits for the address from
  /// now on. A message to a user's device leaves the couriers of the operator's servers.
  mutating func connecting(_ message: OutgoingMessage, to address: String, at now: Double) {
    let (old, new) = (server(of: message), Party.Server.host(address))
    if old != .operators, old != new {
      if addresses.count >= Self.mostServers { addresses = [:] }
      addresses[message.party.server] = new
      for waiting in servers[old]?.waiting.removeAll() ?? [] {
        let key = server(of: waiting)
        servers[key, default: Server()].waiting.append(waiting)
        queue(key)
      }
    }
    guard let holder = holders[message.first.id], holder.server != new else { return }
    let isDevice = holder.pace == .operators
    let pace = isDevice ? .doubtful : holder.pace
    holders[message.first.id] = Holder(
      server: new, pace: pace, begunAt: holder.begunAt, isHanging: holder.isHanging)
    count(-1, holder.server, holder.pace)
    count(1, new, pace)
    if isDevice { pools[pace.rawValue].begun.append((message.first.id, holder.begunAt)) }
    if holder.isHanging { moveHanging(from: holder.server, to: new) }
    waits(new, since: now)
    queue(holder.server)
  }

  private mutating func moveHanging(from old: Party.Server, to new: Party.Server?) {
    servers[old]?.hangingCount -= 1
    if let new { servers[new]?.hangingCount += 1 }
  }

  /// Counts messages that have waited long among those of slower servers. Call it often: couriers wait for it.
  mutating func age(at now: Double) {
    for pace in Pace.allCases {
      guard let seconds = pace.patience else { continue }
      // A time to come means that the clock was set back.
      while let (id, start) = pool(pace).begun.first, start + seconds <= now || start > now {
        _ = pools[pace.rawValue].begun.popFirst()
        guard let holder = holders[id], holder.pace == pace, holder.begunAt == start else { continue }
        slow(id, holder)
        queue(holder.server)
      }
    }
    while let (key, end) = resting.first, end <= now || end > now + Self.restSeconds {
      _ = resting.popFirst()
      servers[key]?.isResting = false
      queue(key)
    }
  }

  /// A message under way has waited longer than its pace allows.
  private mutating func slow(_ id: Int, _ holder: Holder) {
    let (key, next) = (holder.server, holder.pace.next)
    holders[id]?.pace = next
    count(-1, key, holder.pace)
    count(1, key, next)
    guard next == .doubtful else { return pools[next.rawValue].begun.append((id, holder.begunAt)) }
    holders[id]?.isHanging = true
    servers[key]?.hangingCount += 1
    servers[key]?.answerCount = 0
  }

  /// What the end of a message says of its server.
  enum Sign {
    /// It took part, as it should.
    case answer
    /// It failed, which says nothing of its pace.
    case failure
    /// It did not take part.
    case none
  }

  /// Frees the courier of an ended message.
  ///
  /// - Parameter seconds: how long it took.
  mutating func end(_ message: OutgoingMessage, after seconds: Double, at now: Double, _ sign: Sign = .answer) {
    let holder = message.party == .operators ? nil : holders.removeValue(forKey: message.first.id)
    let key = holder?.server ?? .operators
    count(-1, key, holder?.pace ?? .operators)
    if holder?.isHanging == true { moveHanging(from: key, to: nil) }
    if key != .operators { note(key, after: seconds, at: now, sign) }
    if let user = message.party.user { end(ofUser: user) }
    queue(key)
  }

  private mutating func note(_ key: Party.Server, after seconds: Double, at now: Double, _ sign: Sign) {
    guard var server = servers[key] else { return }
    if seconds >= Pace.slowSeconds {
      (server.answerCount, server.pace) = (0, .doubtful)
      server.unansweredSince = server.unansweredSince ?? now
    } else if sign == .answer {
      (server.answerCount, server.pace) = (server.answerCount + 1, Pace(ofAnswerAfter: seconds))
      server.unansweredSince = nil
    } else if sign == .failure, server.pace == .doubtful, !server.isResting {
      server.isResting = true
      resting.append((key, now + Self.restSeconds))
    }
    servers[key] = server
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
