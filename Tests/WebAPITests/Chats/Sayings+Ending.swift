/// What people say who want to be told less, and what sounds like it; written before the code.
extension Sayings {
  /// Being left alone always works.
  static let leftAlone: [String] = [
    "我不要收到通知了", "我不要收到通知", "不要收到通知", "不想收到通知了", "我不想再收到通知", "我不想再收到訊息了", "我不想收到訊息", "不要再傳了", "別再傳了",
    "不要傳了", "別傳了", "不要再傳訊息給我", "不要再傳訊息給我了", "請不要再傳訊息給我", "請不要再傳了，謝謝", "不要一直傳", "不要一直傳訊息", "不要再發訊息了",
    "不要再寄了", "別再發通知了", "不要再傳這些東西給我", "不要再LINE我了", "不要再推播了", "關閉推播", "我不要再收到你們的訊息", "我不想看到這些訊息",
    "不要再傳廣告", "不要再傳垃圾訊息", "不要再來煩我", "不要每天傳", "取消通知", "取消提醒", "取消所有提醒", "取消所有通知", "把通知取消", "通知取消", "通知關掉",
    "提醒關掉", "關掉提醒", "關掉通知", "關閉通知", "把提醒關掉", "幫我關掉通知", "停止通知", "停止提醒", "停止", "停止傳送", "停止傳訊息", "請停止", "停掉提醒",
    "別再提醒我", "別再提醒我了", "不要提醒我", "不要提醒我了", "不要再提醒我了", "不用提醒了", "不用提醒我", "不用再提醒我了", "不需要提醒", "不需要通知了", "不必提醒",
    "提醒不用了", "通知不用了", "不要通知了", "我不要通知", "不要通知我", "別通知我", "不用通知我了", "不要打擾我", "別打擾我", "請勿打擾", "別煩我", "不要煩我",
    "不要再煩我了", "別吵我", "不要吵", "不要再吵我", "退訂", "我要退訂", "我想退訂", "全部退訂", "退訂全部", "取消全部訂閱", "全部都取消", "都取消", "全部取消",
    "我不訂閱了", "我不想訂閱了", "封鎖", "我要封鎖你", "封鎖你", "拒收", "拒收訊息", "刪除好友", "解除好友", "可以不要再傳了嗎", "可以停止提醒嗎", "麻煩停止通知",
    "拜託不要再傳了", "你們很吵耶，不要再傳了", "下雨了 不要再提醒我了", "我已經不想收到了", "把我從名單移除", "取消服務", "閉嘴", "走開", "免提醒",
    "不要再发了", "别再提醒我了", "关掉通知", "我不想收到消息了", "unsubscribe", "Unsubscribe", "unsubscribe me", "STOP", "stop sending",
    "stop sending me messages", "no more reminders", "no more notifications", "don't remind me",
    "Don’t remind me anymore",
    "do not disturb", "leave me alone", "cancel all", "cancel reminders", "turn off notifications", "mute",
  ]

  /// The end of one day, or of 初一 and 十五.
  static let ending: [(said: String, meant: String)] = [
    ("刪掉我的媽祖提醒", "unfollow 媽祖"), ("刪掉媽祖提醒", "unfollow 媽祖"), ("刪除媽祖的提醒", "unfollow 媽祖"), ("把媽祖刪掉", "unfollow 媽祖"),
    ("把媽祖的提醒刪掉", "unfollow 媽祖"), ("媽祖提醒刪掉", "unfollow 媽祖"), ("媽祖不要提醒", "unfollow 媽祖"), ("媽祖不用提醒了", "unfollow 媽祖"),
    ("媽祖聖誕不要再提醒我", "unfollow 媽祖聖誕"), ("媽祖的通知取消", "unfollow 媽祖"), ("媽祖取消", "unfollow 媽祖"), ("取消媽祖的提醒", "unfollow 媽祖"),
    ("取消媽祖聖誕的通知", "unfollow 媽祖聖誕"), ("不要再傳媽祖的訊息", "unfollow 媽祖"), ("別再提醒我媽祖", "unfollow 媽祖"),
    ("不用提醒我中秋節", "unfollow 中秋節"), ("我不要媽祖的提醒了", "unfollow 媽祖"), ("我不要收到媽祖的通知", "unfollow 媽祖"),
    ("我不想再收到觀音的通知", "unfollow 觀音"), ("中元節的提醒關掉", "unfollow 中元節"), ("關掉中元節的提醒", "unfollow 中元節"),
    ("關閉土地公的通知", "unfollow 土地公"), ("停止提醒我端午節", "unfollow 端午節"), ("端午節不用通知我", "unfollow 端午節"), ("移除土地公", "unfollow 土地公"),
    ("我要取消媽祖", "unfollow 媽祖"), ("我想取消土地公的提醒", "unfollow 土地公"), ("不要追蹤媽祖了", "unfollow 媽祖"), ("不要訂閱觀音了", "unfollow 觀音"),
    ("觀音退訂", "unfollow 觀音"), ("退訂觀音", "unfollow 觀音"), ("媽祖不用了", "unfollow 媽祖"), ("不要媽祖了", "unfollow 媽祖"),
    ("關聖帝君的提醒取消", "unfollow 關聖帝君"), ("取消關聖帝君", "unfollow 關聖帝君"), ("關公不要提醒", "unfollow 關公"),
    ("关掉妈祖的提醒", "unfollow 妈祖"), ("删掉我的妈祖提醒", "unfollow 妈祖"), ("stop reminding me of mazu", "unfollow mazu"),
    ("don't remind me about mazu", "unfollow mazu"), ("remove mazu", "unfollow mazu"),
    ("no more mazu reminders", "unfollow mazu"),
    ("取消 那個不知道什麼", "unfollow 那個不知道什麼"), ("初一十五不要提醒了", "moons both off"), ("不要再提醒我初一十五", "moons both off"),
    ("取消初一十五的通知", "moons both off"), ("初一不用提醒", "moons new off"), ("十五不要通知我", "moons full off"),
    ("刪掉初一十五", "moons both off"),
    // What does not say which is asked.
    ("怎麼取消", "unfollow ?"), ("怎麼取消提醒", "unfollow ?"), ("怎麼關掉通知", "unfollow ?"), ("如何退訂", "unfollow ?"),
    ("太吵了", "unfollow ?"),
    ("好煩", "unfollow ?"), ("煩死了", "unfollow ?"), ("我不要了", "unfollow ?"), ("刪除", "unfollow ?"),
    ("how to unsubscribe", "unfollow ?"),
    ("刪除帳號", "leave"), ("刪除我的帳號", "leave"), ("註銷帳號", "leave"), ("刪掉我的資料", "leave"), ("把我的資料刪掉", "leave"),
    ("我要退出", "leave"),
  ]

  /// What is not about being told less, or not surely: it is never done.
  static let unsure: [(said: String, meant: String)] = [
    ("不要忘記提醒我", "unknown"), ("不要停", "unknown"), ("不要取消", "unknown"), ("別取消媽祖", "unknown"), ("今天不要提醒我", "unknown"),
    ("明天不要傳", "unknown"), ("晚上不要傳", "unknown"), ("不要太早提醒", "unknown"), ("不要太晚提醒我", "unknown"), ("要不要提醒", "unknown"),
    ("停車場在哪裡", "unknown"), ("停電了", "unknown"), ("他結束了", "unknown"), ("別的媽祖", "unknown"), ("不要", "acknowledged"),
    ("不用了", "acknowledged"), ("不用謝", "acknowledged"), ("no", "acknowledged"), ("我要關注媽祖", "follow 媽祖"),
    // Nonsense and talk.
    ("我要吃飯", "unknown"), ("好累喔", "unknown"), ("今天好熱", "unknown"), ("明天要開會", "unknown"), ("asdfgh", "unknown"),
    ("12345", "unknown"),
    ("0912345678", "unknown"), ("哈哈哈哈", "unknown"), ("時間過得真快", "unknown"), ("時間不夠", "unknown"), ("提前說一聲", "unknown"),
    ("改成別的", "unknown"), ("我在忙", "unknown"), ("我在開車", "unknown"), ("我在家", "unknown"), ("的的的的的的的的", "unknown"),
    ("你在哪裡", "unknown"),
    ("天氣", "unknown"), ("the", "unknown"), ("i love you", "unknown"), ("what day", "unknown"), ("我愛你", "unknown"),
    ("吃飽沒", "unknown"),
    ("下次再說", "unknown"), ("下次見", "unknown"), ("三天前", "day 2025-04-14"),
    // Places.
    ("我家在板橋 附近有什麼廟", "near 板橋"), ("我家在板橋附近有什麼廟", "near 板橋"), ("我住板橋有什麼廟", "near 板橋"), ("我住在大甲", "near 大甲"),
    ("我人在鹿港", "near 鹿港"), ("我現在在臺南", "near 臺南"), ("板橋附近有哪些廟", "near 板橋"), ("板橋有什麼廟可以拜", "near 板橋"), ("板橋的廟", "near 板橋"),
    ("在台中有什麼廟", "near 台中"), ("附近的土地公廟", "near ?"), ("附近有土地公廟嗎", "near ?"), ("哪裡有媽祖廟", "near ?"), ("關廟在哪裡", "near 關廟"),
    // Ages ago.
    ("民國64年4月5日", "day 1975-04-05"), ("1974年9月6日", "day 1974-09-06"), ("2099年1月1日", "day 2099-01-01"),
  ]
}
