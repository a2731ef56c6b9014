internal import Folklore

/// The texts of the page in one language, by the template's names.
struct FeedPageWords {
  let nameOfLanguage: String
  let title: String
  let lead: String
  let chooseLanguage: String
  let skip: String
  let general: String
  let groups: String
  let all: String
  let allNote: String
  let festivals: String
  let festivalsNote: String
  let deities: String
  let deitiesNote: String
  let subscribe: String
  let google: String
  let howTo: String
  /// A paragraph for each way to subscribe, with the delay of updates.
  let notes: [String]
  private let language: Language

  /// `共 12 個節日`.
  func count(of days: Int) -> String {
    switch language {
    case .traditionalChinese: "共 \(days) 個節日"
    case .simplifiedChinese: "共 \(days) 个节日"
    case .english: days == 1 ? "1 day" : "\(days) days"
    }
  }

  init(_ language: Language) {
    self.language = language
    let say = language.say
    nameOfLanguage = language.ownName
    title = say("訂閱民俗節日", "订阅民俗节日", "Subscribe to folk days")
    lead = say(
      "農曆節日與神明聖誕，每年自動落在正確的國曆日期。訂閱一次，就在您自己的行事曆裡。",
      "农历节日与神明圣诞，每年自动落在正确的公历日期。订阅一次，就在您自己的日历里。",
      "Lunar festivals and deities’ days on their right dates every year. Subscribe once and see them in your own calendar."
    )
    chooseLanguage = say("語言", "语言", "Language")
    skip = say("跳到行事曆", "跳到日历", "Skip to the calendars")
    general = say("行事曆", "日历", "Calendars")
    groups = say("依主題", "按主题", "By topic")
    all = say("全部節日", "全部节日", "All days")
    allNote = say("節日、神明聖誕、初一與十五", "节日、神明圣诞、初一与十五", "Festivals, deities’ days, the first and the fifteenth")
    festivals = say("節日", "节日", "Festivals")
    festivalsNote = say("春節、清明、端午、中元、中秋等", "春节、清明、端午、中元、中秋等", "New Year, Qingming, Dragon Boat, Mid-Autumn and more")
    deities = say("神明聖誕", "神明圣诞", "Deities’ days")
    deitiesNote = say("媽祖、關聖帝君、土地公等", "妈祖、关圣帝君、土地公等", "Mazu, Guan Yu, the Earth God and more")
    subscribe = say("訂閱", "订阅", "Subscribe")
    google = say("Google 日曆", "Google 日历", "Google Calendar")
    howTo = say("訂閱方式", "订阅方式", "How to subscribe")
    notes = [
      say(
        "「訂閱」會打開手機或電腦內建的行事曆。更新頻率由行事曆程式決定，通常每天至少一次。",
        "“订阅”会打开手机或电脑自带的日历。更新频率由日历程序决定，通常每天至少一次。",
        "“Subscribe” opens the calendar of your phone or computer, which usually updates at least once a day."),
      say(
        "Google 日曆每 12 到 24 小時才更新一次，新增的節日可能隔天才會出現。",
        "Google 日历每 12 到 24 小时才更新一次，新增的节日可能隔天才会出现。",
        "Google Calendar updates only every 12 to 24 hours, so a new day may appear a day later."),
      say(
        "其他程式請使用 iCalendar 的網址。Atom 與 JSON Feed 供閱讀器使用，只列出即將到來的節日。",
        "其他程序请使用 iCalendar 的网址。Atom 与 JSON Feed 供阅读器使用，只列出即将到来的节日。",
        "For other programs copy the iCalendar address. Atom and JSON Feed are for feed readers and list only the coming days."
      ),
      say(
        "您追蹤的節日另有私人訂閱網址，登入應用程式後即可取得。",
        "您关注的节日另有私人订阅网址，登录应用程序后即可取得。",
        "A private address has the days that you follow; sign in to the app to get it."),
    ]
  }
}
