import Folklore
import Foundation
import HTTPTypes
import Store

/// The service itself: `/api/health`, `/metrics`, `/api/openapi.json`.
enum ServiceEndpoints {
  /// - Parameter hasOpenMetrics: whether everybody may read `/metrics`.
  static func all(hasOpenMetrics: Bool) -> [Endpoint] { [health, metrics(isOpen: hasOpenMetrics), thisDocument] }

  private static let health = Endpoint(
    method: .get, path: "/api/health", name: "getHealth",
    summary: "Whether the service works: the database, the planner, the worker.", tag: .service,
    schema: .record([
      "status": .choice(["ok", "degraded"]), "version": .anyText, "time": .instantText,
      "store": .record(["status": .anyText]),
      "planner": .record(["status": .anyText, "planned_until": .instantOrNull]),
      "worker": .record(["status": .anyText, "lag_seconds": .anyInteger]),
    ]), refusals: [.serviceUnavailable]
  ) { call in
    let health = try await Health(call)
    return .json(health.json(call))
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
    .json(OpenAPIDocument(call.service).json)
  }

  private static let document: JSON = [
    "type": "object",
    "properties": [
      "openapi": .choice(["3.1.0"]), "info": ["type": "object"], "servers": ["type": "array"],
      "tags": ["type": "array"], "paths": ["type": "object"], "components": ["type": "object"],
    ],
    "required": ["openapi", "info", "servers", "tags", "paths", "components"], "additionalProperties": false,
  ]

  /// What an answer costs before anything is answered; not for the public.
  static let empty = Endpoint(
    method: .get, path: "/api/empty", name: "getNothing", summary: "Nothing.", tag: .service
  ) { _ in Answer() }

  private static func metrics(_ call: Call) async throws -> Answer {
    let health = try await Health(call)
    var page = MetricsPage()
    page.add(
      "folkcal_worker_lag_seconds", .gauge, "How long the oldest reminder that is due has waited.",
      Double(health.lagSeconds))
    page.add(
      "folkcal_planned_seconds", .gauge, "How far ahead everything is planned.",
      Double(max(0, (health.plannedUntil ?? call.moment.now) - call.moment.now)))
    page.add("folkcal_resident_bytes", .gauge, "Memory of this process.", Double(ProcessMemory.residentBytes))
    return .text(page.text + call.service.monitor.text(), as: .metrics)
  }
}

/// Where the service stands.
private struct Health {
  let plannedUntil: Int?
  let lagSeconds: Int

  /// A worker that is this late is ill, or there is none.
  private static let lateSeconds = 300

  init(_ call: Call) async throws {
    let (queue, now) = (call.service.queue, call.moment.now)
    (plannedUntil, lagSeconds) = try await call.work { _ in
      let due = try queue.nextDue(now: now)
      return (try queue.plannedUntil(), max(0, now - (due ?? now)))
    }
  }

  func json(_ call: Call) -> JSON {
    let isPlanned = plannedUntil.map { $0 > call.moment.now } ?? false
    let isLate = lagSeconds > Self.lateSeconds
    return [
      "status": isPlanned && !isLate ? "ok" : "degraded", "version": .text(call.service.version),
      "time": .text(CivilTime.iso(unixTime: call.moment.now)), "store": ["status": "ok"],
      "planner": [
        "status": isPlanned ? "ok" : plannedUntil == nil ? "never ran" : "behind",
        "planned_until": plannedUntil.map { .text(CivilTime.iso(unixTime: $0)) } ?? nil,
      ],
      "worker": ["status": isLate ? "behind" : "ok", "lag_seconds": .integer(lagSeconds)],
    ]
  }
}

/// What the system says of this process.
enum ProcessMemory {
  /// From /proc/self/statm; 0 where there is none.
  static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
