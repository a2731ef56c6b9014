import Channels
import Foundation
import Sinks
import TestSupport
import Testing
import Transfer

@Suite("Ntfy", .timed)
struct NtfyChannelTests {
  private static func channel(token: String? = nil) -> NtfyChannel {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    return NtfyChannel(client: TransferClient(configuration), token: token, allowsPlainHTTP: true) { 0 }
  }

  @Test("A message is published as JSON at the root of the server")
  func publication() async throws {
    let sink = try SinkServer()
    let title = "明天是媽祖聖誕 🎉\u{7}"
    #expect(
      await Self.channel(token: "tk_abc").send(.example(title: title), to: sink.url + "/my_topic-1") == .delivered)
    let request = try #require(sink.requests.first)
    #expect(request.method == "POST" && request.path == "/")
    #expect(request.header("authorization") == "Bearer tk_abc")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    #expect(object["topic"] as? String == "my_topic-1")
    #expect(object["title"] as? String == title)
    #expect(object["message"] as? String == "農曆三月廿三。\n大甲鎮瀾宮 & <其他>")
    #expect(object["click"] as? String == "folklore://event/88")
    #expect(object["tags"] as? [String] == ["calendar"])
    #expect(object.count == 5)
  }

  @Test("No token means no authorization header; a slash after the topic is ignored")
  func noToken() async throws {
    let sink = try SinkServer()
    #expect(await Self.channel().send(.example(), to: sink.url + "/topic/") == .delivered)
    #expect(sink.requests.first?.header("authorization") == nil)
  }

  @Test("A long text is cut between characters below ntfy's limit")
  func longText() async throws {
    let sink = try SinkServer()
    #expect(
      await Self.channel().send(.example(body: String(repeating: "👨‍👩‍👧", count: 1_000)), to: sink.url + "/t") == .delivered
    )
    let body = try #require(sink.requests.first?.body)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    let text = try #require(object["message"] as? String)
    #expect(text.utf8.count <= 4_096 && text.utf8.count > 4_000)
    #expect(text.dropLast().allSatisfy { $0 == "👨‍👩‍👧" } && text.last == "…")
  }

  @Test(
    "A URL without a topic is rejected",
    arguments: ["", "/", "/a/b", "/t%20", "/topic?x=y", "/" + String(repeating: "t", count: 65)])
  func noTopic(path: String) async throws {
    let sink = try SinkServer()
    let outcome = await Self.channel().send(.example(), to: sink.url + path)
    guard case .rejected(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("names no topic"))
    #expect(sink.requestCount == 0)
  }

  @Test("A token that could end its header is rejected and not shown")
  func badToken() async throws {
    let sink = try SinkServer()
    let outcome = await Self.channel(token: "secret\r\nX: y").send(.example(), to: sink.url + "/t")
    #expect(outcome == .rejected(reason: "the value of the header Authorization has a control character"))
  }

  @Test("Outcomes of ntfy's answers")
  func answers() async throws {
    let refusal = #"{"code":40301,"http":403,"error":"forbidden"}"#
    let sink = try SinkServer { $0.number == 0 ? .status(403, body: refusal) : .status(507) }
    let channel = Self.channel()
    #expect(await channel.send(.example(), to: sink.url + "/t") == .rejected(reason: "answered 403: \(refusal)"))
    #expect(await channel.send(.example(), to: sink.url + "/t") == .failed(reason: "answered 507"))
  }

  @Test("A message is retried after the server rejects the token", arguments: [401, 403])
  func oldToken(status: Int) async throws {
    let sink = try SinkServer { _ in .status(status) }
    let outcome = await Self.channel(token: "tk_old").send(.example(), to: sink.url + "/t")
    #expect(outcome == (status == 401 ? .closed(reason: "answered 401") : .failed(reason: "answered 403")))
  }
}
