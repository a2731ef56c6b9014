import Folklore
import JSON
import Lunisolar
import WebPages

/// What makes the pages an app on a telephone: manifest, icons, service worker, and the page without a network.
enum InstallPages {
  static let all = [
    PublicPage("/manifest.webmanifest") { visit, _ in
      .text(manifest(visit).bytes, type: "application/manifest+json")
    },
    PublicPage("/icon-192.png") { _, _ in .text(smallIcon, type: "image/png") },
    PublicPage("/icon-512.png") { _, _ in .text(largeIcon, type: "image/png") },
    PublicPage("/preview.png") { _, _ in .text(preview, type: "image/png") },
    PublicPage("/sw.js") { visit, _ in .text(worker(visit), type: "text/javascript; charset=utf-8") },
    PublicPage("/offline") { visit, _ in offline(visit) },
  ]

  // Drawn when somebody first asks for them.
  private static let smallIcon = AppIcon.icon(size: 192).png
  private static let largeIcon = AppIcon.icon(size: 512).png
  private static let preview = AppIcon.preview.png

  private static func manifest(_ visit: Visit) -> JSON {
    func icon(_ size: Int) -> JSON {
      [
        "src": .text("/icon-\(size).png"), "sizes": .text("\(size)x\(size)"), "type": "image/png",
        "purpose": "any maskable",
      ]
    }
    func shortcut(_ name: String, _ path: String) -> JSON { ["name": .text(name), "url": .text(path)] }
    let name = visit.say("民俗提醒", "民俗提醒", "folkcal")
    return [
      "id": "/", "start_url": "/", "scope": "/", "display": "standalone", "name": .text(name),
      "short_name": .text(name), "lang": .text(visit.language.rawValue),
      "description": .text(
        visit.say(
          "農曆節日、神明聖誕與自己的日子，到時候提醒。", "农历节日、神明圣诞与自己的日子，到时候提醒。",
          "Lunar festivals, deities’ days and your own, told in time.")),
      "background_color": "#F7F3E8", "theme_color": "#9D4F4A", "icons": .list([icon(192), icon(512)]),
      "shortcuts": .list([
        shortcut(visit.say("我的提醒", "我的提醒", "My reminders"), "/choice"),
        shortcut(visit.say("月曆", "月历", "Month"), "/month"),
        shortcut(visit.say("附近廟宇", "附近庙宇", "Temples near me"), "/near"),
        shortcut(visit.say("換算", "换算", "Convert"), "/convert"),
      ]),
    ]
  }

  /// The years whose pages are kept for use without a network: those of the next 400 days.
  private static func years(_ visit: Visit) -> [Int] {
    let today = visit.moment.today
    return Array(today.year...today.advanced(by: DayPages.yearAhead).year)
  }

  private static func worker(_ visit: Visit) -> [UInt8] {
    let files = Asset.ofApp.map(\.address)
    let values: JSON = [
      "files": .list(files.map { .text($0) }), "years": .list(years(visit).map { .integer($0) }),
      "version": .text(files.joined(separator: " ")),
    ]
    return Array("const { files, years, version } = \(values.json());\n".utf8) + Asset.worker
  }

  private static func offline(_ visit: Visit) -> PublicPage.Content {
    var block = PageBlock(visit.say("沒有網路也能看", "没有网络也能看", "Without a network"))
    block.lines = [
      visit.say(
        "這一頁還沒有存在這個裝置上。連上網路後再試一次；下面這些現在就能看。", "这一页还没有存在这个设备上。连上网络后再试一次；下面这些现在就能看。",
        "This page is not on this device yet. Try again with a network; these can be read now.")
    ]
    block.links =
      [PageLink(visit.say("首頁", "首页", "Home"), "/", .button)]
      + years(visit).map {
        PageLink(visit.say("\($0) 年的日子", "\($0) 年的日子", "The days of \($0)"), "/year/\($0)", .button)
      } + [PageLink(visit.say("換算", "换算", "Convert"), "/convert", .button)]
    var seen = PageBlock(visit.say("看過的頁面", "看过的页面", "Pages that you have seen"))
    seen.showsSeen = true
    return PublicPage.app(
      AppPage(
        visit.language, title: visit.say("沒有網路", "没有网络", "No network"), description: "", [block, seen]),
      part: "home")
  }
}
