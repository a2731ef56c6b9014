import Sinks
import TestSupport
import Testing

/// The check that holds our messages against Telegram's reference must itself find what is wrong.
@Suite("The check of messages to Telegram", .timed)
struct TelegramCheckTests {
  @Test(
    "Right messages pass",
    arguments: [
      #"{"chat_id":1,"parse_mode":"HTML","text":"<b>a</b> &amp; &lt;b&gt; <a href=\"https://a.tw/?b=1&amp;c\">d</a>"}"#,
      #"{"chat_id":1,"parse_mode":"HTML","text":"a","link_preview_options":{"is_disabled":true}}"#,
      #"{"chat_id":1,"parse_mode":"HTML","text":"a","reply_markup":{"inline_keyboard":[[{"text":"a","url":"https://a.tw/"}]]}}"#,
      #"{"chat_id":1,"parse_mode":"HTML","text":"a","reply_markup":{"keyboard":[[{"text":"a","request_location":true}]],"resize_keyboard":true}}"#,
    ])
  func right(body: String) {
    #expect(TelegramRequest(Array(body.utf8)).faults.isEmpty)
  }

  @Test(
    "Wrong ones do not",
    arguments: [
      (#"[]"#, "JSON"), (#"{"parse_mode":"HTML","text":"a"}"#, "chat_id is empty"),
      (#"{"chat_id":1,"text":"a"}"#, "parse_mode is missing"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":" \n"}"#, "text is empty"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"a < b"}"#, "unclosed start tag"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"a > b"}"#, "unescaped >"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"a & b"}"#, "unescaped &"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"<b>a"}"#, "Can't find end tag"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"<b><i>a</b></i>"}"#, "unmatched end tag"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"<p>a</p>"}"#, "Unsupported start tag"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"<a>a</a>"}"#, "a without href"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"a","disable_preview":true}"#, "unknown member disable_preview"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"a","reply_markup":{"inline_keyboard":[]}}"#, "list of rows"),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"a","reply_markup":{"keyboard":[[]]}}"#, "list of rows"),
      (
        #"{"chat_id":1,"parse_mode":"HTML","text":"a","reply_markup":{"inline_keyboard":[[{"text":"a","url":"http://localhost/"}]]}}"#,
        "Wrong HTTP URL"
      ),
      (#"{"chat_id":1,"parse_mode":"HTML","text":"a","reply_markup":{"keyboard":[[{"text":""}]]}}"#, "with a text"),
    ])
  func wrong(body: String, fault: String) {
    let faults = TelegramRequest(Array(body.utf8)).faults
    #expect(faults.contains { $0.contains(fault) }, "\(faults)")
  }

  @Test("4,096 UTF-16 units pass, and one more does not; tags and references count as what they stand for")
  func length() {
    func faults(_ text: String) -> [String] {
      TelegramRequest(Array(#"{"chat_id":1,"parse_mode":"HTML","text":"\#(text)"}"#.utf8)).faults
    }
    #expect(faults("<b>" + String(repeating: "&amp;", count: 4_096) + "</b>").isEmpty)
    #expect(faults(String(repeating: "a", count: 4_097)) == ["Bad Request: message is too long"])
    #expect(faults(String(repeating: "🎉", count: 2_049)) == ["Bad Request: message is too long"])
  }
}
