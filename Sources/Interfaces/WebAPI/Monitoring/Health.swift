import Folklore
import JSON
import Store

/// The state of the service.
struct Health: Sendable {
  let state: ServiceState
  let alarmCount: Int
  let delivery: DeliveryHealth

  /// A longer delay means that a worker is missing or failing.
  private static let lateSeconds = 300

  init(_ call: Call) async throws {
    let (queue, now) = (call.service.queue, call.moment.now)
    (state, alarmCount, delivery) = try await call.work { store in
      (try store.serviceState(now: now), try store.alarms().count, try queue.health(now: now))
    }
  }

  private var worker: String {
    state.isWorkerSilent() ? "silent" : state.lagSeconds > Self.lateSeconds ? "behind" : "ok"
  }

  var isGood: Bool { state.planner() == .ok && worker == "ok" && !delivery.isFailing }

  /// Each part, for operators.
  func parts(_ call: Call) -> JSON {
    [
      "version": .text(call.service.version), "time": .text(CivilTime.iso(unixTime: call.moment.now)),
      "store": ["status": "ok"],
      "planner": [
        "status": .text(state.planner().rawValue), "planned_until": Self.instant(state.plannedUntil),
        "last_run": Self.instant(state.lastPlanned),
      ],
      "worker": [
        "status": .text(worker), "lag_seconds": .integer(state.lagSeconds),
        "last_seen": Self.instant(state.workerSeenAt),
      ],
      "delivery": [
        "status": delivery.isFailing ? "failing" : "ok", "seconds": .integer(DeliveryHealth.seconds),
        "sent": .integer(delivery.sent), "failed": .integer(delivery.failed), "expired": .integer(delivery.expired),
        "waiting_after_failure": .integer(delivery.waitingAfterFailure),
        "failures": .list(
          delivery.reasons.prefix(20).map { ["reason": .text($0.reason), "count": .integer($0.count)] }),
        "paused": .list(delivery.holds.compactMap(\.channel).map(JSON.text)),
        "is_held": .flag(delivery.holds.contains { $0.channel == nil }),
      ],
    ]
  }

  private static func instant(_ time: Int?) -> JSON { time.map { .text(CivilTime.iso(unixTime: $0)) } ?? nil }
}

/// Judges the service for strangers at most once a second, because their requests are not counted.
actor HealthWatch {
  private var last: (second: Int, judgement: Task<Bool, Never>)?

  func isGood(_ call: Call) async -> Bool {
    if let last, last.second == call.moment.now { return await last.judgement.value }
    let judgement = Task { (try? await Health(call).isGood) ?? false }
    last = (call.moment.now, judgement)
    return await judgement.value
  }
}
