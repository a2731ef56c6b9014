import Database
import Folklore
import Foundation
import HTTPTypes
import JSON
import Logging
import Records
import Store

/// The service itself: `/api/health`, `/metrics`, `/api/openapi.json`.
enum ServiceEndpoints {
  /// - Parameter hasOpenMetrics: whether `/metrics` needs no token.
  static func all(hasOpenMetrics: Bool) -> [Endpoint] { [health, metrics(isOpen: hasOpenMetrics), thisDocument] }

  private static let health = Endpoint(
    method: .get, path: "/api/health", name: "getHealth",
    summary:
      "Whether the service works: ok with 200, degraded with 503. A token of the back office gets the state of each part. No limit of rates.",
    tag: .service,
    schema: .record(
      ["status": .choice(["ok", "degraded"])],
      optional: [
        "version": .anyText, "time": .instantText, "store": .record(["status": .choice(["ok", "unavailable"])]),
        "planner": .record([
          "status": .choice(ServiceState.Planner.allCases.map(\.rawValue)), "planned_until": .instantOrNull,
          "last_run": .instantOrNull,
        ]),
        "worker": .record([
          "status": .choice(["ok", "behind", "silent"]), "lag_seconds": .anyInteger, "last_seen": .instantOrNull,
        ]),
        "delivery": .record([
          "status": .choice(["ok", "failing"]), "seconds": .anyInteger, "sent": .anyInteger, "failed": .anyInteger,
          "expired": .anyInteger, "waiting_after_failure": .anyInteger,
          "failures": .list(of: .record(["reason": .anyText, "count": .anyInteger])),
          "paused": .list(of: .anyText), "is_held": ["type": "boolean"],
        ]),
      ]), isForMonitors: true, answer: health)

  private static func health(_ call: Call) async throws -> Answer {
    guard let role = call.caller.role, role >= .reader else { return judgement(await call.service.health.isGood(call)) }
    do {
      let health = try await Health(call)
      return judgement(health.isGood, health.parts(call))
    } catch let error as DatabaseError {
      call.service.logger.error("\(error)", metadata: ["request_id": "\(call.source.id)"])
      return judgement(false, ["store": ["status": "unavailable"]])
    }
  }

  private static func judgement(_ isGood: Bool, _ parts: JSON = [:]) -> Answer {
    .json(
      .object([JSON.Member("status", isGood ? "ok" : "degraded")] + parts.members),
      status: isGood ? .ok : .serviceUnavailable)
  }

  private static func metrics(isOpen: Bool) -> Endpoint {
    Endpoint(
      method: .get, path: "/metrics", name: "getMetrics",
      summary: isOpen
        ? "Counters and gauges for Prometheus."
        : "Counters and gauges for Prometheus, with a token of the role reader.",
      tag: .service, access: isOpen ? .open : .role(.reader), contentType: .metrics, answer: metrics)
  }

  private static let thisDocument = Endpoint(
    method: .get, path: "/api/openapi.json", name: "getDocument", summary: "This document.", tag: .service,
    schema: document, caching: .shared(seconds: 300), freshness: .day
  ) { call in
    .json(call.service.document)
  }

  private static let document: JSON = ["type": "object", "additionalProperties": true]

  /// An empty answer, the baseline of benchmarks; not public.
  static let empty = Endpoint(
    method: .get, path: "/api/empty", name: "getNothing", summary: "Nothing.", tag: .service
  ) { _ in Answer() }

  private static func metrics(_ call: Call) async throws -> Answer {
    let health = try await Health(call)
    var page = MetricsPage()
    page.add(
      "folkcal_worker_lag_seconds", .gauge, "The wait of the oldest due reminder.",
      Double(health.state.lagSeconds))
    page.add(
      "folkcal_worker_age_seconds", .gauge, "The time since a worker last showed that it runs; -1 if none ever did.",
      health.state.workerSeenAt.map { Double(call.moment.now - $0) } ?? -1)
    page.add("folkcal_alarms_open", .gauge, "Alarms that are open.", Double(health.alarmCount))
    page.add(
      "folkcal_planned_seconds", .gauge, "The time until the end of the plan.",
      Double(max(0, (health.state.plannedUntil ?? call.moment.now) - call.moment.now)))
    page.add(
      "folkcal_planner_age_seconds", .gauge, "The time since the last planner run; -1 if it never ran.",
      health.state.lastPlanned.map { Double(call.moment.now - $0) } ?? -1)
    let delivery = health.delivery
    page.begin(
      "folkcal_recent_reminders", .gauge,
      "What was due in the last \(DeliveryHealth.seconds / 3_600) hours and is over, by how it ended.")
    for (status, count) in [("sent", delivery.sent), ("failed", delivery.failed), ("expired", delivery.expired)] {
      page.line("folkcal_recent_reminders", [("status", status)], Double(count))
    }
    page.add(
      "folkcal_reminders_waiting_after_failure", .gauge, "Reminders that wait for another attempt.",
      Double(delivery.waitingAfterFailure))
    page.begin(
      "folkcal_delivery_failures", .gauge,
      "Reminders that failed in the last \(DeliveryHealth.seconds / 3_600) hours or wait for another attempt, by reason."
    )
    for failure in delivery.reasons.prefix(20) {
      page.line("folkcal_delivery_failures", [("reason", failure.reason)], Double(failure.count))
    }
    page.add("folkcal_resident_bytes", .gauge, "Memory of this process.", Double(ProcessMemory.residentBytes))
    return .text(page.text + call.service.monitor.text(), as: .metrics)
  }
}

/// The memory of this process.
enum ProcessMemory {
  /// From /proc/self/statm; 0 if missing.
  static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
