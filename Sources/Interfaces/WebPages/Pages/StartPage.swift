package import Folklore

/// The first page of the server.
package struct StartPage: PageContent {
  package static let template = "start"

  package let title: String
  let lead: String
  let links: [MessagePage.Link]

  /// - Parameters:
  ///   - isOperator: whether the reader may enter the back office.
  ///   - isPerson: whether the reader has signed in.
  package init(_ language: Language, isPerson: Bool, isOperator: Bool) {
    let say = language.say
    title = say("民俗提醒", "民俗提醒", "Folk days of Taiwan")
    lead = say(
      "初一、十五、神明聖誕與節慶：每年自動換算成國曆，並準時提醒。", "初一、十五、神明圣诞与节庆：每年自动换算成公历，并准时提醒。",
      "New and full moons, birthdays of deities, festivals: converted for every year, with reminders in time.")
    var links = [MessagePage.Link(address: "/feeds", text: say("訂閱行事曆", "订阅日历", "Subscribe to a calendar"))]
    if isOperator { links.append(.init(address: "/admin", text: say("後台", "后台", "Back office"))) }
    links.append(
      isPerson
        ? .init(address: "/account", text: say("我的帳號", "我的账号", "My account"))
        : .init(address: "/sign-in", text: say("登入", "登录", "Sign in")))
    self.links = links
  }

  static let markup = """
    <div class="card message">
    <h1>{{title}}</h1>
    <p>{{lead}}</p>
    <ul class="ways">
    {{#links}}
    <li><a class="button plain" href="{{address}}">{{text}}</a></li>
    {{/links}}
    </ul>
    </div>
    """
}
