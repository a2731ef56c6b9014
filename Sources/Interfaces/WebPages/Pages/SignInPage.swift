internal import Addresses
package import Folklore

/// The ways to sign in.
package struct SignInPage: PageContent {
  package static let template = "sign-in"

  package let title: String
  /// What was done or went wrong before.
  let notice: String?
  let passkey: Passkey?
  let passkeyLacks: String?
  let mail: Mail?
  let google: String?
  let linkText: String
  let command: String
  /// The page to go to afterwards.
  let to: String
  let googleAddress: String

  struct Passkey {
    let button: String
    let challenge: String
    let host: String
    let failure: String
  }

  struct Mail {
    let label: String
    let button: String
    let hint: String
  }

  /// - Parameters:
  ///   - challenge: what a passkey signs; nil if the browser does not allow passkeys here.
  ///   - host: the ID of the passkeys.
  ///   - hasMail: whether the server can send mail.
  ///   - hasGoogle: whether signing in with Google is configured.
  ///   - isSent: whether a mail was asked for just now.
  ///   - to: the page to go to afterwards.
  package init(
    _ language: Language, challenge: String?, host: String, hasMail: Bool, hasGoogle: Bool, isSent: Bool, to: String
  ) {
    let say = language.say
    title = say("登入", "登录", "Sign in")
    self.to = to
    googleAddress = "/sign-in/google?to=" + PercentEncoding.encode(to)
    notice =
      isSent
      ? say(
        "如果這個地址有帳號，登入信已經寄出，30 分鐘內有效。", "如果这个地址有账号，登录信已经寄出，30 分钟内有效。",
        "If this address has an account, a mail with a link is on its way. The link is valid for 30 minutes.") : nil
    passkey = challenge.map {
      Passkey(
        button: say("用通行密鑰登入", "用通行密钥登录", "Sign in with a passkey"), challenge: $0, host: host,
        failure: say(
          "通行密鑰沒有成功。請再試一次，或用其他方式登入。", "通行密钥没有成功。请再试一次，或用其他方式登录。",
          "The passkey did not work. Try again, or sign in another way."))
    }
    passkeyLacks =
      challenge == nil
      ? say(
        "這個網址不能使用通行密鑰：需要 https 的網址，或這台電腦上的 http://localhost。",
        "这个网址不能使用通行密钥：需要 https 的网址，或这台电脑上的 http://localhost。",
        "Passkeys do not work at this address: they need https, or http://localhost on this computer.") : nil
    mail =
      hasMail
      ? Mail(
        label: say("電子郵件地址", "电子邮件地址", "Mail address"), button: say("寄登入連結給我", "寄登录链接给我", "Send me a link"),
        hint: say("我們會寄一個只能用一次的連結。", "我们会寄一个只能用一次的链接。", "We send a link that works once.")) : nil
    google = hasGoogle ? say("使用 Google 登入", "使用 Google 登录", "Sign in with Google") : nil
    linkText = say(
      "沒有帳號，或以上方式都不能用？請管理員在主機上執行下面的指令，把印出的連結給您：",
      "没有账号，或以上方式都不能用？请管理员在主机上运行下面的命令，把印出的链接给您：",
      "No account, or nothing above works? The operator runs this on the server and gives you the link that it prints:")
    command = "folkcal admin user link mei@example.org --role editor"
  }

  static let markup = """
    <div class="card message">
    <h1>{{title}}</h1>
    {{#notice}}<p class="note" role="status">{{.}}</p>{{/notice}}
    {{#passkey}}
    <form class="passkey" method="post" action="/sign-in/passkey" data-passkey="get" data-challenge="{{challenge}}" data-host="{{host}}" data-failure="{{failure}}">
    <input type="hidden" name="to" value="{{to}}"/>
    <button class="button" type="submit">{{button}}</button>
    <p class="fault" role="alert"></p>
    </form>
    {{/passkey}}
    {{#passkeyLacks}}<p class="hint">{{.}}</p>{{/passkeyLacks}}
    {{#google}}<p><a class="button quiet" href="{{googleAddress}}">{{.}}</a></p>{{/google}}
    {{#mail}}
    <form class="stack" method="post" action="/sign-in/mail">
    <div class="field"><label for="email">{{label}}</label><input id="email" name="email" type="email" autocomplete="email" required="required" aria-describedby="email-hint"/>
    <p class="hint" id="email-hint">{{hint}}</p></div>
    <button class="button quiet" type="submit">{{button}}</button>
    </form>
    {{/mail}}
    <p class="hint">{{linkText}}</p>
    <pre><code>{{command}}</code></pre>
    </div>
    """
}
