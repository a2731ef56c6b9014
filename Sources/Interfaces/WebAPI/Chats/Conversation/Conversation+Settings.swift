import Folklore
import JSON
import Records
import Store
import Words

// Settings.
extension Conversation {
  func setMoons(new: Bool, full: Bool, _ isOn: Bool) async throws -> ChatReply {
    let user = try await edit { user in
      var settings = user["settings"]
      if new { settings = settings.setting("newmoon_enabled", .flag(isOn)) }
      if full { settings = settings.setting("fullmoon_enabled", .flag(isOn)) }
      return [Draft.Given("settings", settings)]
    }
    let settings = user["settings"]
    var reply = ChatReply(
      title: say("初一：", "初一：", "New moon: ") + onOff(settings["newmoon_enabled"] == .flag(true))
        + say("，十五：", "，十五：", ", full moon: ") + onOff(settings["fullmoon_enabled"] == .flag(true)),
      suggestions: [
        isOn ? say("初一十五 關", "初一十五 关", "moons off") : say("初一十五 開", "初一十五 开", "moons on"),
        say("我的", "我的", "mine"), say("初一十五", "初一十五", "moons"),
      ])
    if isOn { reply.lines = [told(settings)] }
    if isOn, settings["enable_all"] == .flag(false) {
      reply.suggestions.insert(say("提醒 開", "提醒 开", "reminders on"), at: 0)
    }
    return reply
  }

  /// When reminders come, or that they are off.
  private func told(_ settings: JSON) -> String { ChatWords.told(settings, language) }

  private func saved(_ title: String, _ user: Record) -> ChatReply {
    ChatReply(
      title: title, lines: [told(user["settings"])],
      suggestions: [say("我的", "我的", "mine")]
        + (user["settings"]["enable_all"] == .flag(false) ? [say("提醒 開", "提醒 开", "reminders on")] : []))
  }

  func setDaysBefore(_ days: Int) async throws -> ChatReply {
    saved(
      days == 0
        ? say("改成當天提醒。", "改成当天提醒。", "Told on the day itself.")
        : say("改成提前 \(days) 天。", "改成提前 \(days) 天。", "Told \(days) day\(days == 1 ? "" : "s") before."),
      try await set("advance_days", .integer(days)))
  }

  func setPrepare(_ days: Int?) async throws -> ChatReply {
    guard let days else {
      return saved(
        say("不再先提醒要買什麼。", "不再先提醒要买什么。", "You are not told what to buy any more."),
        try await set("prepare_days", .null))
    }
    return saved(
      say(
        "大日子 \(days) 天前先提醒要買什麼。", "大日子 \(days) 天前先提醒要买什么。", "You are told what to buy \(days) days before great days."),
      try await set("prepare_days", .integer(days)))
  }

  var wrongDays: ChatReply {
    ChatReply(
      title: say("提前幾天？請說 0 到 30 天。", "提前几天？请说 0 到 30 天。", "How many days before? Say 0 to 30."),
      lines: [say("0 是當天，1 是前一天。", "0 是当天，1 是前一天。", "0 is the day itself, 1 the day before.")],
      suggestions: [0, 1, 3, 7].map { say("提前 \($0) 天", "提前 \($0) 天", "before \($0)") })
  }

  func setTime(_ time: TimeOfDay) async throws -> ChatReply {
    saved(
      say("改成 \(time) 提醒。", "改成 \(time) 提醒。", "Told at \(time)."),
      try await set("notify_time", .text("\(time)")))
  }

  var wrongTime: ChatReply {
    ChatReply(
      title: say(
        "幾點提醒？例如「時間 08:00」或「晚上八點提醒」。", "几点提醒？例如「时间 08:00」或「晚上八点提醒」。", "At what time? Say “time 08:00” or “time 8pm”."),
      suggestions: ["08:00", "12:00", "18:00", "20:00"].map { say("時間 \($0)", "时间 \($0)", "time \($0)") })
  }

  func setReminders(_ isOn: Bool) async throws -> ChatReply {
    // Nobody is kept who only wants to be left alone.
    guard isOn || chat != nil else {
      return ChatReply(
        title: say("好的，這裡不會傳提醒給您。", "好的，这里不会发提醒给您。", "All right. You get no reminders from here."),
        lines: [say("這裡沒有保存您的資料。", "这里没有保存您的资料。", "Nothing is kept of you here.")], suggestions: usualSuggestions)
    }
    let user = try await set("enable_all", .flag(isOn))
    guard isOn else {
      return ChatReply(
        title: say("提醒已關閉。", "提醒已关闭。", "Reminders are off."),
        lines: [
          say(
            "訂閱的日子都還在；說「提醒 開」就恢復。只要取消一個日子，可以說「取消 媽祖聖誕」；要刪除資料，請說「離開」。",
            "订阅的日子都还在；说「提醒 开」就恢复。只要取消一个日子，可以说「取消 妈祖圣诞」；要删除数据，请说「离开」。",
            "What you follow is kept; “reminders on” brings them back. To end only one, say “unfollow mazu”; to delete your data, “leave”."
          )
        ], suggestions: [say("提醒 開", "提醒 开", "reminders on"), say("我的", "我的", "mine"), say("離開", "离开", "leave")])
    }
    return saved(say("提醒已開啟。", "提醒已开启。", "Reminders are on."), user)
  }

  func setLanguage(_ language: Language?) async throws -> ChatReply {
    guard let language else {
      return ChatReply(
        title: say("要用哪一種語言？", "要用哪一种语言？", "Which language?"), suggestions: ["中文", "简体", "English"])
    }
    _ = try await edit { _ in [Draft.Given("locale", .text(language.rawValue))] }
    var spoken = self
    spoken.language = language
    return ChatReply(
      title: spoken.say("以後用正體中文。", "以后用简体中文。", "English from now on."), suggestions: spoken.usualSuggestions)
  }
}
