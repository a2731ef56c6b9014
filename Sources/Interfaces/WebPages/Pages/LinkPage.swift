package import Folklore

/// The page of a link that signs somebody in. Opening it changes nothing, because mail programs open links too; the button spends it.
package struct LinkPage: PageContent {
  package static let template = "link"

  package let title: String
  let text: String
  let button: String
  /// The fields of the first operator; nil for somebody who has an account.
  let first: First?
  let address: String

  struct First {
    let nameLabel: String
    let name: String
    let emailLabel: String
    let emailHint: String
    let email: String
    let faults: [String]
    let hasFaults: Bool
  }

  /// - Parameters:
  ///   - address: the path of the link.
  ///   - name: what the person is called; nil for the first operator.
  ///   - typed: what the first operator has typed before.
  ///   - faults: what is wrong with it.
  package init(
    _ language: Language, address: String, name: String?, typed: (name: String, email: String) = ("", ""),
    faults: [String] = []
  ) {
    let say = language.say
    self.address = address
    button = say("登入", "登录", "Sign in")
    if let name {
      title = say("登入", "登录", "Sign in")
      text = say("以「\(name)」的身分登入。這個連結只能用一次。", "以「\(name)」的身份登录。这个链接只能用一次。", "Sign in as \(name). The link works once.")
      first = nil
    } else {
      title = say("您是第一位管理員", "您是第一位管理员", "You are the first administrator")
      text = say(
        "請填您的稱呼，修改紀錄會用到。這個連結只能用一次；登入後請加一把通行密鑰，下次就不用連結。",
        "请填您的称呼，修改记录会用到。这个链接只能用一次；登录后请加一把通行密钥，下次就不用链接。",
        "Say what to call you; the log of changes names you. The link works once: add a passkey afterwards, and you need no link next time."
      )
      first = First(
        nameLabel: say("稱呼", "称呼", "Name"), name: typed.name, emailLabel: say("電子郵件地址", "电子邮件地址", "Mail address"),
        emailHint: say("可以不填。填了就能用信箱登入。", "可以不填。填了就能用邮箱登录。", "Optional. With it you can sign in by mail."),
        email: typed.email, faults: faults, hasFaults: !faults.isEmpty)
    }
  }

  static let markup = """
    <div class="card message">
    <h1>{{title}}</h1>
    <p>{{text}}</p>
    <form class="stack" method="post" action="{{address}}">
    {{#first}}
    {{#hasFaults}}<ul class="note warn" role="alert">{{#faults}}<li>{{.}}</li>{{/faults}}</ul>{{/hasFaults}}
    <div class="field"><label for="name">{{nameLabel}}</label><input id="name" name="name" autocomplete="name" maxlength="200" required="required" value="{{name}}"/></div>
    <div class="field"><label for="email">{{emailLabel}}</label><input id="email" name="email" type="email" autocomplete="email" value="{{email}}" aria-describedby="email-hint"/>
    <p class="hint" id="email-hint">{{emailHint}}</p></div>
    {{/first}}
    <button class="button" type="submit">{{button}}</button>
    </form>
    </div>
    """
}
