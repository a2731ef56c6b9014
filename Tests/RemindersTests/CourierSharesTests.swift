import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Shares of couriers by user and host", .timed)
struct CourierSharesTests {
  private func message(_ host: String?, user: Int, id: Int? = nil) throws -> OutgoingMessage {
    let party = host.map { Party(server: .host($0), user: user) } ?? .operators
    return OutgoingMessage(
      Claimed.reminder(try Claimed.occurrence(), to: Claimed.user { $0.id = user }, id: id ?? user), party: party)
  }

  /// Begins as many as may.
  private func begin(_ shares: inout CourierShares, at now: Double, atMost most: Int = .max) -> [OutgoingMessage] {
    var begun: [OutgoingMessage] = []
    while begun.count < most, let message = shares.first() {
      shares.begin(message, at: now)
      begun.append(message)
    }
    return begun
  }

  @Test("A host that has not answered holds an eighth of the couriers; other hosts start at once")
  func hangingHost() throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 100)
    for user in 1...320 { #expect(shares.append(try message("hanging", user: user), at: 0)) }
    #expect(begin(&shares, at: 0).count == 8)
    #expect(shares.append(try message("healthy", user: 1_000), at: 10))
    #expect(begin(&shares, at: 10).map(\.party.server) == [.host("healthy")])
    #expect(shares.heldCount(.host("hanging")) == 8 && shares.first() == nil)
  }

  @Test("A server of the operator may use all couriers", arguments: [1, 8, 64])
  func operators(couriers: Int) throws {
    var shares = CourierShares(couriers: couriers, waitingLimit: 1)
    for user in 1...200 { #expect(shares.append(try message(nil, user: user), at: 0)) }
    #expect(begin(&shares, at: 0).count == couriers && shares.first() == nil)
  }

  @Test("A host that answers quickly is lent half of all couriers; slow answers end the loan")
  func lending() throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 10_000)
    for user in 1...1_000 { _ = shares.append(try message("quick", user: user), at: 0) }
    var underWay = begin(&shares, at: 0)
    #expect(underWay.count == 8)
    for _ in 1...100 {
      shares.end(underWay.removeFirst(), after: 0.1, at: 1)
      underWay += begin(&shares, at: 1)
    }
    #expect(underWay.count == 40 && shares.pool(.quick).lentCount == 32)
    for _ in 1...32 {
      shares.end(underWay.removeFirst(), after: 20, at: 20)
      underWay += begin(&shares, at: 20)
    }
    #expect(underWay.count == 8 && shares.pool(.quick).lentCount == 0)
  }

  @Test("A user holds at most an eighth of a host's share; only that user's other messages wait")
  func users() throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 100)
    for id in 1...5 { _ = shares.append(try message("shared", user: 1, id: id), at: 0) }
    _ = shares.append(try message("shared", user: 2, id: 6), at: 0)
    let begun = begin(&shares, at: 0)
    #expect(begun.map(\.first.id) == [1, 6])
    shares.end(begun[0], after: 0, at: 0)
    #expect(begin(&shares, at: 0).map(\.first.id) == [2])
    #expect(Set(shares.removeAll().map(\.first.id)) == [3, 4, 5] && shares.first() == nil)
  }

  @Test("Excess messages for a slow host are given back and refused until the host answers")
  func excess() throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 40)
    for user in 1...100 { #expect(shares.append(try message("slow", user: user), at: 0)) }
    let begun = begin(&shares, at: 0)
    #expect(begun.count == 8)
    #expect(shares.removeExcess(at: 0.5).isEmpty)
    #expect(shares.removeExcess(at: 1.5).count == 82)
    #expect(shares.append(try message("slow", user: 200), at: 2) == false)
    shares.end(begun[0], after: 0.2, at: 3)
    #expect(shares.append(try message("slow", user: 200), at: 3))
  }

  @Test("Host names with one address share its eighth of the couriers")
  func addresses() throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 100)
    for user in 1...16 { _ = shares.append(try message("name\(user)", user: user, id: user), at: 0) }
    for user in 17...32 { _ = shares.append(try message("name\(user - 16)", user: user, id: user), at: 0) }
    let begun = begin(&shares, at: 0)
    #expect(begun.count == 32)
    #expect(shares.addressLimit(of: begun[0]) == 8)
    for message in begun.prefix(16) { shares.connecting(message, to: "192.0.2.1", at: 0) }
    // Messages of the same names that have not said where they connect to are still the names'.
    #expect(shares.heldCount(.host("192.0.2.1")) == 16 && shares.pool(.doubtful).lentCount == 15)
    for message in begun.prefix(16) { shares.end(message, after: 20, at: 20) }
    #expect(shares.heldCount(.host("192.0.2.1")) == 0 && shares.pool(.doubtful).lentCount == 0)
    for user in 33...64 { _ = shares.append(try message("name\(user % 16 + 1)", user: user, id: user), at: 20) }
    #expect(begin(&shares, at: 20).count == 8)
    _ = shares.append(try message("elsewhere", user: 100, id: 100), at: 20)
    #expect(begin(&shares, at: 20).map(\.first.id) == [100])
  }

  @Test("Messages keep waiting when their host changes its address, and are sent once")
  func moves() throws {
    var shares = CourierShares(couriers: 8, waitingLimit: 100)
    for id in 1...6 { _ = shares.append(try message("name\(id % 2)", user: id, id: id), at: 0) }
    var begun = begin(&shares, at: 0)
    #expect(begun.map(\.first.id) == [1, 2])
    shares.connecting(begun[0], to: "192.0.2.1", at: 0)
    shares.connecting(begun[1], to: "192.0.2.1", at: 0)
    shares.connecting(begun[1], to: "192.0.2.2", at: 0)
    #expect(shares.heldCount(.host("192.0.2.1")) == 1 && shares.heldCount(.host("192.0.2.2")) == 1)
    var sent: [Int] = []
    while !begun.isEmpty {
      let message = begun.removeFirst()
      sent.append(message.first.id)
      shares.end(message, after: 20, at: 20)
      begun += begin(&shares, at: 20)
    }
    #expect(sent.sorted() == Array(1...6) && Pace.allCases.allSatisfy { shares.pool($0).heldCount == 0 })
  }

  @Test("An end without an answer does not change the speed rating of a server")
  func noAnswer() throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 100)
    for user in 1...100 { _ = shares.append(try message("host", user: user, id: user), at: 0) }
    for message in begin(&shares, at: 0) { shares.end(message, after: 0, at: 0, .none) }
    #expect(begin(&shares, at: 0).count == 8 && shares.pool(.quick).heldCount == 0)
  }

  @Test("Messages to a user's devices are limited by address; messages to one operator server are not")
  func devices() throws {
    let shares = CourierShares(couriers: 64, waitingLimit: 100)
    #expect(shares.addressLimit(of: try message(nil, user: 1)) == nil)
    let occurrence = try Claimed.occurrence()
    let device = OutgoingMessage(Claimed.reminder(occurrence), party: Party(server: .operators, user: 1))
    #expect(shares.addressLimit(of: device) == 8)
  }

  @Test("All schemes, ports and spellings of an address count as one host")
  func parties() {
    func server(_ target: String) -> Party.Server { Party(target: target, user: 1).server }
    #expect(server("https://A.example.org:8443/x?y") == .host("a.example.org"))
    #expect(server("http://a.example.org./z") == .host("a.example.org"))
    for address in ["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "[::ffff:127.0.0.1]"] {
      #expect(server("http://\(address):81/") == .host("127.0.0.1"))
    }
    #expect(server("https://[2001:db8:1:2::5]/") == server("https://[2001:db8:1:2:ffff::6]:444/"))
    #expect(server("https://[2001:db8:1:2::5]/") != server("https://[2001:db8:1:3::5]/"))
    #expect(server("no address at all") == .host("no address at all"))
  }

  @Test(
    "In random sequences a host with waiting messages has one under way unless its pace is full; every message is sent",
    arguments: 1...20)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let couriers = [1, 2, 7, 8, 16, 64].randomElement(using: &generator) ?? 8
    var shares = CourierShares(couriers: couriers, waitingLimit: .max)
    let hosts: [String?] = [nil] + (0..<6).map { "host\($0)" }
    var underWay: [OutgoingMessage] = []
    var (added, begun): (Set<Int>, Set<Int>) = ([], [])
    func check() {
      for host in hosts.compactMap(\.self) {
        let held = underWay.count { $0.party.server == .host(host) }
        #expect(shares.heldCount(.host(host)) == held && held <= shares.serverLimit + couriers / 2, "seed \(seed)")
      }
      #expect(Pace.allCases.reduce(0) { $0 + shares.pool($1).heldCount } == underWay.count)
      for pace in Pace.allCases {
        let pool = shares.pool(pace)
        // What is late comes on top.
        #expect(pool.heldCount <= pool.capacity + (pace == .steady || pace == .doubtful ? couriers * 2 : 0))
      }
      for (_, messages) in Dictionary(grouping: underWay.filter { $0.party.user != nil }, by: \.party.user) {
        #expect(messages.count <= shares.userLimit, "seed \(seed)")
      }
      shares.forEachWaiting { waiting in
        let isAlone = shares.heldCount(waiting.party.server) == 0
        let held = underWay.count { $0.party.user == waiting.party.user }
        let isResting = shares.servers[waiting.party.server]?.isResting == true
        // It waits only for servers that are as fast.
        let isFull = shares.turn(of: waiting.party.server).map { shares.pool($0.pace).isFull } ?? false
        #expect(!isAlone || isResting || held >= shares.userLimit || isFull, "seed \(seed)")
      }
    }
    for step in 1...600 {
      let now = Double(step) / 8
      if Bool.random(using: &generator) {
        let host = hosts.randomElement(using: &generator) ?? nil
        // Users keep to one host.
        let user = Int.random(in: 0..<5, using: &generator) * 10 + (host?.utf8.last.map(Int.init) ?? 0) * 100
        _ = shares.append(try message(host, user: user, id: step), at: now)
        added.insert(step)
      } else if let index = underWay.indices.randomElement(using: &generator) {
        let seconds: Double = [0.01, 0.5, 5].randomElement(using: &generator) ?? 0
        let signs: [CourierShares.Sign] = [.answer, .answer, .failure, .none]
        let sign = signs[Int.random(in: 0..<signs.count, using: &generator)]
        shares.end(underWay.remove(at: index), after: seconds, at: now, sign)
      }
      shares.age(at: now)
      for message in begin(&shares, at: now) {
        #expect(begun.insert(message.first.id).inserted)
        underWay.append(message)
      }
      check()
    }
    shares.age(at: 1_000)
    repeat {
      if !underWay.isEmpty { shares.end(underWay.removeFirst(), after: 5, at: 1_000) }
      for message in begin(&shares, at: 1_000) {
        #expect(begun.insert(message.first.id).inserted)
        underWay.append(message)
      }
      check()
    } while !underWay.isEmpty
    #expect(begun == added, "seed \(seed)")
  }
}
