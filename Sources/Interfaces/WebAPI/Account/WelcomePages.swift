import Folklore
import HTTPTypes
import Records
import WebPages

/// The first steps: signing in, notifications, the position (specification, section 9.3). Each can be left out.
enum WelcomePages {
  static let all = [
    BrowserPage.get("/welcome") { visit in
      if visit.session != nil { return .redirect(to: notify) }
      return .app(visit.signInPage(isSent: false, to: notify, skip: notify), part: "choice")
    },
    BrowserPage.get(notify) { visit in .app(notifications(visit), part: "choice") },
    BrowserPage.get(place) { visit in .app(position(visit), part: "near") },
  ]

  private static let notify = "/welcome/notify"
  private static let place = "/welcome/place"

  private static func notifications(_ visit: Visit) -> AppPage {
    var block = PageBlock(visit.say("在日子之前告訴您", "在日子之前告诉您", "Be told in time"))
    block.lines = [
      visit.say(
        "媽祖聖誕、初一十五、家裡的忌日：時間到了這個裝置會通知，關掉網頁也會。", "妈祖圣诞、初一十五、家里的忌日：时间到了这个设备会通知，关掉网页也会。",
        "Mazu's birthday, 初一 and 十五, a family's memorial day: this device tells you in time, even when the page is closed."
      )
    ]
    let later = PageLink(visit.say("之後再說", "之后再说", "Later"), place, .button)
    if let push = visit.service.push, visit.session != nil {
      block.forms = [
        PageForm(
          "/settings/devices", [PageField("push", "", .hidden), PageField("to", "", .hidden, value: place)],
          buttons: [PageButton(visit.say("允許通知", "允许通知", "Allow notifications"), isPush: true)],
          push: PushWords(visit.language, key: push.publicKey))
      ]
      block.links = [later]
    } else {
      // Without an account a choice says what to be told.
      block.links = [
        PageLink(
          visit.say("選要提醒的日子", "选要提醒的日子", "Choose what to be told"), visit.session == nil ? "/choose" : "/settings",
          .main),
        later,
      ]
    }
    return AppPage(
      visit.language, title: visit.say("通知", "通知", "Notifications"), description: "",
      lead: step(2, visit), [block])
  }

  private static func position(_ visit: Visit) -> AppPage {
    var block = PageBlock(visit.say("找附近的廟", "找附近的庙", "Find temples near you"))
    block.lines = [
      visit.say(
        "位置只用來排出附近的廟，不會存起來。", "位置只用来排出附近的庙，不会存起来。",
        "Your position is used to sort temples by distance, and is not kept.")
    ]
    block.position = PositionWords(
      text: visit.say("允許位置存取", "允许位置访问", "Allow my position"), to: "/",
      refused: visit.say(
        "瀏覽器不允許取得位置。可以在網址列左邊的圖示打開「位置」；不開也能用縣市找廟。", "浏览器不允许取得位置。可以在地址栏左边的图标打开「位置」；不开也能用县市找庙。",
        "The browser does not allow it. Allow it at the icon left of the address, or find temples by county."))
    block.links = [PageLink(visit.say("到首頁", "到首页", "Go to the first page"), "/", .button)]
    return AppPage(
      visit.language, title: visit.say("位置", "位置", "Position"), description: "",
      lead: step(3, visit), [block])
  }

  private static func step(_ number: Int, _ visit: Visit) -> String {
    visit.say("第 \(number) 步，共 3 步", "第 \(number) 步，共 3 步", "Step \(number) of 3")
  }
}
