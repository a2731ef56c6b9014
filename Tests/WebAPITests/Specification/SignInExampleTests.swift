import Folklore
import Foundation
import JSON
import Records
import Sinks
import Store
import TestSupport
import Testing

@testable import WebAPI

/// The example of the specification's section 5.4, and what comes after signing in.
@Suite("signing in", .timed, .timeLimit(.minutes(20)))
struct SignInExampleTests {
  private let google: KeyServer
  private let desk: APIDesk

  init() async throws {
    google = try KeyServer()
    desk = try await APIDesk(now: KeyServer.Clock.start, google: google) {
      $0.accessTokenSeconds = APIConfiguration().accessTokenSeconds
    }
  }

  private func signIn(_ claims: [String: String?] = [:]) async throws -> Reply {
    try await desk.send("POST", "/api/auth/google", ["idToken": .text(TestToken.good(claims: claims))])
  }

  @Test("POST /api/auth/google: the user, a token, its end")
  func example() async throws {
    let reply = try await signIn()
    reply.expect(200)
    let json = try reply.json
    let uuid = try #require(json["user"]["id"].text)
    #expect(UUID(uuidString: uuid) != nil)
    #expect(json["user"]["email"] == "mei@gmail.com")
    #expect(json["user"]["display_name"] == "林美")
    #expect(json["user"]["avatar_url"] == "https://lh3.googleusercontent.com/a/mei=s96-c")
    let token = try #require(json["supabase_token"].text)
    #expect(json["token"] == .text(token))
    // Fifteen minutes after 2027-01-15T08:00:00Z.
    #expect(json["expires_at"] == "2027-01-15T08:15:00Z")
    #expect(reply.header("Cache-Control") == "no-store")

    let profile = try await desk.get("/api/user/profile", as: token)
    profile.expect(200)
    #expect(try profile.json["id"] == .text(uuid))
    // Who signs in again is the same user.
    #expect(try await signIn().json["user"]["id"] == .text(uuid))
    #expect(try desk.store.records(.user).count == 1)
  }

  @Test("the access token ends after fifteen minutes, and a refresh token gives the next")
  func refresh() async throws {
    let session = try await signIn().json
    let token = try #require(session["token"].text)
    desk.clock.advance(seconds: 899)
    try await desk.get("/api/user/profile", as: token).expect(200)
    desk.clock.advance(seconds: 1)
    try await desk.get("/api/user/profile", as: token).expectProblem(401)
    let next = try await desk.send("POST", "/api/auth/refresh", ["refresh_token": session["refresh_token"]])
    next.expect(200)
    let json = try next.json
    #expect(json["user"]["email"] == "mei@gmail.com")
    #expect(json["refresh_token"] != session["refresh_token"])
    #expect(json["token"] != session["token"])
    try await desk.get("/api/user/profile", as: json["token"].text).expect(200)

    // Long after its use the first token is in a second pair of hands: the whole session ends.
    desk.clock.advance(seconds: 3_600)
    try await desk.send("POST", "/api/auth/refresh", ["refresh_token": session["refresh_token"]]).expectProblem(401)
    try await desk.send("POST", "/api/auth/refresh", ["refresh_token": json["refresh_token"]]).expectProblem(401)
  }

  @Test("after ninety days one signs in again")
  func end() async throws {
    let session = try await signIn().json
    #expect(session["refresh_expires_at"] == "2027-04-15T08:00:00Z")
    desk.clock.advance(seconds: 90 * 86_400)
    try await desk.send("POST", "/api/auth/refresh", ["refresh_token": session["refresh_token"]]).expectProblem(401)
  }

  @Test("who signs out has no session any more; to sign out twice, or of nothing, is no fault")
  func logout() async throws {
    let session = try await signIn().json
    for _ in 0..<2 {
      let reply = try await desk.send("POST", "/api/auth/logout", ["refresh_token": session["refresh_token"]])
      reply.expect(204)
      #expect(reply.body.isEmpty)
    }
    try await desk.send("POST", "/api/auth/refresh", ["refresh_token": session["refresh_token"]]).expectProblem(401)
    try await desk.send("POST", "/api/auth/logout", ["refresh_token": "fcr_none"]).expect(204)
  }

  @Test("tokens that are not good, and why")
  func refused() async throws {
    try await signIn(["exp": "\(KeyServer.Clock.start - 100)"]).expectProblem(401)
    try await signIn(["aud": #""another-app""#]).expectProblem(401)
    try await signIn(["iss": #""https://evil.example""#]).expectProblem(401)
    try await signIn(["email_verified": "false"]).expectProblem(403)
    try await desk.send("POST", "/api/auth/google", ["idToken": "abc"]).expectProblem(401)
    for body in [[:], ["idToken": ""], ["idToken": 7], ["idToken": nil]] as [JSON] {
      try await desk.send("POST", "/api/auth/google", body).expectProblem(422, field: "idToken")
    }
    try await desk.send("POST", "/api/auth/google", ["idToken": "a", "x": 1]).expectProblem(422, field: "x")
    for body in [[:], ["refresh_token": 7]] as [JSON] {
      for path in ["/api/auth/refresh", "/api/auth/logout"] {
        try await desk.send("POST", path, body).expectProblem(422, field: "refresh_token")
      }
    }
    #expect(try desk.store.records(.user).isEmpty)
  }

  @Test("an address that belongs to another Google account is a conflict")
  func conflict() async throws {
    try await signIn().expect(200)
    try await signIn(["sub": #""2""#]).expectProblem(409)
  }

  @Test("without Google's keys, and where nobody can sign in with Google, it is told so")
  func unavailable() async throws {
    google.answer(.status(500))
    let reply = try await signIn()
    try reply.expectProblem(503)
    #expect(reply.header("Retry-After") != nil)
    let other = try await APIDesk()
    try await other.send("POST", "/api/auth/google", ["idToken": "a.b.c"]).expectProblem(503)
  }
}
