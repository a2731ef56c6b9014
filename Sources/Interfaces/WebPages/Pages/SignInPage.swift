internal import Addresses
package import Folklore

/// The ways to sign in.
package struct SignInPage: PageContent {
  package static let template = "sign-in"

  package let title: String
  let lead: String
  let skip: PageLink?
  /// Operators' words are not for who opens the app for the first time.
  let isFirstStep: Bool
  /// What was done or went wrong before.
  let notice: String?
  let passkey: Passkey?
  let passkeyLacks: String?
  let mail: Mail?
  let google: String?
  let operatorTitle: String
  let linkText: String
  let command: String
  /// The page to go to afterwards.
  let to: String
  let googleAddress: String

  struct Passkey {
    let button: String
    let newButton: String
    let challenge: String
    let newChallenge: String
    let user: String
    let host: String
    let failure: String
  }

  struct Mail {
    let label: String
    let button: String
    let hint: String
    let typed: String
    let fault: String?
  }

  /// What passkeys sign here.
  package struct Challenges: Sendable {
    let signIn: String
    let new: String
    let user: String

    /// - Parameters:
    ///   - signIn: the challenge for a passkey that exists.
    ///   - new: the challenge for a new one.
    ///   - user: the UUID of the account that a new one makes.
    package init(signIn: String, new: String, user: String) {
      self.signIn = signIn
      self.new = new
      self.user = user
    }
  }

  /// - Parameters:
  ///   - passkeys: nil if the browser does not allow passkeys here.
  ///   - host: the ID of the passkeys.
  ///   - hasMail: whether the server can send mail.
  ///   - hasGoogle: whether signing in with Google is configured.
  ///   - isSent: whether a mail was asked for just now.
  ///   - to: the page to go to afterwards.
  ///   - typed: a mail address that was refused, and why.
  ///   - skip: where to go without signing in; nil if this is not the first of the first steps.
  ///   - hasChoice: whether the browser has a choice that comes along.
  package init(
    _ language: Language, passkeys: Challenges?, host: String, hasMail: Bool, hasGoogle: Bool, isSent: Bool, to: String,
    typed: String = "", fault: String? = nil, skip: String? = nil, hasChoice: Bool = false
  ) {
    let say = language.say
    title = skip == nil ? say("登入", "登录", "Sign in") : say("歡迎", "欢迎", "Welcome")
    self.to = to
    let along = hasChoice ? say("您已經選的日子會帶過去。", "您已经选的日子会带过去。", " What you have chosen comes along.") : ""
    lead =
      say(
        "有帳號，就能在手機、電腦看到同一份提醒。沒有帳號也用同樣的方式：第一次登入就會建立，不需要密碼。", "有账号，就能在手机、电脑看到同一份提醒。没有账号也用同样的方式：第一次登录就会建立，不需要密码。",
        "With an account, your telephone and your computer show the same reminders. If you have none, signing in makes one; there is no password."
      ) + along
    self.skip = skip.map { PageLink(say("先不登入", "先不登录", "Not now"), $0, .button) }
    isFirstStep = skip != nil
    googleAddress = "/sign-in/google?to=" + PercentEncoding.encode(to)
    notice =
      isSent
      ? say(
        "登入信已經寄出。請打開信裡的連結，30 分鐘內有效。", "登录信已经寄出。请打开信里的链接，30 分钟内有效。",
        "A mail with a link is on its way. The link is valid for 30 minutes.") : nil
    passkey = passkeys.map {
      Passkey(
        button: say("用通行密鑰登入", "用通行密钥登录", "Sign in with a passkey"),
        newButton: say("用通行密鑰建立帳號", "用通行密钥建立账号", "Make an account with a passkey"), challenge: $0.signIn,
        newChallenge: $0.new, user: $0.user, host: host,
        failure: say(
          "通行密鑰沒有成功。請再試一次，或用其他方式登入。", "通行密钥没有成功。请再试一次，或用其他方式登录。",
          "The passkey did not work. Try again, or sign in another way."))
    }
    passkeyLacks =
      passkeys == nil
      ? say(
        "這個網址不能使用通行密鑰：需要 https 的網址，或這台電腦上的 http://localhost。",
        "这个网址不能使用通行密钥：需要 https 的网址，或这台电脑上的 http://localhost。",
        "Passkeys do not work at this address: they need https, or http://localhost on this computer.") : nil
    mail =
      hasMail
      ? Mail(
        label: say("電子郵件地址", "电子邮件地址", "Mail address"), button: say("寄登入連結給我", "寄登录链接给我", "Send me a link"),
        hint: say("我們會寄一個只能用一次的連結。", "我们会寄一个只能用一次的链接。", "We send a link that works once."),
        typed: typed, fault: fault) : nil
    google = hasGoogle ? say("使用 Google 登入", "使用 Google 登录", "Sign in with Google") : nil
    operatorTitle = say("以上方式都不能用？", "以上方式都不能用？", "Nothing above works?")
    linkText = say(
      "請管理員在主機上執行下面的指令，把印出的連結給您：", "请管理员在主机上运行下面的命令，把印出的链接给您：",
      "The operator runs this on the server and gives you the link that it prints:")
    command = "folkcal admin user link mei@example.org --role editor"
  }

  static let markup = """
    <div class="card message">
    <h1>{{title}}</h1>
    {{#notice}}<p class="note" role="status">{{.}}</p>{{/notice}}
    <p>{{lead}}</p>
    {{#google}}<p><a class="button" href="{{googleAddress}}">{{.}}</a></p>{{/google}}
    {{#passkey}}
    <form class="passkey" method="post" action="/sign-in/passkey" data-passkey="get" data-challenge="{{challenge}}" data-host="{{host}}" data-failure="{{failure}}">
    <input type="hidden" name="to" value="{{to}}"/>
    <button class="button quiet" type="submit">{{button}}</button>
    <p class="fault" role="alert"></p>
    </form>
    <form class="passkey" method="post" action="/sign-in/new-passkey" data-passkey="create" data-challenge="{{newChallenge}}" data-host="{{host}}" data-user="{{user}}" data-account="" data-failure="{{failure}}">
    <input type="hidden" name="to" value="{{to}}"/><input type="hidden" name="name" value=""/>
    <button class="button plain" type="submit">{{newButton}}</button>
    <p class="fault" role="alert"></p>
    </form>
    {{/passkey}}
    {{#passkeyLacks}}<p class="hint">{{.}}</p>{{/passkeyLacks}}
    {{#mail}}
    <form class="stack" method="post" action="/sign-in/mail">
    <input type="hidden" name="to" value="{{to}}"/>
    <div class="field"><label for="email">{{label}}</label><input id="email" name="email" type="email" autocomplete="email" required="required" value="{{typed}}" aria-describedby="email-hint"{{#fault}} aria-invalid="true"{{/fault}}/>
    <p class="hint" id="email-hint">{{hint}}</p>{{#fault}}<p class="fault" role="alert">{{.}}</p>{{/fault}}</div>
    <button class="button quiet" type="submit">{{button}}</button>
    </form>
    {{/mail}}
    {{#skip}}<p>{{>page-link}}</p>{{/skip}}
    {{^isFirstStep}}<details><summary>{{operatorTitle}}</summary><p class="hint">{{linkText}}</p>
    <pre><code>{{command}}</code></pre></details>{{/isFirstStep}}
    </div>
    """
}
