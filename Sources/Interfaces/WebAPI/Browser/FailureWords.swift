import Folklore

/// What the reason of a failure means. Reasons are written for operators: they name hosts and addresses of the operator's network, and what other
/// servers said.
enum FailureWords {
  /// What a reason is about.
  private enum Cause {
    case unreachable, certificate, credentials, gone, bounced, privateAddress, notSetUp

    init?(_ reason: String) {
      func has(_ texts: String...) -> Bool { texts.contains { reason.contains($0) } }
      // The statuses first, because the text of another server after them may hold any of the other words.
      if has("refused us with", "answered 401", "answered 403") {
        self = .credentials
      } else if has(
        "refused the mail with", "answered 404", "answered 410", "no active device", "the user has no",
        "the user has blocked us")
      {
        self = .gone
      } else if has(
        "no connection to", "has no address", "did not answer within", "ended the connection", "the server is slow")
      {
        self = .unreachable
      } else if has("no secure connection") {
        self = .certificate
      } else if has("mails to this address came back") {
        self = .bounced
      } else if has("no public address") {
        self = .privateAddress
      } else if has("not configured", "which is not configured") {
        self = .notSetUp
      } else {
        return nil
      }
    }
  }

  /// What an operator can do about a failure; nil if its reason says all.
  static func advice(on reason: String, _ language: Language) -> String? {
    let say = language.say
    switch Cause(reason) {
    case .unreachable:
      return say(
        "連不上對方的伺服器。等它恢復，或檢查網路與設定的位址，再重送一次。",
        "连不上对方的服务器。等它恢复，或检查网络与设置的地址，再重送一次。",
        "The server could not be reached. Wait until it is back, or check the network and the address, then send again."
      )
    case .certificate:
      return say(
        "對方的憑證有問題。請檢查憑證與主機名稱。", "对方的证书有问题。请检查证书与主机名称。",
        "Its certificate is wrong. Check the certificate and the name of the host.")
    case .credentials:
      return say(
        "對方不接受我們的帳號或金鑰。請檢查服務設定裡的密碼與金鑰，再重送一次。",
        "对方不接受我们的账号或密钥。请检查服务设置里的密码与密钥，再重送一次。",
        "The server does not accept our account or key. Check the passwords and keys of the service, then send again.")
    case .gone:
      return say(
        "收件的位址或裝置已經不在。重送也不會成功，請通知使用者更新設定。",
        "收件的地址或设备已经不在。重送也不会成功，请通知用户更新设置。",
        "The address or device is gone. Sending again will not help; ask the user to change the settings.")
    case .bounced:
      return say(
        "寄到這個地址的信被退回，所以不再寄。地址沒有錯的話，可以在使用者的頁面或「通知方式與裝置」選擇再寄。",
        "寄到这个地址的邮件被退回，所以不再寄。地址没有错的话，可以在用户的页面或「通知方式与设备」选择再寄。",
        "Mails to this address came back, so none is sent. If the address is right, have them sent again on the user's page, or under Ways and devices."
      )
    case .privateAddress, .notSetUp:
      return say("這個管道沒有設定好。請看「服務」頁。", "这个渠道没有设置好。请看「服务」页。", "The channel is not set up. See the page “Service”.")
    case nil: return nil
    }
  }

  /// What the person is told whose message it is: nothing of the operator's network, and nothing that another server wrote.
  static func forUser(_ reason: String, _ language: Language) -> String {
    let say = language.say
    switch Cause(reason) {
    case .unreachable:
      return say(
        "連不上對方的伺服器。請檢查位址，或稍後再試。", "连不上对方的服务器。请检查地址，或稍后再试。",
        "The server could not be reached. Check the address, or try again later.")
    case .certificate:
      return say(
        "不能安全地連到對方的伺服器。請檢查位址。", "不能安全地连到对方的服务器。请检查地址。",
        "There is no secure connection to the server. Check the address.")
    case .credentials:
      return say(
        "對方的伺服器不接受我們的訊息。請檢查位址裡的密碼或金鑰。", "对方的服务器不接受我们的消息。请检查地址里的密码或密钥。",
        "The server does not let us in. Check the password or key in the address.")
    case .gone:
      return say(
        "收件的位址或裝置已經不在。請更新設定。", "收件的地址或设备已经不在。请更新设置。",
        "The address or device is gone. Change the settings.")
    case .bounced:
      return say(
        "寄到您地址的信被退回，所以不再寄。地址沒有錯的話，可以在「通知方式與裝置」選擇再寄。",
        "寄到您地址的邮件被退回，所以不再寄。地址没有错的话，可以在「通知方式与设备」选择再寄。",
        "Mails to your address came back, so none is sent. If it is right, have them sent again under Ways and devices."
      )
    case .privateAddress:
      return say(
        "這個位址不在公開的網際網路上，不能使用。", "这个地址不在公开的互联网上，不能使用。",
        "The address is not on the public internet and cannot be used.")
    case .notSetUp:
      return say(
        "這台伺服器不能用這種方式送通知。", "这台服务器不能用这种方式送通知。", "This server sends no messages by this way.")
    case nil:
      let status = reason.firstMatch(of: #/answered (\d{3})\b/#).map { String($0.1) }
      return status.map { say("對方的伺服器回應 \($0)。", "对方的服务器回应 \($0)。", "The server answered \($0).") }
        ?? say("對方沒有收下這則訊息。請稍後再試。", "对方没有收下这则消息。请稍后再试。", "The message was not taken. Try again later.")
    }
  }
}
