import ArgumentParser
import Folklore
import JSON
import Records
import Store

/// Shows and removes a user's chats on LINE and Telegram.
///
///     folkcal admin user chats u1 --remove line
struct ChatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chats",
    abstract: Speech.say("顯示或移除使用者的 LINE 與 Telegram 聊天。", "Show or remove the LINE and Telegram chats of a user."),
    discussion:
      Speech.say(
        "只顯示服務與狀態；服務給的聊天代號不會顯示。沒有帳號、只有聊天的使用者會連同聊天一起移除。",
        "Shows the service and the state, never the service's number of the chat. A user who is only a chat is removed with it."
      ))

  @Argument(help: .say("使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42.")) var user: String
  @Option(
    help: ArgumentHelp.say("移除這個服務的聊天：line 或 telegram。", "Remove the chat on line or telegram.", valueName: "service"))
  var remove: String?

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try author.store.open()
    let key = try store.record(.user, key: user).key
    if let remove {
      let chat = try chat(remove, in: store.chats(of: key))
      try store.leave(chat.service, chat.id, author.change(time))
      return StandardError.note("已移除 \(chat.service.title) 聊天", "the \(chat.service.title) chat was removed")
    }
    let chats = try store.chats(of: key)
    if output.json {
      return print(
        JSON.list(
          chats.map {
            [
              "service": .text($0.service.rawValue), "is_active": .flag($0.isActive), "is_own": .flag($0.isOwn),
            ]
          }
        ).json())
    }
    guard !chats.isEmpty else { return StandardError.note("這位使用者沒有聊天", "the user has no chats") }
    var table = Table()
    for chat in chats {
      table.add(
        chat.service.rawValue, chat.isActive ? Speech.say("啟用", "on") : Speech.say("已封鎖", "blocked"),
        chat.isOwn ? Speech.say("沒有帳號", "no account") : Speech.say("帳號的", "of the account"))
    }
    print(table.text(isColored: false), terminator: "")
  }

  private func chat(_ name: String, in chats: [Chat]) throws -> Chat {
    guard let service = ChatService(rawValue: name) else {
      throw Failure.wrongInput(
        "--remove 的「\(name)」不是 line 或 telegram", "--remove \"\(name)\" is neither line nor telegram")
    }
    guard let chat = chats.first(where: { $0.service == service }) else {
      throw Failure.notFound("這位使用者沒有 \(service.title) 聊天", "the user has no chat on \(service.title)")
    }
    return chat
  }
}
