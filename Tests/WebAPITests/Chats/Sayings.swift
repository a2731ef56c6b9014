/// What people say, and what they mean by it: written before the code, from how people in Taiwan talk and type.
///
/// Today is Thursday, 17 April 2025, 農曆三月二十 (`APIDesk.noon`).
enum Sayings {
  /// The saying, and the meaning as `ChatMeaning.summary` writes it.
  static let all: [(said: String, meant: String)] =
    days + coming + following + switches + times + places + others
    + asJudged + asAuntsSay

  /// What a family asks between other things: days off, hours of a temple, days of their own, questions inside a name.
  static let asAuntsSay: [(said: String, meant: String)] = [
    ("這個月有什麼拜拜", "month 0"), ("下個月有什麼拜拜", "month 1"), ("明年媽祖生是哪天", "day 2026-05-09"), ("2027年媽祖生日", "day 2027-04-29"),
    ("義民祭哪一天", "name 義民祭"), ("鬼門什麼時候開", "name 鬼门开"), ("媽祖什麼時候生日", "name 妈祖生日"), ("地基主什麼時候拜", "name 地基主"),
    ("拜天公幾點拜", "name 天公"), ("再幾天過年", "name 過年"), ("端午節放幾天", "days off 端午節"), ("過年放幾天假", "days off 過年"),
    ("今年清明連假幾天", "days off 清明"), ("元旦連假", "days off 元旦"), ("龍山寺今天有開嗎", "hours 龍山寺"), ("行天宮幾點開", "hours 行天宮"),
    ("行天宮開到幾點", "hours 行天宮"), ("霞海城隍廟現在有開嗎", "hours 霞海城隍廟"), ("行天宮電話", "hours 行天宮"),
    ("初1、15都要跟我講", "moons both on"), ("每個月初一十五提醒我", "moons both on"), ("每逢初一要跟我說", "moons new on"),
    ("附近土地公廟", "near ?"), ("附近有沒有媽祖廟", "near ?"), ("我家在板橋 附近有什麼廟", "near 板橋"),
    ("訂閱 媽祖、觀音、土地公", "follow 媽祖、觀音、土地公"), ("阿公忌日 農曆八月初三 提醒我", "own 阿公忌日 lunar 8/3"),
    ("阿嬤生日農曆三月初五 記得提醒我", "own 阿嬤生日 lunar 3/5"), ("幫我記 爸爸忌日 農曆正月初十", "own 爸爸忌日 lunar 1/10"),
    ("媽媽生日 國曆5月4日 提醒我", "own 媽媽生日 solar 5/4"), ("農曆八月初三 阿公忌日 提醒我", "own 阿公忌日 lunar 8/3"),
    ("記住 阿公忌日 農曆八月初三", "own 阿公忌日 lunar 8/3 for sure"), ("前一天提醒就好", "before 1"), ("我的提醒有哪些", "mine"),
    ("今天宜什麼", "day 2025-04-17"), ("明天天氣如何", "unknown"), ("今天適合結婚嗎", "unknown"),
  ]

  /// What a second reader tried and the first rules did not understand.
  static let asJudged: [(said: String, meant: String)] = [
    ("農曆八月十五是國曆哪一天", "day 2025-10-06"), ("農曆正月十五換國曆", "day 2026-03-03"), ("把農曆5月5日換成國曆", "day 2025-05-31"),
    ("國曆8月15號換農曆", "day 2025-08-15"), ("12月25日農曆", "day 2025-12-25"), ("2027年2月6日農曆", "day 2027-02-06"),
    ("1990年5月20日農曆", "day 1990-05-20"), ("陽曆10月10日轉陰曆", "day 2025-10-10"), ("今天🙏", "day 2025-04-17"),
    ("今天是初一嗎", "day 2025-04-17"), ("明天初一嗎", "day 2025-04-18"), ("今晚要拜嗎", "day 2025-04-17"),
    ("今天要吃素嗎", "day 2025-04-17"), ("今天節氣", "day 2025-04-17"), ("冬至是哪天😀", "name 冬至"), ("什麼時候冬至", "name 冬至"),
    ("還有幾天端午", "day 2025-05-31"), ("那中秋呢", "name 中秋"), ("媽祖生日哪天阿", "name 媽祖生日"), ("觀音生日", "name 觀音生日"),
    ("什麼時候拜拜", "next"), ("下個月有哪些節日", "month 1"), ("12月有什麼節日", "month 8"), ("ok", "acknowledged"),
    ("好的", "acknowledged"),
    ("🙏", "acknowledged"), ("謝啦", "thanks"), ("停", "reminders off"), ("取消全部", "reminders off"),
    ("不要吵我", "reminders off"),
    ("不要再提醒我端午節", "unfollow 端午節"), ("刪除媽祖聖誕", "unfollow 媽祖聖誕"), ("不要提醒中秋了", "unfollow 中秋"),
    ("我不想收到初一十五的通知", "moons both off"), ("我要初一十五的提醒", "moons both on"), ("通知我冬至", "follow 冬至"),
    ("媽祖生日的時候提醒我", "follow 媽祖生日"), ("訂閱 做牙（初二）", "follow 做牙(初二)"), ("當天提醒就好", "before 0"),
    ("晚上九點", "time 21:00"), ("查詢訂閱", "mine"), ("龍山寺", "near 龍山寺"), ("大甲鎮瀾宮在哪裡", "near 大甲鎮瀾宮"),
  ]

  /// Solar dates of lunar days and terms are the Hong Kong Observatory's; 民國115年 is 2026.
  static let days: [(said: String, meant: String)] = [
    ("今天", "day 2025-04-17"), ("今天是什麼日子", "day 2025-04-17"), ("今天是什麼日子？", "day 2025-04-17"),
    ("請問今天農曆幾號", "day 2025-04-17"), ("今天農曆幾月幾號呢", "day 2025-04-17"), ("今天初幾", "day 2025-04-17"),
    ("考試拜誰", "need exams"), ("我兒子要考試拜什麼神", "need exams"), ("求姻緣要拜誰", "need marriage"), ("搬家拜哪個神", "need moving"),
    ("求財", "need wealth"), ("採買 3 天前", "prepare 3"), ("採買 五天", "prepare 5"), ("採買 開", "prepare 3"),
    ("採買 關", "prepare off"),
    ("中元要買什麼", "name 中元"), ("拜天公要準備什麼供品", "name 天公"), ("今天拜什麼", "day 2025-04-17"), ("今天要拜拜嗎", "day 2025-04-17"),
    ("今天有放假嗎？", "day 2025-04-17"),
    ("今日", "day 2025-04-17"), ("今天是星期幾", "day 2025-04-17"), ("today", "day 2025-04-17"), ("今天農民曆", "day 2025-04-17"),
    ("明天", "day 2025-04-18"), ("明天是什麼日子啊", "day 2025-04-18"), ("明天放假嗎", "day 2025-04-18"),
    ("　明天　", "day 2025-04-18"), ("tomorrow", "day 2025-04-18"), ("後天要拜什麼神", "day 2025-04-19"),
    ("后天", "day 2025-04-19"), ("三月廿三 是幾號", "day 2025-04-20"), ("農曆三月廿三是國曆幾月幾號", "day 2025-04-20"),
    ("农历三月廿三是几号", "day 2025-04-20"), ("農曆七月十五是國曆幾號", "day 2025-09-06"), ("農曆七月十五是哪一天", "day 2025-09-06"),
    ("農曆 8/15", "day 2025-10-06"), ("12/25 農曆幾號", "day 2025-12-25"), ("１２／２５　農曆幾號", "day 2025-12-25"),
    ("12月25日是農曆幾月幾日", "day 2025-12-25"), ("2026/2/17", "day 2026-02-17"), ("民國115年2月17日", "day 2026-02-17"),
    ("民國115年清明", "day 2026-04-05"), ("民國115年清明是哪一天", "day 2026-04-05"), ("2025-12-25 星期幾", "day 2025-12-25"),
    ("下週三", "day 2025-04-23"), ("這個週末", "no day"), ("農曆13月1日", "no day"), ("2025/2/30", "no day"),
  ]

  static let coming: [(said: String, meant: String)] = [
    ("下一個", "next"), ("下一個節日", "next"), ("最近有什麼節日", "next"), ("近期", "next"), ("接下來要拜什麼", "next"),
    ("upcoming", "next"), ("下一個 媽祖", "next 媽祖"), ("下一個媽祖", "next 媽祖"), ("下次土地公生日", "next 土地公生日"),
    ("離中秋還有幾天", "next 中秋"), ("中秋節還有幾天？", "next 中秋節"), ("距離除夕還有多久", "next 除夕"), ("next mazu", "next mazu"),
    ("下一個初一", "next 初一"), ("這個月", "month 0"), ("這個月有什麼節日", "month 0"), ("本月", "month 0"), ("这个月", "month 0"),
    ("下個月", "month 1"), ("下個月有什麼日子", "month 1"), ("next month", "month 1"), ("this month", "month 0"),
    ("這禮拜", "week 0"), ("本週有什麼節日嗎", "week 0"), ("下週有什麼日子", "week 1"), ("初一十五", "moons"), ("初一、十五", "moons"),
    ("初一十五是哪一天", "moons"), ("下一個初一十五", "moons"), ("中秋節", "name 中秋節"), ("中秋節是哪一天", "name 中秋節"),
    ("中秋節什麼時候", "name 中秋節"), ("媽祖", "name 媽祖"), ("媽祖聖誕", "name 媽祖聖誕"), ("媽祖生日是幾號", "name 媽祖生日"),
    ("請問媽祖生日是什麼時候呢？", "name 媽祖生日"), ("妈祖", "name 妈祖"), ("mazu", "name mazu"), ("冬至", "name 冬至"),
    ("除夕是幾號", "name 除夕"), ("觀音", "name 觀音"), ("媽祖是誰", "name 媽祖"), ("拜土地公要準備什麼", "name 土地公"),
  ]

  static let following: [(said: String, meant: String)] = [
    ("訂閱 媽祖", "follow 媽祖"), ("訂閱媽祖", "follow 媽祖"), ("訂閱：媽祖", "follow 媽祖"), ("訂閱「媽祖聖誕」", "follow 媽祖聖誕"),
    ("我要訂閱媽祖聖誕", "follow 媽祖聖誕"), ("幫我訂閱 中秋節，謝謝", "follow 中秋節"), ("订阅 妈祖", "follow 妈祖"),
    ("追蹤 土地公", "follow 土地公"), ("提醒我中元節", "follow 中元節"), ("提醒我 媽祖聖誕", "follow 媽祖聖誕"), ("加入 媽祖", "follow 媽祖"),
    ("follow mazu", "follow mazu"), ("Subscribe Mazu", "follow Mazu"), ("訂閱 #88", "follow #88"), ("訂閱", "follow ?"),
    ("取消 媽祖", "unfollow 媽祖"), ("取消訂閱 媽祖", "unfollow 媽祖"), ("取消訂閱媽祖聖誕", "unfollow 媽祖聖誕"), ("取消追蹤 中秋節", "unfollow 中秋節"),
    ("不要提醒我媽祖聖誕", "unfollow 媽祖聖誕"), ("退訂 媽祖", "unfollow 媽祖"), ("unfollow mazu", "unfollow mazu"),
    ("unsubscribe mazu", "unfollow mazu"), ("取消", "unfollow ?"), ("取消訂閱", "unfollow ?"), ("我的", "mine"),
    ("我的訂閱", "mine"),
    ("我訂閱了什麼？", "mine"), ("我追蹤了哪些", "mine"), ("設定", "mine"), ("my days", "mine"),
  ]

  static let switches: [(said: String, meant: String)] = [
    ("初一十五 開", "moons both on"), ("初一十五開", "moons both on"), ("開 初一十五", "moons both on"), ("初一十五 關", "moons both off"),
    ("初一十五關掉", "moons both off"), ("關閉初一十五", "moons both off"), ("訂閱 初一十五", "moons both on"),
    ("初一十五提醒我", "moons both on"),
    ("取消初一十五", "moons both off"), ("初一 開", "moons new on"), ("十五 關", "moons full off"), ("訂閱初一", "moons new on"),
    ("初一和十五都要提醒", "moons both on"), ("new moon on", "moons new on"), ("full moon off", "moons full off"),
    ("提醒 開", "reminders on"), ("提醒 關", "reminders off"), ("提醒关", "reminders off"), ("開啟提醒", "reminders on"),
    ("暫停提醒", "reminders off"),
    ("停止", "reminders off"), ("不要再提醒了", "reminders off"), ("恢復提醒", "reminders on"), ("reminders off", "reminders off"),
  ]

  static let times: [(said: String, meant: String)] = [
    ("提前 3 天", "before 3"), ("提前3天", "before 3"), ("提前三天提醒", "before 3"), ("提早兩天", "before 2"), ("３天前提醒我", "before 3"),
    ("前一天提醒我", "before 1"), ("當天提醒", "before 0"), ("提前一週", "before 7"), ("提前 0 天", "before 0"),
    ("3 days before", "before 3"),
    ("提前 99 天", "wrong days 99"), ("提前", "wrong days "), ("時間 08:00", "time 08:00"), ("時間 8:00", "time 08:00"),
    ("時間 ０８：００", "time 08:00"), ("時間 8點", "time 08:00"), ("時間 八點半", "time 08:30"), ("提醒時間改成晚上8點", "time 20:00"),
    ("早上七點提醒我", "time 07:00"), ("晚上 9:30 提醒", "time 21:30"), ("下午三點十五分提醒", "time 15:15"), ("中午12點提醒", "time 12:00"),
    ("time 8pm", "time 20:00"), ("time 08:30", "time 08:30"), ("時間 25:00", "wrong time 25:00"), ("時間", "wrong time "),
    ("時間 早", "wrong time 早"),
  ]

  static let places: [(said: String, meant: String)] = [
    ("附近", "near ?"), ("附近的廟", "near ?"), ("附近有什麼廟", "near ?"), ("我附近的廟宇", "near ?"), ("哪裡可以拜拜", "near ?"),
    ("nearby", "near ?"), ("temples near me", "near ?"), ("附近 鹿港", "near 鹿港"), ("附近鹿港", "near 鹿港"), ("鹿港附近", "near 鹿港"),
    ("鹿港附近的廟", "near 鹿港"), ("鹿港有什麼廟", "near 鹿港"), ("我在鹿港", "near 鹿港"), ("temples near Lukang", "near Lukang"),
    ("附近 24.1477,120.6736", "near 24.1477,120.6736"), ("附近 台中市西屯區", "near 台中市西屯區"),
  ]

  static let others: [(said: String, meant: String)] = [
    ("說明", "help"), ("说明", "help"), ("help", "help"), ("HELP", "help"), ("?", "help"), ("？", "help"), ("怎麼用", "help"),
    ("/help", "help"),
    ("你會什麼", "help"), ("選單", "help"), ("你好", "greeting"), ("哈囉～", "greeting"), ("Hi!", "greeting"), ("早安", "greeting"),
    ("謝謝", "thanks"), ("感謝您！", "thanks"), ("thank you", "thanks"), ("語言 English", "language en"),
    ("語言 英文", "language en"),
    ("English", "language en"), ("中文", "language zh-Hant"), ("語言 繁體中文", "language zh-Hant"), ("简体", "language zh-Hans"),
    ("语言 简体", "language zh-Hans"), ("language Chinese", "language zh-Hant"), ("語言", "language ?"),
    ("語言 日文", "language ?"),
    ("加入 fcj_0123456789abcdef0123456789abcdef", "join fcj_0123456789abcdef0123456789abcdef"),
    ("加入fcj_0123456789abcdef0123456789abcdef", "join fcj_0123456789abcdef0123456789abcdef"),
    ("join fcj_0123456789abcdef0123456789abcdef", "join fcj_0123456789abcdef0123456789abcdef"),
    ("加入 ABC123", "join ABC123"),
    ("確定加入", "join for sure"), ("确定加入", "join for sure"), ("連結帳號", "link"), ("綁定", "link"), ("加入", "link"),
    ("登入", "link"),
    ("離開", "leave"), ("离开", "leave"), ("刪除我的資料", "leave"), ("解除綁定", "leave"), ("leave", "leave"),
    ("確定離開", "leave for sure"),
    ("leave for sure", "leave for sure"), ("阿里不達", "unknown"), ("今天天氣如何", "unknown"), ("😀", "acknowledged"),
    ("", "unknown"),
    ("媽租", "unknown"),
  ]
}
