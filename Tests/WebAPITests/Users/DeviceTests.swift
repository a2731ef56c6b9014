import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("a user's devices", .timed, .timeLimit(.minutes(20)))
struct DeviceTests {
  private static let path = "/api/user/device-token"
  private let desk: APIDesk
  private let mei: DeskUser

  init() async throws {
    desk = try await APIDesk()
    mei = try desk.user("mei")
  }

  private func register(_ token: String, isActive: Bool = true) async throws {
    let body: JSON = ["token": .text(token), "platform": "ios", "is_active": .flag(isActive)]
    try await desk.send("PUT", Self.path, body, as: mei.token).expect(200)
  }

  private func listed() async throws -> [JSON] { try await desk.get(Self.path, as: mei.token).json.list }

  private func tokens() throws -> Set<String> {
    Set(try desk.store.record(.user, key: mei.uuid)["devices"].list.compactMap { $0["token"].text })
  }

  private func remove(_ body: JSON?, _ query: String = "", as user: DeskUser? = nil) async throws -> Reply {
    try await desk.ask("DELETE", Self.path + query, as: (user ?? mei).token, body: body?.bytes)
  }

  @Test("they are listed without their tokens, the latest first")
  func list() async throws {
    #expect(try await listed() == [])
    let token = "a-long-token-of-the-push-service-with-ABCDEF"
    try await register(token)
    desk.clock.advance(seconds: 100)
    try await register("second")
    let reply = try await desk.get(Self.path, as: mei.token)
    #expect(!reply.text.contains(token) && !reply.text.contains("second"))
    let devices = try reply.json.list
    #expect(devices.map { $0["token_end"] } == ["d", "ABCDEF"])
    #expect(devices.allSatisfy { $0["platform"] == "ios" && $0["is_active"] == true })
    #expect(devices[1]["registered_at"] == "2025-04-17T04:00:00Z")
    #expect(Set(devices.compactMap { $0["id"].text }).count == 2)
    // The same again is no change, and half an hour later no write.
    let tag = try #require(reply.header("ETag"))
    try await register(token)
    #expect(try await desk.get(Self.path, as: mei.token, [("If-None-Match", tag)]).status == 304)
    desk.clock.advance(seconds: 2 * 86_400)
    try await register(token)
    #expect(try await listed()[0]["seen_at"] == "2025-04-19T04:01:40Z")
    #expect(try await listed()[0]["token_end"] == "ABCDEF")
    #expect(try await desk.get(Self.path, as: desk.user("lin").token).json == [])
  }

  @Test("one is forgotten by its token or by its id, and nobody else's")
  func removal() async throws {
    for token in ["a", "b", "c", "d"] { try await register(token) }
    let lin = try desk.user("lin")
    try await remove(["token": "a"], as: lin).expectProblem(404)
    try await remove(["token": "a"]).expect(204)
    #expect(try tokens() == ["b", "c", "d"])
    try await remove(["token": "a"]).expectProblem(404)
    let ids = try await listed().compactMap { $0["id"].text }
    try await remove(["id": .text(ids[0])], as: lin).expectProblem(404)
    try await remove(["id": .text(ids[0])]).expect(204)
    try await remove(nil, "?id=" + ids[1]).expect(204)
    #expect(try tokens().count == 1)
    for body in [[:], ["token": "d", "id": "x"], ["token": 5], ["token": nil]] as [JSON] {
      try await remove(body).expectProblem(422)
    }
    try await remove(["token": "d", "all": true]).expectProblem(422, field: "all")
    try await remove(nil, "?id=x").expectProblem(400, field: "id")
    try await remove(["token": "d"], "?id=" + ids[2]).expectProblem(422, field: "id")
    try await remove(nil).expectProblem(400)
    #expect(try tokens().count == 1)
    #expect(try desk.service.queue.devices(of: mei.id).count == 1)
  }

  @Test("the twenty-first takes the place of one that is switched off, else of the one that was seen the longest ago")
  func limit() async throws {
    for number in 0..<20 {
      try await register("device-\(number)", isActive: number != 7)
      desk.clock.advance(seconds: 60)
    }
    #expect(try tokens().count == 20)
    try await register("new-1")
    #expect(try tokens().count == 20 && !tokens().contains("device-7"))
    // The first one is seen once more, two days later: it is in use.
    desk.clock.advance(seconds: 2 * 86_400)
    try await register("device-0")
    try await register("new-2")
    #expect(try tokens().count == 20 && tokens().isSuperset(of: ["device-0", "new-1", "new-2"]))
    #expect(try !tokens().contains("device-1"))
    // One that is known needs no room; nor does one that is switched off.
    try await register("device-2", isActive: false)
    #expect(try tokens().count == 20)
    // One that moves here from another user needs it.
    let lin = try desk.user("lin")
    try await desk.send("PUT", Self.path, ["token": "lins", "platform": "web"], as: lin.token).expect(200)
    try await register("lins")
    #expect(try tokens().count == 20 && tokens().contains("lins") && !tokens().contains("device-2"))
    #expect(try desk.store.faults() == [])
  }

  @Test("who has more from before is brought down by the next one")
  func older() async throws {
    let devices = (0..<25).map { JSON.object([.init("token", .text("old-\($0)")), .init("platform", "ios")]) }
    try await desk.edit(.user, mei.uuid, ["devices": .list(devices)])
    #expect(try await listed().count == 25)
    try await register("new")
    #expect(try tokens().count == 20 && tokens().contains("new"))
  }
}
