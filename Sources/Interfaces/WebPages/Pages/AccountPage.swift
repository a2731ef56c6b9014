package import Folklore

/// A person's own account: name and language, passkeys, sessions.
package struct AccountPage: PageContent {
  package static let template = "account"

  package let title: String
  let notice: String?
  let name: String
  let email: String?
  let role: String
  let isOperator: Bool
  let languages: [Choice]
  let passkeys: [Row]
  let adding: Adding?
  let passkeyLacks: String?
  let sessions: [Row]
  let hasOthers: Bool
  let words: AccountWords

  struct Choice {
    let code: String
    let name: String
    let isCurrent: Bool
  }

  package struct Row: Sendable {
    let id: Int
    let name: String
    let detail: String
    let isCurrent: Bool

    package init(id: Int, name: String, detail: String, isCurrent: Bool = false) {
      self.id = id
      self.name = name
      self.detail = detail
      self.isCurrent = isCurrent
    }
  }

  struct Adding {
    let challenge: String
    let host: String
    let user: String
    let account: String
    let failure: String
  }

  package init(
    _ language: Language, name: String, email: String?, role: String, isOperator: Bool, uuid: String,
    passkeys: [Row], challenge: String?, host: String, sessions: [Row], notice: String?
  ) {
    let say = language.say
    words = AccountWords(language)
    title = say("我的帳號", "我的账号", "My account")
    self.notice = notice
    self.name = name
    self.email = email
    self.role = role
    self.isOperator = isOperator
    languages = Language.allCases.map { other in
      Choice(code: other.rawValue, name: other.ownName, isCurrent: other == language)
    }
    self.passkeys = passkeys
    adding = challenge.map {
      Adding(
        challenge: $0, host: host, user: uuid, account: email ?? name,
        failure: say(
          "沒有加入通行密鑰。請再試一次。", "没有加入通行密钥。请再试一次。", "No passkey was added. Try again."))
    }
    passkeyLacks =
      challenge == nil
      ? say(
        "這個網址不能使用通行密鑰：需要 https 的網址，或這台電腦上的 http://localhost。",
        "这个网址不能使用通行密钥：需要 https 的网址，或这台电脑上的 http://localhost。",
        "Passkeys do not work at this address: they need https, or http://localhost on this computer.") : nil
    self.sessions = sessions
    hasOthers = sessions.count > 1
  }

  static let markup = """
    <nav aria-label="{{words.position}}"><ol class="crumbs"><li><a href="/settings">{{words.settings}}</a></li><li aria-current="page">{{title}}</li></ol></nav>
    <div class="head"><h1>{{title}}</h1><p>{{role}}{{#email}} · {{.}}{{/email}}</p>{{#isOperator}}<a class="button plain" href="/admin">{{words.office}}</a>{{/isOperator}}</div>
    {{#notice}}<p class="note" role="status">{{.}}</p>{{/notice}}
    <form class="panel" method="post" action="/account">
    <h2>{{words.profile}}</h2>
    <div class="field"><label for="name">{{words.name}}</label><input id="name" name="name" maxlength="200" autocomplete="name" value="{{name}}"/></div>
    <div class="field"><label for="language">{{words.language}}</label><select id="language" name="language">
    {{#languages}}<option value="{{code}}"{{#isCurrent}} selected="selected"{{/isCurrent}}>{{name}}</option>{{/languages}}
    </select></div>
    <p><button class="button" type="submit">{{words.save}}</button></p>
    </form>
    <section class="panel" aria-labelledby="passkeys">
    <h2 id="passkeys">{{words.passkeys}}</h2>
    <p class="hint">{{words.passkeyText}}</p>
    <ul class="rows">
    {{#passkeys}}
    <li><div><strong>{{name}}</strong><span class="hint">{{detail}}</span></div>
    <form method="post" action="/account/passkeys/{{id}}/remove"><button class="button plain" type="submit">{{words.remove}}<span class="heard"> {{name}}</span></button></form></li>
    {{/passkeys}}
    </ul>
    {{#adding}}
    <form class="passkey" method="post" action="/account/passkeys" data-passkey="create" data-challenge="{{challenge}}" data-host="{{host}}" data-user="{{user}}" data-account="{{account}}" data-failure="{{failure}}">
    <div class="field"><label for="passkey-name">{{words.passkeyName}}</label><input id="passkey-name" name="name" maxlength="100" value="{{words.passkeyDefault}}"/></div>
    <p><button class="button quiet" type="submit">{{words.add}}</button></p>
    <p class="fault" role="alert"></p>
    </form>
    {{/adding}}
    {{#passkeyLacks}}<p class="hint">{{.}}</p>{{/passkeyLacks}}
    </section>
    <section class="panel" aria-labelledby="sessions">
    <h2 id="sessions">{{words.sessions}}</h2>
    <ul class="rows">
    {{#sessions}}
    <li><div><strong>{{name}}</strong>{{#isCurrent}} <span class="tag">{{words.this}}</span>{{/isCurrent}}<span class="hint">{{detail}}</span></div>
    {{^isCurrent}}<form method="post" action="/account/sessions/{{id}}/end"><button class="button plain" type="submit">{{words.end}}<span class="heard"> {{name}}</span></button></form>{{/isCurrent}}</li>
    {{/sessions}}
    </ul>
    <div class="ways">{{#hasOthers}}<form method="post" action="/account/sessions/end"><button class="button plain" type="submit">{{words.endOthers}}</button></form>{{/hasOthers}}
    <form method="post" action="/account/sessions/end-all"><button class="button plain" type="submit">{{words.endAll}}</button></form>
    <form method="post" action="/sign-out"><button class="button plain" type="submit">{{words.signOut}}</button></form></div>
    </section>
    <section class="panel" aria-labelledby="data">
    <h2 id="data">{{words.data}}</h2>
    <p class="hint">{{words.dataText}}</p>
    <p class="ways"><a class="button plain" href="/account/export">{{words.export}}</a> <a class="button plain" href="/settings/days/export.ics">{{words.exportDays}}</a> <a class="button plain" href="/account/remove">{{words.delete}}</a></p>
    </section>
    """
}

/// The texts of the page.
struct AccountWords {
  let office: String
  let profile: String
  let name: String
  let language: String
  let save: String
  let passkeys: String
  let passkeyText: String
  let passkeyName: String
  let passkeyDefault: String
  let add: String
  let remove: String
  let sessions: String
  let this: String
  let end: String
  let endOthers: String
  let signOut: String
  let endAll: String
  let data: String
  let dataText: String
  let export: String
  let exportDays: String
  let delete: String
  let position: String
  let settings: String

  init(_ language: Language) {
    let say = language.say
    office = say("後台", "后台", "Back office")
    profile = say("個人資料", "个人资料", "Profile")
    name = say("稱呼", "称呼", "Name")
    self.language = say("語言", "语言", "Language")
    save = say("儲存", "保存", "Save")
    passkeys = say("通行密鑰", "通行密钥", "Passkeys")
    passkeyText = say(
      "用指紋、臉孔或裝置密碼登入，不需要記密碼。", "用指纹、面容或设备密码登录，不需要记密码。",
      "Sign in with your fingerprint, your face or the code of your device. There is no password.")
    passkeyName = say("這把密鑰的名稱", "这把密钥的名称", "Name of the passkey")
    passkeyDefault = say("這台裝置", "这台设备", "This device")
    add = say("加一把通行密鑰", "加一把通行密钥", "Add a passkey")
    remove = say("刪除", "删除", "Remove")
    sessions = say("登入中的裝置", "登录中的设备", "Where you are signed in")
    this = say("這裡", "这里", "here")
    end = say("登出", "退出登录", "End")
    endOthers = say("登出其他所有裝置", "退出其他所有设备", "End all others")
    signOut = say("登出這台裝置", "退出这台设备", "Sign out here")
    endAll = say("登出所有裝置，包括這台", "退出所有设备，包括这台", "Sign out everywhere")
    data = say("我的資料", "我的资料", "My data")
    dataText = say(
      "隨時可以下載或刪除；刪除馬上生效。", "随时可以下载或删除；删除马上生效。", "Download it or delete it at any time; deleting takes effect at once.")
    export = say("下載全部資料（JSON）", "下载全部资料（JSON）", "Download everything (JSON)")
    exportDays = say("下載自己的日子（iCalendar）", "下载自己的日子（iCalendar）", "Download my days (iCalendar)")
    delete = say("刪除帳號⋯", "删除账号⋯", "Delete my account…")
    position = say("位置", "位置", "Position")
    settings = say("提醒設定", "提醒设置", "Reminders")
  }
}
