import Folklore
import HTTPTypes
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// An app sends its access token with everything, also when it has expired.
@Suite("what needs nobody looks at no token", .timed, .timeLimit(.minutes(20)))
struct PublicRouteTests {
  private func headers(_ desk: APIDesk, _ user: DeskUser) throws -> [String] {
    let ended = try desk.service.accessToken(userID: user.id, uuid: user.uuid, now: APIDesk.noon - 100_000_000_000)
    return [
      "Bearer " + ended.token, "Bearer " + user.token, "Bearer " + user.token + "A",
      "Bearer " + (try desk.token(.admin)),
      "Bearer " + (try desk.token(.reader, expiresAt: APIDesk.noon + 10)),
      "Bearer fck_" + String(repeating: "0", count: 64), "Bearer", "Bearer a b", "Basic YWRtaW46YWRtaW4=", "garbage",
      "",
      "Bearer " + String(repeating: "x", count: 5_000),
    ]
  }

  @Test("public routes answer as they do without the header: the same bytes, tags and rules for caches")
  func publicRoutes() async throws {
    let desk = try await APIDesk()
    let user = try desk.user()
    let headers = try headers(desk, user)
    desk.clock.advance(seconds: 20)
    for endpoint in APIService.endpoints
    where endpoint.access == .open && endpoint.tag != .signIn && endpoint.name != "getHealth" {
      let walk = RouteWalk(endpoint)
      let plain = try await desk.ask(walk, authorization: nil)
      for header in headers {
        let reply = try await desk.ask(walk, authorization: header)
        #expect(
          reply.status == plain.status && reply.body == plain.body || plain.status >= 400,
          "\(walk.target) \(header.prefix(20))")
        #expect(reply.status == plain.status, "\(walk.target) \(header.prefix(20))")
        for name in ["ETag", "Cache-Control", "Vary"] { #expect(reply.header(name) == plain.header(name)) }
      }
    }
    // What is not there and what is asked in another way, too.
    for header in headers {
      #expect(try await desk.get("/nothing", [("Authorization", header)]).status == 404)
      #expect(try await desk.ask("DELETE", "/api/events", [("Authorization", header)]).status == 405)
      #expect(try await desk.ask("OPTIONS", "/api/events", [("Authorization", header)]).status == 204)
    }
    // Nobody's token was used.
    #expect(try desk.store.tokens().allSatisfy { $0.lastUsedAt == nil })
  }

  @Test("whoever's access token has ended refreshes it, signs out and signs in, with that token in the header")
  func sessions() async throws {
    let desk = try await APIDesk()
    let user = try desk.user()
    let headers = try headers(desk, user)
    desk.clock.advance(seconds: 20)
    for header in headers {
      let authorization = [("Authorization", header)]
      let first = try desk.store.startSession(userID: user.id, now: APIDesk.noon, lifetimeSeconds: 10_000)
      let reply = try await desk.send("POST", "/api/auth/refresh", ["refresh_token": .text(first)], authorization)
      reply.expect(200)
      let second = try #require(try reply.json["refresh_token"].text)
      try await desk.send("POST", "/api/auth/logout", ["refresh_token": .text(second)], authorization).expect(204)
      // Its own token is still looked at.
      try await desk.send("POST", "/api/auth/refresh", ["refresh_token": .text(second)], authorization)
        .expectProblem(401)
      // Nobody can sign in with Google here, which is another matter.
      try await desk.send("POST", "/api/auth/google", ["idToken": "x"], authorization).expectProblem(503)
    }
  }

  @Test("the document asks for no token there, and tells of no 401")
  func document() async throws {
    let document = try await APIDesk.reading.get("/api/openapi.json").json
    for endpoint in APIService.endpoints where endpoint.access == .open {
      let operation = document["paths"][endpoint.path][endpoint.method.rawValue.lowercased()]
      #expect(operation["security"] == [])
      let isSigningIn = ["signInWithGoogle", "signInWithLink", "refreshSession"].contains(endpoint.name)
      #expect((operation["responses"]["401"] != .null) == isSigningIn, "\(endpoint.name)")
    }
  }
}

extension APIDesk {
  fileprivate func send(
    _ method: String, _ target: String, _ json: JSON, _ headers: [(String, String)]
  ) async throws -> Reply {
    try await send(method, target, json, as: nil, headers)
  }
}
