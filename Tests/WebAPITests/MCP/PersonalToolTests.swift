import JSON
import Records
import Sinks
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("tools of a user", .timed)
struct PersonalToolTests {
  @Test("what is followed by a tool is followed in the API, and ends by the other tool")
  func following() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    func followed(_ kind: String) async throws -> [JSON] {
      try await desk.get("/api/user/\(kind)-subscriptions", as: mei.token).json.list
    }
    let reply = try await desk.call("follow", ["event": "媽祖聖誕"], as: mei.token)
    #expect(reply.structured["items"] == .list(try await followed("event")))
    #expect(try await followed("event").map { $0["event"] } == ["mazu"])
    #expect(reply.text == "追蹤：媽祖聖誕 [mazu]")
    // A second time changes nothing.
    #expect(try await desk.call("follow", ["event": "88"], as: mei.token).structured == reply.structured)
    let stopped = try await desk.call("unfollow", ["event": "mazu"], as: mei.token)
    #expect(stopped.structured["items"][0]["enabled"] == false && stopped.text == "不提醒：媽祖聖誕 [mazu]")
    _ = try await desk.call("follow", ["group": "guanyin"], as: mei.token)
    #expect(try await followed("group").map { $0["group"] } == ["guanyin"])
    _ = try await desk.call("unfollow", ["group": "guanyin"], as: mei.token)
    #expect(try await followed("group").map { $0["enabled"] } == [false])
  }

  @Test(
    "either an event or a group is followed",
    arguments: [
      [:], ["event": "mazu", "group": "guanyin"], ["event": "nope"], ["group": "nope"], ["deity": "mazu"],
    ] as [JSON])
  func unclear(arguments: JSON) async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    for tool in ["follow", "unfollow"] {
      #expect(try await desk.call(tool, arguments, as: mei.token).isError)
    }
    #expect(try await desk.get("/api/user/event-subscriptions", as: mei.token).json == [])
  }

  @Test(
    "a typed date becomes a day of every year",
    arguments: [
      ("農曆三月廿三", "lunar 3/23"), ("農曆1943年三月廿三", "lunar 3/23 from=1943"),
      ("農曆2025年閏六月十五", "lunar 6/15 leap=leap from=2025"), ("1985-08-08", "solar 8/8 from=1985"),
      ("民國40年10月5日", "solar 10/5 from=1951"),
    ])
  func ownDay(date: String, rule: String) async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    let added = try await desk.call(
      "add_own_day", ["title": "阿嬤生日", "date": .text(date), "observance": "birthday", "advance_days": 3], as: mei.token)
    #expect(!added.isError, "\(added.text)")
    #expect(added.structured["title"] == "阿嬤生日" && added.structured["advance_days"] == 3)
    let kept = try await desk.get("/api/user/events", as: mei.token).json
    #expect(kept.list.count == 1 && kept[0]["rule"] == added.structured["rule"])
    #expect(added.structured["rule"].text == rule)
    #expect(try await desk.call("list_own_days", as: mei.token).structured["items"] == kept)
    let removed = try await desk.call("remove_own_day", ["id": kept[0]["id"]], as: mei.token)
    #expect(removed.structured == ["done": true])
    #expect(try await desk.get("/api/user/events", as: mei.token).json == [])
  }

  @Test(
    "a day of one's own that is no day is refused, with the argument",
    arguments: [
      (["date": "農曆三月廿三"], "title"), (["title": "x"], "date"),
      (["title": "x", "date": "農曆十三月初一"], "date"), (["title": "x", "rule": "lunar 13/1"], "rule"),
      (["title": "x", "date": "1985-08-08", "rule": "solar 8/8"], "date"),
      (["title": "x", "date": "1985-08-08", "advance_days": 99], "advance_days"),
    ] as [(JSON, String)])
  func wrongDay(arguments: JSON, named: String) async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    let reply = try await desk.call("add_own_day", arguments, as: mei.token)
    #expect(reply.isError && reply.text.contains(named), "\(reply.text)")
    #expect(try await desk.get("/api/user/events", as: mei.token).json == [])
  }

  @Test("nobody reaches another user's days")
  func others() async throws {
    let desk = try await APIDesk()
    let (mei, amy) = (try desk.user("mei"), try desk.user("amy"))
    let added = try await desk.call("add_own_day", ["title": "a", "date": "農曆三月廿三"], as: mei.token)
    let reply = try await desk.call("remove_own_day", ["id": added.structured["id"]], as: amy.token)
    #expect(reply.isError)
    #expect(try await desk.call("list_own_days", as: mei.token).structured["items"].list.count == 1)
    #expect(try await desk.call("list_own_days", as: amy.token).structured["items"] == [])
  }

  @Test("without a user, and with a token that may only read, nothing is changed")
  func rights() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    let day: JSON = ["title": "a", "date": "農曆三月廿三"]
    #expect(try await desk.call("add_own_day", day).text == "sign in, or send a token")
    let reading = try desk.token(.reader, of: mei)
    #expect(try await desk.call("add_own_day", day, as: reading).text.contains("reader"))
    #expect(try await desk.call("add_own_day", day, as: try desk.token(.admin)).text.contains("not a user's"))
    #expect(try await desk.get("/api/user/events", as: mei.token).json == [])
  }

  @Test("days are counted in the zone of the user")
  func zone() async throws {
    // 2025-04-17 12:00 in Taipei is 2025-04-16 in Los Angeles.
    let desk = try await APIDesk()
    let mei = try desk.user("mei", [.init("time_zone", "America/Los_Angeles")])
    #expect(try await desk.call("convert_date", ["date": "today"], as: mei.token).structured["solar"] == "2025-04-16")
    let next = try await desk.call("get_event", ["event": "mazu"], as: mei.token)
    #expect(next.structured["countdown_days"] == 4)
    let asked = try await desk.call("get_event", ["event": "mazu", "time_zone": "Asia/Taipei"], as: mei.token)
    #expect(asked.structured["countdown_days"] == 3)
  }

  @Test("what a user will be told, and of what, is what the API says, with the user's time")
  func reminders() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user("mei", [.init("time_zone", "America/Los_Angeles")])
    _ = try await desk.call("follow", ["event": "mazu"], as: mei.token)
    let coming = try await desk.call("preview_my_reminders", as: mei.token)
    #expect(coming.structured["items"] == (try await desk.get("/api/user/preview", as: mei.token).json))
    #expect(coming.structured["items"].list.contains { $0["event"]["key"] == "mazu" })
    #expect(coming.text.contains("2025-04-20 08:00"), "\(coming.text)")
    let followed = try await desk.call("list_followed", as: mei.token)
    #expect(followed.structured["items"] == (try await desk.get("/api/user/following", as: mei.token).json))
    #expect(followed.text.contains("2025-04-20（星期日） 媽祖聖誕 [mazu] chosen"), "\(followed.text)")
  }

  @Test("an assistant whose user was deleted is told so")
  func gone() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    _ = try desk.store.remove(.user, key: mei.uuid, desk.change)
    let reply = try await desk.call("list_own_days", as: mei.token)
    #expect(reply.isError && reply.text.contains("does not exist any more"), "\(reply.text)")
  }
}
