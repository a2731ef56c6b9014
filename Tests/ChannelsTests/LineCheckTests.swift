import Foundation
import Sinks
import TestSupport
import Testing

/// The check by which other tests hold our messages against LINE's reference finds what the reference forbids.
@Suite("LINE: the check of message objects", .timed)
struct LineCheckTests {
  private func faults(_ messages: String, to: String = "U4af4980629da0e8f1d2c3b4a59687766") -> [String] {
    LineRequest(Array(#"{"to":"\#(to)","messages":\#(messages)}"#.utf8)).faults(target: "to").map(\.property)
  }

  private func bubble(_ body: String, rest: String = "") -> String {
    #"[{"type":"flex","altText":"a","contents":{"type":"bubble","body":\#(body)\#(rest)}}]"#
  }

  private func box(_ contents: String, layout: String = "vertical") -> String {
    #"{"type":"box","layout":"\#(layout)","contents":[\#(contents)]}"#
  }

  @Test("The examples of the documents have no fault")
  func documented() {
    #expect(faults(#"[{"type":"text","text":"Hello, user"}]"#).isEmpty)
    let hello = #"{"type":"text","text":"Hello,"},{"type":"text","text":"World!"}"#
    #expect(faults(bubble(box(hello, layout: "horizontal"))).isEmpty)
    let button =
      #"{"type":"button","style":"primary","action":{"type":"uri","label":"Go","uri":"https://example.com"}}"#
    #expect(faults(bubble(box(hello), rest: #","footer":\#(box(button, layout: "horizontal"))"#)).isEmpty)
    let reply =
      #"{"type":"text","text":"a","quickReply":{"items":[{"type":"action","action":{"type":"message","label":"b","text":"c"}}]}}"#
    #expect(faults("[\(reply)]").isEmpty)
  }

  @Test("Faults of messages are named by their place")
  func messages() {
    #expect(faults("[]") == ["messages"])
    let text = #"{"type":"text","text":"a"}"#
    #expect(faults("[" + Array(repeating: text, count: 6).joined(separator: ",") + "]") == ["messages"])
    #expect(faults("[\(text)]", to: "me") == ["to"])
    #expect(faults(#"[{"type":"text","text":" "}]"#) == ["messages[0].text"])
    #expect(faults(#"[{"type":"text","text":"\#(String(repeating: "🎉", count: 2_501))"}]"#) == ["messages[0].text"])
    #expect(faults(#"[{"type":"text","text":"a","colour":"red"}]"#) == ["messages[0].colour"])
    #expect(faults(#"[{"type":"flux"}]"#) == ["messages[0].type"])
    #expect(
      faults(#"[{"type":"flex","altText":"","contents":{"type":"bubble"}}]"#) == [
        "messages[0].altText", "messages[0].contents",
      ])
    #expect(LineRequest(Array("{".utf8)).faults(target: "to").count == 1)
  }

  @Test("Faults of Flex are named by their place")
  func flex() {
    let body = "messages[0].contents.body"
    let text = #"{"type":"text","text":"a"}"#
    #expect(faults(bubble(text)) == [body + ".type"])
    #expect(faults(bubble(box(#"{"type":"text","text":""}"#))) == [body + ".contents[0].text"])
    #expect(faults(bubble(box(#"{"type":"bubble"}"#))) == [body + ".contents[0].type"])
    #expect(faults(bubble(box(#"{"type":"button"}"#))) == [body + ".contents[0].action"])
    // A button may not stand in a baseline box.
    let button = #"{"type":"button","action":{"type":"uri","label":"Go","uri":"https://example.com"}}"#
    #expect(faults(bubble(box(button, layout: "baseline"))) == [body + ".contents[0].type"])
    #expect(faults(bubble(box(text, layout: "diagonal"))) == [body + ".layout"])
    #expect(faults(bubble(box(#"{"type":"text","text":"a","color":"red"}"#))) == [body + ".contents[0].color"])
    #expect(faults(bubble(box(#"{"type":"text","text":"a","size":"huge"}"#))) == [body + ".contents[0].size"])
    let long = #"{"type":"text","text":"\#(String(repeating: "媽", count: 10_001))"}"#
    #expect(faults(bubble(box(long))) == ["messages[0].contents"])
  }

  @Test("A location may be asked for in a quick reply, and nowhere else")
  func location() {
    let action = #"{"type":"location","label":"a"}"#
    func reply(_ action: String) -> String {
      #"[{"type":"text","text":"a","quickReply":{"items":[{"type":"action","action":\#(action)}]}}]"#
    }
    let place = "messages[0].quickReply.items[0].action"
    #expect(faults(reply(action)).isEmpty)
    #expect(faults(reply(#"{"type":"location"}"#)) == [place + ".label"])
    #expect(faults(reply(#"{"type":"location","label":"a","text":"b"}"#)) == [place + ".text"])
    #expect(
      faults(bubble(box(#"{"type":"button","action":\#(action)}"#))) == [
        "messages[0].contents.body.contents[0].action.type"
      ])
  }

  @Test("Faults of actions and quick replies are named by their place")
  func actions() {
    let place = "messages[0].contents.body.contents[0].action"
    func action(_ action: String) -> [String] { faults(bubble(box(#"{"type":"button","action":\#(action)}"#))) }
    #expect(action(#"{"type":"uri","uri":"https://example.com"}"#) == [place + ".label"])
    #expect(
      action(#"{"type":"uri","label":"\#(String(repeating: "a", count: 21))","uri":"https://a.tw"}"#) == [
        place + ".label"
      ])
    #expect(action(#"{"type":"uri","label":"a","uri":"geo:23,121"}"#) == [place + ".uri"])
    #expect(action(#"{"type":"uri","label":"a","uri":"https://a.tw/媽"}"#) == [place + ".uri"])
    #expect(
      action(#"{"type":"uri","label":"a","uri":"https://a.tw/\#(String(repeating: "a", count: 990))"}"#) == [
        place + ".uri"
      ])
    let item = #"{"type":"action","action":{"type":"message","label":"b","text":"c"}}"#
    let items = Array(repeating: item, count: 14).joined(separator: ",")
    #expect(
      faults(#"[{"type":"text","text":"a","quickReply":{"items":[\#(items)]}}]"#) == ["messages[0].quickReply.items"])
  }
}
