import Foundation
import TestSupport
import Testing

@testable import Channels

@Suite("Push: the content of a message", .timed)
struct WebPushContentTests {
  @Test("The service worker gets text and link as JSON")
  func content() throws {
    let json = try #require(PushContent.json(.reminder()))
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"body":"農曆三月廿三，4 月 20 日星期日。","link":"folklore://event/88","tag":"u42-88-2025-04-20-main","#
        + #""title":"明天是媽祖聖誕"}"#)
  }

  @Test(
    "A long body is cut between characters, as late as possible",
    arguments: ["媽祖", "👨‍👩‍👧‍👦🇹🇼", "\"\\\u{1}", "a", "é\r\n"], [200, 3_993])
  func shortened(unit: String, limit: Int) throws {
    let body = String(repeating: unit, count: 4_000)
    let json = try #require(PushContent.json(.reminder(body: body), limitBytes: limit))
    let content = try JSONDecoder().decode([String: String].self, from: Data(json))
    let shown = try #require(content["body"])
    #expect(json.count <= limit)
    #expect(shown.hasSuffix("…"))
    let characters = Array(shown.dropLast())
    #expect(characters == Array(body.prefix(characters.count)))
    // One more character would not fit: every unit's characters take at most 60 bytes as JSON.
    #expect(json.count > limit - 60)
  }

  @Test("A body that just fits is not changed")
  func justFits() throws {
    let empty = try #require(PushContent.json(.reminder(body: ""), limitBytes: 4_000))
    let body = String(repeating: "a", count: 3_993 - empty.count)
    #expect(PushContent.json(.reminder(body: body))?.count == 3_993)
    let longer = try #require(PushContent.json(.reminder(body: body + "a")))
    #expect(longer.count == 3_993)
    #expect(String(decoding: longer, as: UTF8.self).contains("a…"))
  }

  @Test("A title that is too long is rejected")
  func noRoom() {
    #expect(PushContent.json(.reminder(title: String(repeating: "媽", count: 2_000))) == nil)
  }

  @Test("A character with thousands of combining marks is removed whole")
  func marks() throws {
    let body = "好" + "a" + String(repeating: "\u{301}", count: 5_000)
    let json = try #require(PushContent.json(.reminder(body: body)))
    #expect(try JSONDecoder().decode([String: String].self, from: Data(json))["body"] == "好…")
  }

  @Test(
    "The lifetime of a message lasts until it expires, between zero and four weeks",
    arguments: [
      (100, 40, 60), (100, 100, 0), (100, 200, 0), (10_000_000, 0, 2_419_200), (.max, -5, 2_419_200), (.min, 5, 0),
    ])
  func timeToLive(expiresAt: Int, now: Int, seconds: Int) {
    #expect(Message.reminder(expiresAt: expiresAt).timeToLiveSeconds(now: now) == seconds)
  }

  @Test("Equal keys have equal topics, different keys different ones, each of 32 base64url characters")
  func topic() {
    let topics = ["", "a", "u42-88-2025-04-20-main", String(repeating: "x", count: 64)].map {
      Message.reminder(key: $0).topic
    }
    #expect(Set(topics).count == 4)
    #expect(topics.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]{32}/) != nil })
    #expect(Message.reminder(key: "a", title: "另").topic == topics[1])
    // sha256("a"), the first 24 bytes: known to every sha256sum.
    #expect(topics[1] == "ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5y")
  }
}
