import WebPages

/// What is kept of people, why, and how long: `/privacy`.
enum PrivacyPage {
  static let all = [PublicPage("/privacy") { visit, _ in page(visit) }]

  private static func page(_ visit: Visit) -> PublicPage.Content {
    func block(_ title: String, _ lines: [String]) -> PageBlock {
      var block = PageBlock(title)
      block.lines = lines
      return block
    }
    var kept = PageBlock(visit.say("保存什麼、為什麼、多久", "保存什么、为什么、多久", "What is kept, why, and for how long"))
    kept.table = PageTable(
      [
        visit.say("資料", "数据", "Data"), visit.say("用途", "用途", "Why"), visit.say("保存多久", "保存多久", "For how long"),
      ],
      rows(visit).map { PageTable.Row([PageTable.Cell($0.0), PageTable.Cell($0.1), PageTable.Cell($0.2)]) }, nothing: ""
    )
    let blocks = [
      block(
        visit.say("簡單地說", "简单地说", "In short"),
        [
          visit.say(
            "您選的神明會透露信仰，所以我們把它當作敏感資料：不寫進記錄檔，不出現在別人看得到的網址裡，統計也只算總數，從不看個人。",
            "您选的神明会透露信仰，所以我们把它当作敏感数据：不写进日志，不出现在别人看得到的网址里，统计也只算总数，从不看个人。",
            "The deities that you follow tell your faith, so we treat them as sensitive: they are in no log, in no address that others see, and statistics count everybody together, never one person."
          ),
          visit.say(
            "看日子、換算、找廟宇都不需要帳號，也不留下您是誰。", "看日子、换算、找庙宇都不需要账号，也不留下您是谁。",
            "Reading days, converting and finding temples needs no account and leaves no trace of who you are."),
          visit.say(
            "沒有廣告，沒有追蹤，沒有 Google Analytics，頁面不向其他網站要任何東西（除非這台伺服器設定了地圖圖磚）。",
            "没有广告，没有跟踪，没有 Google Analytics，页面不向其他网站要任何东西（除非这台服务器设置了地图图块）。",
            "No advertisements, no tracking, no Google Analytics; pages ask other sites for nothing, unless this server was set up with map tiles."
          ),
        ]), kept,
      block(
        visit.say("誰會看到", "谁会看到", "Who sees it"),
        [
          visit.say(
            "通知經過瀏覽器廠商的推播服務（Google、Mozilla、Apple、Microsoft）；內容加密，他們讀不到，只知道有一則訊息。",
            "通知经过浏览器厂商的推送服务（Google、Mozilla、Apple、Microsoft）；内容加密，他们读不到，只知道有一条消息。",
            "Notifications pass the push service of your browser’s maker (Google, Mozilla, Apple, Microsoft). They are encrypted: it learns only that there is a message."
          ),
          visit.say(
            "在 LINE 或 Telegram 聊天時，訊息經過他們的伺服器，他們讀得到。", "在 LINE 或 Telegram 聊天时，消息经过他们的服务器，他们读得到。",
            "What you say to us and we to you in LINE or Telegram passes their servers, and they can read it."),
          visit.say(
            "行事曆網址：知道網址的人都能讀裡面的日子。您的行事曆程式（例如 Google 日曆）會從它自己的伺服器讀取。",
            "日历网址：知道网址的人都能读里面的日子。您的日历程序（例如 Google 日历）会从它自己的服务器读取。",
            "A calendar address: whoever knows it can read its days. Your calendar program, such as Google Calendar, reads it from its own servers."
          ),
          visit.say(
            "這台伺服器的管理員能看到帳號與選擇，才能幫忙處理問題；查看帳號不會改變任何資料。", "这台服务器的管理员能看到账号与选择，才能帮忙处理问题；查看账号不会改变任何数据。",
            "The administrators of this server can see accounts and choices, so that they can help."),
        ]),
      block(
        visit.say("您可以做的事", "您可以做的事", "What you can do"),
        [
          visit.say(
            "在「我的提醒」隨時修改、停用網址，或全部刪除：按下去就刪除，不留副本；只有每日備份要等它輪替（最多五週）。",
            "在「我的提醒」随时修改、停用网址，或全部删除：点下去就删除，不留副本；只有每日备份要等它轮替（最多五周）。",
            "Under “My reminders” you can change everything, end the address, or remove it all: it is gone at once, but for the daily backups, which are replaced within five weeks."
          ),
          visit.say(
            "在瀏覽器的設定裡可以關掉通知、清除存在裝置上的頁面。", "在浏览器的设置里可以关掉通知、清除存在设备上的页面。",
            "In your browser’s settings you can switch off notifications and clear the pages kept on the device."),
        ]),
    ]
    var links = PageBlock(visit.say("相關頁面", "相关页面", "Related"))
    links.isBare = true
    links.links = [PageLink(visit.say("我的提醒", "我的提醒", "My reminders"), "/choice", .button)]
    return PublicPage.app(
      AppPage(
        visit.language, title: visit.say("隱私", "隐私", "Privacy"),
        description: visit.say(
          "民俗提醒保存哪些資料、為什麼、多久，以及怎麼刪除。", "民俗提醒保存哪些数据、为什么、多久，以及怎么删除。",
          "What folkcal keeps of you, why, for how long, and how to remove it."), blocks + [links]),
      part: "home")
  }

  private static func rows(_ visit: Visit) -> [(String, String, String)] {
    [
      (
        visit.say("不用帳號的選擇：日子、提前天數、時間", "不用账号的选择：日子、提前天数、时间", "A choice without an account: days, days before, hour"),
        visit.say("提醒您", "提醒您", "To tell you"),
        visit.say("到您刪除；一年沒有人讀取就移除", "到您删除；一年没有人读取就移除", "Until you remove it, or for a year unread")
      ),
      (
        visit.say("瀏覽器給的推播位址", "浏览器给的推送地址", "The push address of your browser"),
        visit.say("送通知到這個裝置", "送通知到这个设备", "To reach this device"),
        visit.say("到您移除裝置", "到您移除设备", "Until you remove the device")
      ),
      (
        visit.say("自己的日子：名稱與農曆日期", "自己的日子：名称与农历日期", "Your own days: names and lunar dates"),
        visit.say("提醒您", "提醒您", "To tell you"), visit.say("到您刪除", "到您删除", "Until you remove them")
      ),
      (
        visit.say(
          "LINE 或 Telegram 聊天：服務給的代號、訂閱與設定", "LINE 或 Telegram 聊天：服务给的代号、订阅与设置",
          "A LINE or Telegram chat: the service’s number of it, what you follow, settings"),
        visit.say("在聊天裡回答與提醒您", "在聊天里回答与提醒您", "To answer and to tell you there"),
        visit.say(
          "到您說「離開」；封鎖我們一年就移除。您說的話與位置不保存", "到您说「离开」；屏蔽我们一年就移除。您说的话与位置不保存",
          "Until you say “leave”, or have blocked us for a year. What you say and your position are not kept")
      ),
      (
        visit.say("帳號：電子郵件、名稱、登入的裝置", "账号：电子邮件、名称、登录的设备", "An account: mail address, name, signed-in devices"),
        visit.say("登入", "登录", "To sign you in"), visit.say("到您刪除帳號", "到您删除账号", "Until the account is removed")
      ),
      (
        visit.say(
          "寄給您的信退回時：地址、時間與郵件伺服器的說法", "寄给您的邮件退回时：地址、时间与邮件服务器的说法",
          "If a mail to you comes back: the address, the time, what the mail server said"),
        visit.say("不再寄到收不到的地方", "不再寄到收不到的地方", "To send none where none arrives"),
        visit.say("到您說可以再寄，或刪除帳號", "到您说可以再寄，或删除账号", "Until you have mails again, or remove the account")
      ),
      (
        visit.say("送出的提醒：時間與結果", "送出的提醒：时间与结果", "Sent reminders: time and result"),
        visit.say("不重複送、查問題", "不重复送、查问题", "To send none twice, and to find faults"),
        visit.say("90 天", "90 天", "90 days")
      ),
      (
        visit.say("伺服器記錄：時間、頁面的種類、結果", "服务器日志：时间、页面的种类、结果", "The server’s log: time, kind of page, result"),
        visit.say("維護與防止濫用", "维护与防止滥用", "To keep the service running"),
        visit.say(
          "由這台伺服器的管理員決定；裡面沒有您問的內容", "由这台服务器的管理员决定；里面没有您问的内容",
          "As this server’s operator decides; it does not hold what you asked for")
      ),
      (
        visit.say("您的位置", "您的位置", "Your position"), visit.say("找附近的廟宇", "找附近的庙宇", "To find temples near you"),
        visit.say("不保存", "不保存", "Not kept")
      ),
      (
        visit.say(
          "Cookie：語言、地區與時區、登入、您的選擇", "Cookie：语言、地区与时区、登录、您的选择",
          "Cookies: language, region and time zone, session, your choice"),
        visit.say("記得您的語言、地區與提醒", "记得您的语言、地区与提醒", "To remember them"),
        visit.say("最多 400 天", "最多 400 天", "400 days at most")
      ),
    ]
  }
}
