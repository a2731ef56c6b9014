internal import Folklore

/// What the page says in one language. The template reads these by their names.
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
  /// Each a paragraph about how it is done, and how soon a change is seen.
  let notes: [String]
  private let language: Language

  /// `12 個日子`.
  func count(of days: Int) -> String {
    switch language {
    case .traditionalChinese: "\(days) 個日子"
    case .simplifiedChinese: "\(days) 个日子"
    case .english: days == 1 ? "1 day" : "\(days) days"
    }
  }

  init(_ language: Language) {
    self.language = language
    let say = language.say
    nameOfLanguage = say("正體中文", "简体中文", "English")
    title = say("訂閱民俗日子", "订阅民俗日子", "Subscribe to folk days")
    lead = say(
      "農曆節日與神明聖誕，每年自動落在正確的國曆日期。訂閱一次，就在您自己的行事曆裡。",
      "农历节日与神明圣诞，每年自动落在正确的公历日期。订阅一次，就在您自己的日历里。",
      "Lunar festivals and deities’ days on their right dates every year. Subscribe once and see them in your own calendar."
    )
    chooseLanguage = say("語言", "语言", "Language")
    skip = say("跳到行事曆", "跳到日历", "Skip to the calendars")
    general = say("行事曆", "日历", "Calendars")
    groups = say("依主題", "按主题", "By topic")
    all = say("全部的日子", "全部的日子", "All days")
    allNote = say("節日、神明聖誕、初一與十五", "节日、神明圣诞、初一与十五", "Festivals, deities’ days, the first and the fifteenth")
    festivals = say("節日", "节日", "Festivals")
    festivalsNote = say("春節、清明、端午、中元、中秋等", "春节、清明、端午、中元、中秋等", "New Year, Qingming, Dragon Boat, Mid-Autumn and more")
    deities = say("神明聖誕", "神明圣诞", "Deities’ days")
    deitiesNote = say("媽祖、關聖帝君、土地公等", "妈祖、关圣帝君、土地公等", "Mazu, Guan Yu, the Earth God and more")
    subscribe = say("訂閱", "订阅", "Subscribe")
    google = say("Google 日曆", "Google 日历", "Google Calendar")
    howTo = say("怎麼訂閱", "怎么订阅", "How it is done")
    notes = [
      say(
        "「訂閱」會打開手機或電腦內建的行事曆；它自己決定多久更新一次，通常每天一次或更勤。",
        "“订阅”会打开手机或电脑自带的日历；它自己决定多久更新一次，通常每天一次或更勤。",
        "“Subscribe” opens the calendar of your phone or computer, which asks for news once a day or more often."),
      say(
        "Google 日曆每 12 到 24 小時才更新一次，新的日子可能隔天才看得到。",
        "Google 日历每 12 到 24 小时才更新一次，新的日子可能隔天才看得到。",
        "Google Calendar asks only every 12 to 24 hours, so a new day may be seen the day after."),
      say(
        "其他程式請貼上 iCalendar 的網址。Atom 與 JSON Feed 給閱讀器，只列接下來的日子。",
        "其他程序请贴上 iCalendar 的网址。Atom 与 JSON Feed 给阅读器，只列接下来的日子。",
        "For other programs copy the address behind iCalendar. Atom and JSON Feed are for feed readers and list the coming days only."
      ),
      say(
        "您自己追蹤的日子有私人的訂閱網址，登入應用程式後可以取得。",
        "您自己关注的日子有私人的订阅网址，登录应用程序后可以取得。",
        "The days that you follow yourself have a private address; sign in to the app to get it."),
    ]
  }
}
