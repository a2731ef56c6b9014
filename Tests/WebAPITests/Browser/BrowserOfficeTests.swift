import Folklore
import JSON
import Lunisolar
import Records
import Synchronization
import TestSupport
import Testing

@testable import WebAPI

@Suite("Parts of the back office", .timed)
struct BrowserOfficeTests {
  @Test(
    "The address of map tiles becomes a part of the pages' policy, so it is read strictly",
    arguments: [
      ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", "https://tile.openstreetmap.org"),
      ("http://127.0.0.1:8090/{z}/{x}/{y}", "http://127.0.0.1:8090"),
      ("http://tile.example.org/{z}/{x}/{y}.png", nil), ("https://tile.example.org/{z}/{x}.png", nil),
      ("https://a; script-src */{z}/{x}/{y}", nil), ("https:///{z}/{x}/{y}", nil), ("//a/{z}/{x}/{y}", nil), ("", nil),
      ("https://user@host/{z}/{x}/{y}", nil),
    ])
  func tiles(address: String, origin: String?) {
    #expect((try? MapTiles(address: address, credit: "©"))?.origin == origin)
  }

  /// 2027 臘月初九 is 2028-01-05, 2028 三月廿三 is 2028-04-17 (Hong Kong Observatory's table); 2025 has a leap sixth month, 2026 has none.
  @Test(
    "An activity moves to the same lunar day of the next year",
    arguments: [
      ("2027-01-16T10:00:00Z", "2028-01-05T10:00:00Z"), ("2027-04-29T11:30:00Z", "2028-04-17T11:30:00Z"),
      ("2025-08-08T02:00:00Z", "2026-07-28T02:00:00Z"),
    ])
  func nextYear(start: String, expected: String) throws {
    let clock = try ZonedClock(identifier: "Asia/Taipei")
    var record = Record(entity: .activity, values: Entity.activity.fields.map(\.defaultValue))
    record.set("start_at", .text(start))
    let next = try #require(NextYear(record, clock))
    #expect(CivilTime.iso(unixTime: next.start) == expected && next.end == nil)
    let end = try CivilTime.parse(start).unixTime + 9_000
    record.set("end_at", .text(CivilTime.iso(unixTime: end)))
    #expect(try #require(NextYear(record, clock)).end == next.start + 9_000)
    record.set("start_at", .null)
    #expect(NextYear(record, clock) == nil)
  }

  @Test("A setting that is a secret is named and never shown")
  func settings() {
    let secret = ServiceSetting(name: "FOLKCAL_SMTP_URL", value: "smtp://a:b@c", isSecret: true)
    #expect(secret.isSet && secret.value == nil)
    #expect(!ServiceSetting(name: "X", value: "", isSecret: false).isSet)
    #expect(ServiceSetting(name: "X", value: "1", isSecret: false).value == "1")
  }

  @Test("A job is shown to who started it, with its outcome, and jobs run one after another")
  func jobs() async throws {
    let jobs = Jobs()
    let order = Order()
    let first = jobs.start(owner: 1, title: "一") { progress in
      progress(0.5)
      order.add("first")
      throw CancellationError()
    }
    let second = jobs.start(owner: 1, title: "二") { _ in
      order.add("second")
      return { _ in fatalError() }
    }
    await jobs.wait(for: second, of: 1, atMost: .seconds(10))
    #expect(order.names == ["first", "second"])
    let state = try #require(jobs.state(first, of: 1))
    guard case .failure = state.outcome else { return #expect(Bool(false), "the first job failed") }
    #expect(state.share == 0.5 && jobs.state(first, of: 2) == nil && jobs.state("x", of: 1) == nil)
    guard case .success = jobs.state(second, of: 1)?.outcome else {
      return #expect(Bool(false), "the second went well")
    }
  }
}

/// The order in which things happened.
private final class Order: Sendable {
  private let kept = Mutex<[String]>([])
  var names: [String] { kept.withLock { $0 } }
  func add(_ name: String) { kept.withLock { $0.append(name) } }
}
