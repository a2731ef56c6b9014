import Folklore
import Records
import WebPages

extension PageBlock {
  /// Says that mails to an address came back, and how they are sent again.
  ///
  /// - Parameter action: what the button sends to.
  static func bounced(_ bounce: MailBounce, _ action: String, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("信寄不到", "邮件寄不到", "Mails come back"))
    block.isWarning = true
    block.lines = [
      visit.say(
        "寄到 \(bounce.address) 的信在 \(visit.time(bounce.at)) 被退回，所以不再寄到那裡；提醒會改用備用的方式，沒有備用方式的就不送。",
        "寄到 \(bounce.address) 的邮件在 \(visit.time(bounce.at)) 被退回，所以不再寄到那里；提醒会改用备用的方式，没有备用方式的就不送。",
        "A mail to \(bounce.address) came back (\(visit.time(bounce.at))), so none is sent there. Reminders go by the second way, or not at all."
      ),
      visit.say("郵件伺服器的說法：", "邮件服务器的说法：", "What the mail server said: ") + bounce.reason,
    ]
    block.forms = [
      PageForm(
        action,
        buttons: [
          PageButton(
            visit.say("地址沒有錯，再寄到這裡", "地址没有错，再寄到这里", "The address is right: send mails again"))
        ])
    ]
    return block
  }
}
