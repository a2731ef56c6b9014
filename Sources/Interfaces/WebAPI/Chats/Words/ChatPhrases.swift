import Folklore

/// The words of chats, in Traditional Chinese and English; `SpokenText` folds them and what people type alike.
enum ChatPhrases {
  /// Whole sentences.
  static let whole: [String: ChatMeaning] = {
    let lists: [(ChatMeaning, [String])] = [
      (
        .help,
        [
          "說明", "幫助", "help", "?", "使用說明", "怎麼用", "怎麼使用", "如何使用", "指令", "功能", "選單", "menu", "/help", "教學", "你會什麼",
          "你會做什麼", "可以問什麼",
          "你可以做什麼", "可以說什麼", "能做什麼", "有什麼功能",
        ]
      ),
      (
        .greeting,
        [
          "你好", "您好", "嗨", "哈囉", "hi", "hello", "hey", "早安", "早", "午安", "晚安", "安安", "哈嘍", "嘿", "在嗎", "開始", "start",
          "/start",
          "你是誰",
        ]
      ),
      (.thanks, ["謝謝", "謝謝你", "謝謝您", "感謝", "感謝您", "感謝你", "多謝", "thanks", "thank you", "感恩", "辛苦了", "謝啦", "謝囉", "3q"]),
      (
        .acknowledged,
        [
          "好", "好的", "好喔", "嗯", "嗯嗯", "收到", "知道了", "了解", "瞭解", "讚", "太好了", "ok", "okay", "掰掰", "拜拜囉", "再見", "bye",
          "bye bye", "不要", "不用", "不用了", "不必", "不必了", "免了", "不用謝", "沒事", "沒關係", "no", "no thanks", "no thank you",
        ]
      ),
      (
        .next(nil),
        [
          "下一個", "下一個節日", "下一個日子", "下一個節慶", "最近", "近期", "接下來", "最近有什麼節日", "最近有什麼日子", "近期節日", "近期的節日", "接下來有什麼節日",
          "接下來要拜什麼", "最近要拜什麼", "接下來拜什麼", "最近拜什麼", "下一個要拜什麼", "下次拜拜", "什麼時候拜拜", "什麼時候要拜拜", "什麼時候要拜", "next", "upcoming",
          "what is next",
        ]
      ),
      (
        .month(0), ["這個月", "本月", "當月", "這個月有什麼節日", "這個月有什麼日子", "這個月要拜什麼", "本月節日", "這個月的節日", "本月有什麼節日", "this month"]
      ),
      (.month(1), ["下個月", "下一個月", "下月", "下個月有什麼節日", "下個月有什麼日子", "下個月要拜什麼", "下個月的節日", "next month"]),
      (
        .week(0),
        [
          "這週", "本週", "這禮拜", "這個禮拜", "這星期", "這個星期", "這週有什麼節日", "本週有什麼節日", "這禮拜有什麼節日", "這週有什麼日子", "本週有什麼日子",
          "這禮拜要拜什麼", "this week",
        ]
      ),
      (
        .week(1),
        [
          "下週", "下禮拜", "下個禮拜", "下星期", "下個星期", "下週有什麼節日", "下禮拜有什麼節日", "下週有什麼日子", "下禮拜要拜什麼", "next week",
        ]
      ),
      (
        .moons,
        [
          "初一十五", "初一和十五", "初一跟十五", "初一十五是哪一天", "初一十五是幾號", "初一十五什麼時候", "下一個初一十五", "下次初一十五", "朔望",
          "new and full moon", "moons",
        ]
      ),
      (
        .mine,
        [
          "我的提醒有哪些", "我訂了哪些", "我的訂閱有哪些", "我有哪些提醒",
          "我的", "我的訂閱", "我的設定", "我的提醒", "我的日子", "我的清單", "我訂閱了什麼", "我訂閱了哪些", "我追蹤了什麼", "我追蹤了哪些", "我追蹤的", "我訂閱的", "訂閱清單",
          "清單", "設定", "目前設定", "查詢訂閱", "我有訂閱什麼", "我有訂閱哪些", "幾點提醒", "我訂了什麼", "訂閱了什麼", "我有什麼提醒", "mine", "my days",
          "my settings", "settings", "my reminders",
        ]
      ),
      (
        .reminders(true),
        ["提醒開", "開提醒", "開啟提醒", "打開提醒", "恢復提醒", "繼續提醒", "通知開", "開啟通知", "恢復", "reminders on", "reminder on"]
      ),
      // More of it in `StopRequest`.
      (.reminders(false), ["提醒關", "不要吵", "閉嘴", "安靜", "走開", "滾", "滾開", "shut up", "leave me alone", "reminders off"]),
      (
        .near(nil),
        [
          "附近", "傳送位置", "附近的廟", "附近廟宇", "附近的廟宇", "附近有什麼廟", "附近哪裡有廟", "附近有廟", "附近宮廟", "附近的宮廟", "我附近", "我附近的廟", "我附近的廟宇",
          "找廟",
          "廟",
          "廟宇", "哪裡有廟", "哪裡可以拜拜", "哪裡可以拜", "去哪裡拜拜", "去哪拜", "near", "nearby", "near me", "temples", "temples near me",
          "temples nearby", "nearby temples",
        ]
      ),
      (
        .link,
        [
          "連結帳號", "連接帳號", "綁定帳號", "綁定", "連結", "加入帳號", "帳號", "加入", "登入", "link", "link account", "join", "join account",
          "sign in",
        ]
      ),
      (.confirmJoin, ["確定加入", "確認加入", "join for sure"]),
      (
        .leave,
        [
          "離開", "退出", "我要退出", "解除連結", "取消連結", "解除綁定", "取消綁定", "刪除我的資料", "刪除資料", "leave", "quit", "delete my data",
          "unlink",
        ]
      ),
      (.confirmLeave, ["確定離開", "確認離開", "leave for sure"]),
      (.language(nil), ["語言", "換語言", "切換語言", "language", "lang"]),
      (.follow(""), ["訂閱", "追蹤", "提醒我", "follow", "subscribe", "remind me"]),
      (
        .unfollow(""),
        [
          "取消", "取消訂閱", "取消追蹤", "unfollow", "cancel", "吵死了", "好吵", "很吵", "太吵了", "太吵", "煩死了", "好煩", "很煩", "煩", "太多了",
          "訊息太多了", "提醒太多了",
        ]
      ),
    ]
    var whole: [String: ChatMeaning] = [:]
    for (meaning, texts) in lists {
      for text in texts { whole[SpokenText.join(SpokenText.fold(text))] = meaning }
    }
    for (language, texts) in languages {
      for text in texts { whole[SpokenText.join(SpokenText.fold(text))] = .language(language) }
    }
    return whole
  }()

  static let languages: [(Language, [String])] = [
    (
      .traditionalChinese,
      ["中文", "繁體中文", "正體中文", "繁體", "正體", "繁中", "華語", "國語", "chinese", "traditional chinese", "zh-hant"]
    ),
    (.simplifiedChinese, ["简体中文", "简体", "簡中", "simplified", "simplified chinese", "zh-hans"]),
    (.english, ["english", "英文", "英語", "en"]),
  ]

  private static func folded(_ words: [String]) -> [String] { words.map(SpokenText.fold) }

  // MARK: Before a name

  static let follow = folded([
    "訂閱", "追蹤", "關注", "提醒我", "通知我", "記住", "我要訂", "訂", "新增", "follow", "/follow", "subscribe", "subscribe to",
    "remind me of",
  ])
  static let unfollow = folded([
    "取消", "取消訂閱", "取消追蹤", "取消關注", "不要提醒我", "不要提醒", "不要再提醒我", "不要再提醒", "刪除", "移除", "我不想收到", "不想收到", "不要訂閱", "不要追蹤", "退訂",
    "unfollow", "/unfollow", "unsubscribe",
    "unsubscribe from", "cancel",
  ])
  static let join = folded(["加入", "join", "/join"])
  static let next = folded(["下一個", "下一次", "下次", "最近的", "next"])
  static let near = folded([
    "附近的廟", "附近廟宇", "附近的", "附近有沒有", "附近哪裡有", "附近有", "附近", "temples near", "near", "nearby", "/near",
  ])
  /// Before the place where somebody is.
  static let homes = folded([
    "我在", "我人在", "人在", "我現在在", "現在在", "我家在", "家在", "我住", "我住在", "住在", "在", "哪裡有", "i live in", "i am in",
  ])
  static let language = folded(["語言", "換語言", "language", "lang", "/language"])
  static let time = folded([
    "提醒時間改成", "提醒時間", "通知時間", "時間改成", "時間改到", "時間設定", "時間", "改成", "time", "/time",
  ])
  static let before = folded(["提前", "提早", "before"])
  /// Before the days or the switch of the reminder of what to buy.
  static let prepare = folded(["採買提醒", "採買", "準備提醒", "準備", "prepare"])

  // MARK: Behind a name

  static let untilNext = folded([
    "還有幾天", "還有多久", "還要幾天", "還剩幾天", "還有多少天", "還有幾日", "剩幾天",
  ])
  static let awayFrom = folded(["距離", "離"])
  static let placeEnds = folded([
    "附近", "附近的廟", "附近廟宇", "附近的廟宇", "附近有什麼廟", "附近有哪些廟", "附近有廟", "附近哪裡有廟", "有什麼廟", "有哪些廟", "有廟", "哪裡有廟", "的廟宇", "的廟",
    "附近有什麼廟可以拜", "附近有什麼廟可以拜拜", "有什麼廟可以拜", "有什麼廟可以拜拜", "附近哪裡可以拜拜", "哪裡可以拜拜", "哪裡可以拜",
  ])
  static let whereEnds = folded(["在哪裡", "在哪邊", "在哪", "怎麼去", "的地址", "地址", "的位置"])
  static let remind = folded(["提醒我", "提醒", "通知我", "通知"])

  /// Ends of questions for a date or about a name, which is what stands before: 是幾號, 是什麼日子. Several may follow each other.
  static let questions = folded([
    "是國曆幾月幾號", "國曆幾月幾號", "是國曆幾月幾日", "是國曆幾號", "國曆幾號", "國曆是幾號", "是農曆幾月幾號", "農曆幾月幾號", "是農曆幾月幾日", "農曆幾月幾日", "是農曆幾號",
    "農曆幾號", "農曆是幾號", "是農曆初幾", "農曆初幾", "是初幾", "初幾", "農曆", "農民曆", "黃曆", "是幾月幾號", "是幾月幾日", "幾月幾號", "幾月幾日", "是幾號", "幾號",
    "在幾號", "是哪一天", "哪一天", "是哪天", "哪天", "在哪一天", "是什麼時候", "什麼時候", "是何時", "何時", "幾時", "是星期幾", "星期幾", "是禮拜幾", "禮拜幾", "是週幾",
    "是什麼日子", "什麼日子", "是什麼節日", "什麼節日", "是什麼節", "有什麼節日", "有什麼日子", "有什麼事", "要拜什麼神", "拜什麼神", "要拜什麼", "拜什麼", "要拜拜", "有什麼拜拜",
    "有哪些拜拜", "有要拜拜", "有拜拜", "拜拜", "幾點拜", "幾點要拜", "什麼時辰拜", "什麼時候拜", "什麼時候要拜", "何時拜",
    "宜什麼", "忌什麼", "沖什麼", "適合什麼", "適合做什麼",
    "要準備什麼供品", "要準備什麼", "準備什麼", "要買什麼東西", "要買什麼", "買什麼", "要拜什麼供品", "供品有哪些", "供品", "怎麼拜", "要怎麼拜", "要燒什麼金紙",
    "燒什麼金紙", "金紙", "what to buy", "what to offer", "有放假", "會放假", "要放假", "放假", "有補班", "要上班", "的日期", "日期", "要吃素", "吃素",
    "適合拜拜", "可以拜拜", "適合拜",
    "要拜", "的節氣", "節氣", "宜忌", "有哪些節日", "有哪些日子", "有什麼要拜的", "有什麼要拜", "的生日是什麼時候", "是誰", "的由來", "由來", "是什麼", "的",
    "when is",
    "is when",
  ]).sorted { $0.count > $1.count }

  // MARK: Days of the family's own

  /// The word by which a day is confirmed.
  static let keepWord = "記住"
  static let keep = folded([keepWord, "記下來", "記下", "記一下", "記", "記得", "新增日子", "新增"])
  static let keepEnds = folded(["記得提醒我", "要提醒我", "都要提醒我", "提醒我", "記得跟我講", "跟我講", "跟我說", "通知我", "提醒", "要記得"])

  // MARK: Days off and hours

  /// Behind a day: 端午節放幾天.
  static let daysOffEnds = folded([
    "放幾天假", "放幾天", "會放幾天", "可以放幾天", "放假放幾天", "放假幾天", "連假幾天", "連假放幾天", "連假有幾天", "有幾天假", "有幾天連假", "的連假", "連假是哪幾天",
    "連假哪幾天",
    "連假", "休幾天",
  ]).sorted { $0.count > $1.count }
  static let thisYear = folded(["今年的", "今年"])
  static let nowWords = folded(["今天", "現在", "明天", "今晚"])
  /// Behind a temple: 龍山寺今天有開嗎.
  static let hoursEnds = folded([
    "今天有沒有開", "今天有開門", "今天有開", "今天開", "現在有沒有開", "現在有開", "現在開", "有沒有開門", "有沒有開", "有開門", "有開", "幾點開門", "幾點開", "幾點關門",
    "幾點關",
    "開到幾點", "開放到幾點", "的開放時間", "開放時間", "的電話號碼", "的電話", "電話幾號", "電話號碼", "電話", "幾點可以拜",
  ]).sorted { $0.count > $1.count }

  /// Behind a name that is to be followed.
  static let followEnds = folded([
    "的時候提醒我", "時提醒我", "都要提醒我", "都要提醒", "提醒我", "通知我", "的時候通知我", "的提醒", "的通知",
  ])
  /// Behind a name that is to be followed no more.
  static let unfollowEnds = folded(["的提醒", "的通知", "提醒", "通知", "了"])

  /// Beginnings of questions about a name.
  static let questionStarts = folded([
    "再幾天", "再過幾天", "還要幾天", "什麼時候是", "哪一天是", "哪天是", "幾號是", "什麼時候", "何時是", "何時", "哪一天", "哪天", "幾號", "還有幾天", "還有多久", "今年的",
    "今年", "when is",
    "what is",
    "拜",
  ])

  // MARK: 初一 and 十五

  static let moons: [String: (new: Bool, full: Bool)] = Dictionary(
    uniqueKeysWithValues: [
      ("初一十五", (true, true)), ("初一和十五", (true, true)), ("初一跟十五", (true, true)), ("初一與十五", (true, true)),
      ("newandfullmoon", (true, true)), ("moons", (true, true)), ("初一", (true, false)), ("十五", (false, true)),
      ("newmoon", (true, false)),
      ("fullmoon", (false, true)),
    ].map { (SpokenText.fold($0.0), (new: $0.1.0, full: $0.1.1)) })
  static let on = folded([
    "都要跟我講", "要跟我講", "跟我講", "都要講", "都要跟我說", "要跟我說", "跟我說", "都要告訴我", "告訴我", "都要說", "記得跟我講", "記得跟我說", "記得提醒我",
    "都要記得提醒我", "的提醒", "的通知", "開", "開啟", "打開", "on", "要", "都要", "訂閱", "追蹤", "提醒", "提醒我", "都提醒我", "要提醒", "都要提醒", "follow",
  ])
  static let off = folded([
    "關", "關閉", "關掉", "off", "不要", "都不要", "取消", "取消訂閱", "不要提醒", "不要提醒我", "不用提醒", "停止", "刪除", "我不想收到", "不想收到", "unfollow",
  ])
}
