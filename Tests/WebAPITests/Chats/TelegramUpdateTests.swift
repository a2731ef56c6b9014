import Folklore
import Foundation
import Geo
import JSON
import TestSupport
import Testing

@testable import WebAPI

/// Updates in the form of the Bot API's reference ("Update", "Message", "ChatMemberUpdated").
@Suite("Updates of Telegram", .timed)
struct TelegramUpdateTests {
  private static func update(_ rest: String) throws -> TelegramUpdate? {
    TelegramUpdate(try JSON(json: Data("{\"update_id\":10000,\(rest)}".utf8)), bot: "77")
  }

  private static func action(_ content: String, language: String = "zh-hant") throws -> ChatEvent.Action? {
    try update(Self.message(content, language: language))?.event?.action
  }

  private static func message(_ content: String, language: String = "zh-hant") -> String {
    """
    "message":{"message_id":1365,"date":1441645532,"chat":{"id":1111111,"type":"private","first_name":"梅"},\
    "from":{"id":1111111,"is_bot":false,"first_name":"梅","language_code":"\(language)"},\(content)}
    """
  }

  @Test("A text, with the chat, the language and a number that no other bot's update has")
  func text() throws {
    let update = try #require(try Self.update(Self.message(#""text":"下一個 媽祖""#)))
    let event = try #require(update.event)
    #expect(update.number == 10_000 && event.id == "77:10000" && event.chat == "1111111")
    #expect(event.service == .telegram && event.language == .traditionalChinese && event.action == .text("下一個 媽祖"))
    #expect(try Self.update(Self.message(#""text":"a""#, language: "zh-hans"))?.event?.language == .simplifiedChinese)
    #expect(try Self.update(Self.message(#""text":"a""#, language: "en"))?.event?.language == .english)
    #expect(try Self.update(Self.message(#""text":"a""#, language: "de"))?.event?.language == nil)
  }

  @Test(
    "Starting opens the chat, with the code of the link if it is one",
    arguments: [
      ("/start", nil), ("/start fcj_0123456789abcdef", "fcj_0123456789abcdef"),
      ("/start@folkcal_bot AZaz09_-", "AZaz09_-"),
      ("/START abc", "abc"), ("/start  abc ", "abc"), ("/start a b", nil), ("/start 媽祖", nil),
      ("/start " + String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
      ("/start " + String(repeating: "a", count: 65), nil),
    ] as [(String, String?)])
  func start(text: String, code: String?) throws {
    #expect(try Self.action("\"text\":\"\(text)\"") == .opened(code: code))
  }

  @Test("Commands of the menu say what they stand for, in the person's language; others stay as they are")
  func commands() throws {
    #expect(try Self.action(#""text":"/stop""#) == .closed)
    #expect(try Self.action(#""text":"/today""#) == .text("今天"))
    #expect(try Self.action(#""text":"/today@folkcal_bot""#, language: "en") == .text("today"))
    #expect(try Self.action(#""text":"/next 媽祖""#) == .text("下一個 媽祖"))
    #expect(try Self.action(#""text":"/started""#) == .text("/started"))
    #expect(try Self.action(#""text":"/""#) == .text("/"))
  }

  @Test("A place, and a venue, are where the person is; one that is nowhere is not read")
  func place() throws {
    let place = #""location":{"latitude":24.1477,"longitude":120.6736}"#
    let there = try Coordinate(latitude: 24.1477, longitude: 120.6736)
    #expect(try Self.action(place) == .location(there))
    #expect(try Self.action(#""venue":{"title":"鎮瀾宮","address":"大甲"},"# + place) == .location(there))
    #expect(
      try Self.action(#""location":{"latitude":24,"longitude":121}"#) == .location(.init(latitude: 24, longitude: 121)))
    #expect(try Self.action(#""location":{"latitude":124.0,"longitude":120.6}"#) == .unreadable(.other))
    #expect(try Self.action(#""location":{"latitude":"24"}"#) == .unreadable(.other))
  }

  @Test("Pictures and stickers are something that we do not read; notes of Telegram's own are nothing")
  func others() throws {
    #expect(try Self.action(#""sticker":{"file_id":"a","emoji":"👍"}"#) == .unreadable(.sticker))
    #expect(try Self.action(#""voice":{"file_id":"a","duration":3}"#) == .unreadable(.sound))
    #expect(try Self.action(#""photo":[{"file_id":"a"}],"caption":"今天""#) == .unreadable(.picture))
    #expect(try Self.action(#""pinned_message":{"message_id":1}"#) == nil)
    #expect(try Self.action(#""message_auto_delete_time":86400"#) == nil)
  }

  @Test("Blocking closes the chat, letting in again opens it")
  func member() throws {
    func action(_ status: String, after old: String = "member", type: String = "private") throws -> ChatEvent.Action? {
      try Self.update(
        """
        "my_chat_member":{"chat":{"id":1111111,"type":"\(type)"},"from":{"id":1111111,"is_bot":false,"first_name":"梅"},\
        "date":1441645532,"old_chat_member":{"user":{"id":77,"is_bot":true},"status":"\(old)"},\
        "new_chat_member":{"user":{"id":77,"is_bot":true},"status":"\(status)"}}
        """)?.event?.action
    }
    #expect(try action("kicked") == .closed)
    #expect(try action("member") == .opened(code: nil))
    #expect(try action("member", after: "kicked") == .opened(code: nil, isUnblocked: true))
    #expect(try action("restricted") == nil)
    #expect(try action("member", type: "group") == nil)
  }

  @Test(
    "Groups, channels, edited messages and other bots are none of ours, but their numbers count",
    arguments: [
      #""message":{"chat":{"id":-100123,"type":"supergroup"},"from":{"id":5,"is_bot":false},"text":"/start"}"#,
      #""message":{"chat":{"id":5,"type":"private"},"from":{"id":5,"is_bot":true},"text":"今天"}"#,
      #""message":{"chat":{"id":-5,"type":"private"},"text":"今天"}"#,
      #""message":{"chat":{"type":"private"},"text":"今天"}"#, #""message":"今天""#,
      #""edited_message":{"chat":{"id":5,"type":"private"},"text":"今天"}"#,
      #""channel_post":{"chat":{"id":-5,"type":"channel"},"text":"今天"}"#, #""callback_query":{"id":"1","data":"a"}"#,
      #""something_new":{}"#,
    ])
  func notOurs(rest: String) throws {
    let update = try #require(try Self.update(rest))
    #expect(update.number == 10_000 && update.event == nil)
  }

  @Test(
    "What has no number is no update",
    arguments: ["{}", "[]", "1", "null", #"{"update_id":"1"}"#, #"{"update_id":-1}"#])
  func noUpdate(json: String) throws {
    #expect(TelegramUpdate(try JSON(json: Data(json.utf8)), bot: "77") == nil)
  }
}
