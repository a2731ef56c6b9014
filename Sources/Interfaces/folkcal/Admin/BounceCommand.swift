import ArgumentParser
import JSON
import Records
import Store

/// Marks a mail address from which mails came back, or ends the mark.
///
///     folkcal admin user bounce kai@example.org --reason "550 no such user"
struct BounceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounce",
    abstract: Speech.say("標記會退信的電子郵件地址，或取消標記。", "Mark a mail address that mails come back from, or end the mark."),
    discussion: Speech.say(
      "有標記的地址不再收到提醒信，改用備用方式；使用者可以在「通知方式與裝置」自己取消。folkcal mail bounces 會依退信報告自動標記。",
      """
      No reminder is mailed to a marked address; the second way is used. The user can end the mark on the page of ways and devices. \
      folkcal mail bounces marks addresses by the reports of mail servers.
      """))

  @Argument(
    help: .say("電子郵件地址：使用者的，或提醒寄往的。", "The mail address of users, or to which reminders are sent.", valueName: "email"))
  var address: String

  @Option(help: .say("退信的原因，例如郵件伺服器的回應。", "Why mails come back, such as the reply of the server.", valueName: "text"))
  var reason: String?

  @Flag(help: .say("取消標記：可以再寄。", "End the mark: mails are sent again.")) var clear = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard reason == nil || !clear else {
      throw Failure.wrongInput("--reason 與 --clear 不能同時使用", "--reason and --clear do not go together")
    }
    let address = try Store.mailAddress(address)
    let (store, change) = (try author.store.open(), try author.change(time))
    let changes =
      try clear
      ? store.endBounces(of: address, change)
      : store.markBounce(of: address, reason: reason ?? "an operator marked the address", change)
    guard !changes.isEmpty else {
      throw Failure.notFound("沒有使用者的地址是「\(address)」", "no user has the mail address \"\(address)\"")
    }
    guard !output.json else { return try output.printJSON(Told(address, changes)) }
    for change in changes { Swift.print(line(change, address)) }
  }

  private func line(_ change: BounceChange, _ address: String) -> String {
    let user = "\(change.user.key)" + (change.user.id.map { Speech.say("（編號 u\($0)）", " (u\($0))") } ?? "")
    return switch (clear, change.isChanged) {
    case (true, true):
      Speech.say("已取消標記：使用者 \(user)，會再寄信到 \(address)", "ended the mark of user \(user): mails go to \(address) again")
    case (true, false): Speech.say("沒有標記：使用者 \(user)", "user \(user) was not marked")
    default: Speech.say("已標記：使用者 \(user)，不再寄信到 \(address)", "marked user \(user): no more mails go to \(address)")
    }
  }

  private struct Told: Encodable {
    struct User: Encodable {
      let user: String
      let isChanged: Bool
      let bouncedAt: String?
      let reason: String?

      enum CodingKeys: String, CodingKey {
        case user
        case isChanged = "changed"
        case bouncedAt = "bounced_at"
        case reason = "bounce_reason"
      }
    }

    let address: String
    let users: [User]

    init(_ address: String, _ changes: [BounceChange]) {
      self.address = address
      users = changes.map { change in
        User(
          user: change.user.key, isChanged: change.isChanged, bouncedAt: change.user["bounced_at"].text,
          reason: change.user["bounce_reason"].text)
      }
    }
  }
}
