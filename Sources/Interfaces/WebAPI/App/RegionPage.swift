import Folklore
import HTTPTypes
import JSON
import WebPages

/// Whose days are listed, and whose today it is: `/region`.
enum RegionPage {
  static let all = [
    BrowserPage.get("/region") { visit in .app(page(visit, fault: nil), part: "home") },
    BrowserPage.post("/region") { visit in try keep(visit) },
  ]

  private static func page(_ visit: Visit, fault: String?) -> AppPage {
    let (language, say) = (visit.language, visit.language.say)
    var block = PageBlock(say("看哪裡的日子", "看哪里的日子", "Whose days to show"))
    block.lines = [
      say(
        "各地過的日子不太一樣，例如衛塞節在馬來西亞與新加坡。廟宇的開放時間一律是當地時間；提醒的時間在「提醒」裡設定。",
        "各地过的日子不太一样，例如卫塞节在马来西亚与新加坡。庙宇的开放时间一律是当地时间；提醒的时间在“提醒”里设定。",
        "Places keep different days. The hours of temples are always of their own place; the times of reminders are set under “Remind me”."
      )
    ]
    let zone = visit.form.first("zone") ?? visit.whereabouts?.zone ?? Whereabouts.usualZone
    block.forms = [
      PageForm(
        "/region",
        [
          PageField(
            "region", say("地區", "地区", "Region"), .choice(Region.allCases.map { ($0.rawValue, $0.name(in: language)) }),
            value: visit.form.first("region") ?? visit.region.rawValue),
          PageField(
            "zone", say("今天照哪裡的時間", "今天照哪里的时间", "Whose clock says which day it is"),
            .choice(TimeZoneWords.choices(besides: zone, in: language)), value: zone, fault: fault),
          PageField("to", "", .hidden, value: visit.form.first("to") ?? visit.query.first("to") ?? "/"),
        ], buttons: [PageButton(say("儲存", "保存", "Save"))])
    ]
    return AppPage(language, title: say("地區與時間", "地区与时间", "Region and time"), description: "", [block])
  }

  /// Keeps what somebody chose, or what a browser's time zone suggests until somebody chooses.
  private static func keep(_ visit: Visit) throws -> PageAnswer {
    let zone = visit.form.first("zone") ?? ""
    let isSuggested = visit.form.first("region") == nil
    do {
      let region = visit.form.first("region").flatMap(Region.init(rawValue:))
      let found = try region.map { try Whereabouts($0, zone: zone) } ?? Whereabouts(zone: zone)
      let seconds = isSuggested ? Whereabouts.suggestedSeconds : Whereabouts.chosenSeconds
      let to = visit.form.first("to").flatMap(SignInPages.localPath) ?? "/"
      let answer = visit.acceptsOnlyJSON ? PageAnswer.json(["zone": .text(zone)]) : .redirect(to: to)
      return answer.setting(cookie: BrowserCookie.region.header(found.cookieValue, on: visit.site, seconds: seconds))
    } catch let problem as UnknownTimeZone {
      return .app(
        page(visit, fault: problem.message(in: visit.language)), part: "home", status: .unprocessableContent)
    }
  }
}
