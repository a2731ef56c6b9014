import HTTPTypes
import JSON
import Store

@testable import WebAPI

/// A request to each operation, made of what the table says of it, so that a route that is new is walked too.
struct RouteWalk {
  /// Records that there are, by the path that names them.
  private static let existing = [
    "/api/events/{id}": "mazu", "/api/deities/{id}": "mazu", "/api/needs/{need}": "exams",
    "/api/day/{date}": "2025-04-20", "/api/month/{month}": "2025-04", "/api/sky/{date}": "2025-04-20",
    "/api/hours/{date}": "2025-04-20", "/api/day/{date}/reasons": "2025-04-20", "/api/zodiac/{year}": "2027",
    "/api/temples/{id}": "longshan-mengjia", "/api/groups/{id}": "mazu",
    "/api/admin/sources/{key}": "FOLKTW", "/api/admin/deities/{key}": "mazu", "/api/admin/events/{key}": "mazu",
    "/api/admin/temples/{key}": "longshan-mengjia", "/api/admin/groups/{key}": "mazu",
  ]

  let endpoint: Endpoint
  let method: String
  let target: String
  let body: JSON?

  /// - Parameter names: what else stands for the parameters of paths, by path.
  init(_ endpoint: Endpoint, names: [String: String] = [:]) {
    self.endpoint = endpoint
    method = endpoint.method.rawValue
    let known = Self.existing.merging(names) { _, given in given }
    var parts: [String] = []
    for part in endpoint.parts {
      let place = "/" + (endpoint.parts.prefix(parts.count + 1)).joined(separator: "/")
      parts.append(part.hasPrefix("{") ? known[place] ?? "1" : String(part))
    }
    target = "/" + parts.joined(separator: "/") + (Self.queries[endpoint.name].map { "?" + $0 } ?? "")
    body = endpoint.body == nil ? nil : Self.bodies[endpoint.name] ?? [:]
  }

  /// What is asked of operations that need some parameter.
  private static let queries = [
    "previewNotifications": "newmoon=true", "getPillars": "time=1990-05-04T23:30",
    "listGoodDays": "for=%E5%AB%81%E5%A8%B6", "explainDay": "for=%E5%AB%81%E5%A8%B6",
  ]

  /// Bodies that would change something.
  private static let bodies: [String: JSON] = [
    "convertDates": ["solar": "2025-04-20"], "changeProfile": ["display_name": "walked"],
    "changeSettings": ["advance_days": 7], "registerDevice": ["token": "walked", "platform": "ios"],
    "removeDevice": ["token": "walked"],
    "changeGroupSubscriptions": ["subscriptions": [["group": "mazu"]]],
    "changeEventSubscriptions": ["subscriptions": [["event": "mazu"]]],
    "addOwnEvent": ["title": "walked", "rule": "lunar 1/2"], "changeOwnEvent": ["title": "walked"],
    "addSource": ["key": "WALK", "title": "walked"], "addDeity": ["key": "walked", "name": "walked"],
    "addEvent": [
      "key": "walked", "title": "walked", "rule": "lunar 1/2", "type": "festival", "observance": "festival",
    ],
    "addTemple": ["key": "walked", "name": "walked"],
    "addActivity": ["key": "walked", "title": "walked", "temple": "longshan-mengjia", "rule": "lunar 1/2"],
    "addGroup": ["key": "walked", "name": "walked"], "addUser": ["email": "walked@example.org"],
    "changeSource": ["title": "walked"], "changeDeity": ["role": "walked"], "changeEvent": ["title": "walked"],
    "changeTemple": ["phone": "walked"], "changeActivity": ["title": "walked"], "changeGroup": ["name": "walked"],
    "changeUser": ["display_name": "walked"], "addToken": ["name": "walked", "role": "admin"],
    "planReminders": ["days": 3], "retryReminders": ["ids": [1]], "cancelReminders": ["ids": [1]],
    "sendTestMessage": ["userId": "u1", "message": "walked"],
  ]
}

extension APIDesk {
  /// Makes the walk's request.
  ///
  /// - Parameter authorization: the whole header; nil for none.
  func ask(_ walk: RouteWalk, authorization: String?) async throws -> Reply {
    var headers = authorization.map { [("Authorization", $0)] } ?? []
    if walk.body != nil { headers.append(("Content-Type", "application/json")) }
    return try await ask(walk.method, walk.target, headers, body: walk.body?.bytes)
  }
}
