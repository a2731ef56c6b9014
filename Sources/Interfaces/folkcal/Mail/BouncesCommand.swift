import ArgumentParser
import Channels
import Folklore
import Reminders
import Store

/// Reads reports of failed delivery, and marks the addresses that are gone.
///
///     folkcal mail bounces /var/mail/bounces
struct BouncesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounces",
    abstract: Speech.say(
      "讀取退信報告（RFC 3464），不再寄信到已經不存在的位址。",
      "Read reports of failed delivery (RFC 3464), and send no more mail to addresses that are gone."),
    discussion: Speech.say(
      """
      讀取 Maildir 裡還沒讀過的信。只有確定失敗、而且說的是位址本身的報告（例如 5.1.1），會在使用者的資料上做記號；信箱已滿、暫時失敗，\
      以及對方拒收這封信的報告都不會。報告裡要有我們寄出那封信的 Message-ID，否則不採信：那時可用 folkcal admin user bounce。

      讀過的報告移到 cur，並加上記號 S，下次不再讀。不是退信報告的信留在原處。
      """,
      """
      Unread mails of a Maildir are read. Only a report of a failure for good that is about the address itself, such as 5.1.1, marks the user; a \
      full mailbox, a failure that may pass, and a server that refused the mail do not. The report must return the Message-ID of a mail of ours, or \
      it proves nothing: folkcal admin user bounce marks an address by hand.

      Reports that were read move to cur with the flag S, and are not read again. Other mails stay where they are.
      """))

  @Argument(
    help: .say("含有 new、cur 與 tmp 的資料夾。", "The folder that holds new, cur and tmp.", valueName: "maildir"))
  var folder: String

  @Flag(name: .customLong("dry-run"), help: .say("只顯示結果，什麼都不改。", "Show the result and change nothing."))
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let maildir = try Failure.asWrongInput { try Maildir(folder) }
    let store = try author.store.open()
    let change = try author.change(time)
    let reader = BounceReader(
      maildir: maildir, store: store, seal: MailSeal(secret: try store.mailSecret()), change: change,
      changesNothing: dryRun)
    let outcome = try reader.run()
    try output.json ? output.printJSON(outcome) : print(outcome)
    guard outcome.unreadable.isEmpty else {
      throw Failure.failed(
        outcome.unreadable.map(\.chinese).joined(separator: "\n         "),
        outcome.unreadable.map(\.english).joined(separator: "\n         "))
    }
  }

  private func print(_ outcome: BounceReader.Outcome) {
    let say = output.language.say
    if !outcome.reports.isEmpty {
      var table = Table([
        say("結果", "结果", "Result"), say("位址", "地址", "Address"), say("原因", "原因", "Reason"), say("檔案", "文件", "File"),
      ])
      for report in outcome.reports {
        table.add(report.result.name(output.language), report.address, report.reason, report.file)
      }
      Swift.print(table.text(isColored: output.useColor), terminator: "")
    }
    let (reports, others, marked) = (Set(outcome.reports.map(\.file)).count, outcome.others, outcome.marked)
    Swift.print(
      say(
        "退信報告 \(reports) 封，標記使用者 \(marked) 位；其他的信 \(others) 封，留在原處",
        "退信报告 \(reports) 封，标记用户 \(marked) 位；其他的邮件 \(others) 封，留在原处",
        "reports: \(reports), users marked: \(marked); other mails, left where they are: \(others)"))
    if dryRun { StandardError.note("沒有改變任何東西（--dry-run）", "nothing was changed (--dry-run)") }
  }
}
