import Channels
import Folklore

extension Message {
  /// 媽祖聖誕 of 2025; parameters replace single fields.
  static func example(
    key: String = "rem_8f3k2-1", title: String = "明天是媽祖聖誕", body: String = "農曆三月廿三。\n大甲鎮瀾宮 & <其他>",
    link: String = "folklore://event/88", json: String = #"{"type":"reminder.due","title":"明天是媽祖聖誕"}"#,
    page: String? = nil, language: Language = .traditionalChinese
  ) -> Message {
    Message(
      idempotencyKey: key, title: title, body: body, link: link, language: language,
      scheduledAt: 1_745_020_800, expiresAt: 1_745_107_200, json: Array(json.utf8), page: page)
  }
}
