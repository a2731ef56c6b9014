import Channels
import Database
import Folklore
import Foundation
import JSON
import Lunisolar
import Sinks
import Synchronization
import Testing
import Transfer

@testable import Reminders
@testable import Store

/// A database, a clock that a test can put forward, and checks of alarms that tell sinks.
final class AlarmDesk: Sendable {
  let desk: DeliveryDesk
  var store: Store { desk.store }
  var queue: ReminderQueue { desk.queue }
  var now: Int { Int(desk.now) }
  let words: AlarmWords
  private let surroundings = Mutex(AlarmConditions.Surroundings())

  init() throws {
    desk = try DeliveryDesk()
    words = AlarmWords(.english, try ZonedClock(identifier: "Asia/Taipei"), zone: "Asia/Taipei")
  }

  func putForward(seconds: Int) { desk.putForward(seconds: Double(seconds)) }

  func surround(_ change: (inout AlarmConditions.Surroundings) -> Void) { surroundings.withLock { change(&$0) } }

  func change(daysAgo: Int = 0) -> Change {
    Change(actor: "test", at: now - daysAgo * 86_400, today: SolarDate(uncheckedYear: 2026, month: 11, day: 21))
  }

  /// One that is told by a real web hook.
  func receiver(_ sink: SinkServer) -> AlarmReceiver {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    let channel = WebhookChannel(client: TransferClient(configuration), secrets: [], allowsPlainHTTP: true) { self.now }
    let target = AlarmTarget.webhook(sink.url)
    return AlarmReceiver(target) { [words] notice in
      await channel.send(notice.message(to: target.key, words, site: nil, now: self.now), to: sink.url)
    }
  }

  @discardableResult
  func check(_ receivers: [AlarmReceiver], _ limits: AlarmLimits = AlarmLimits()) async throws -> AlarmReport {
    try await AlarmRound(store: store, limits: limits, receivers: receivers)
      .run(surroundings.withLock { $0 }) { self.now }
  }

  /// The conditions that hold now.
  func holding(_ limits: AlarmLimits = AlarmLimits()) throws -> [String] {
    try AlarmConditions(store, limits, surroundings.withLock { $0 }, now: now).sightings.map(\.key)
  }

  func setMeta(_ name: String, _ value: Int) throws {
    try store.database.write { try $0.setMeta(name, "\(value)") }
  }
}

extension SinkServer {
  /// The alarms that came: `worker-silent begun`.
  var alarms: [String] {
    requests.compactMap { request in
      guard let json = try? JSON(json: request.body) else { return nil }
      return (json["key"].text ?? "") + " " + (json["phase"].text ?? "")
    }
  }
}
