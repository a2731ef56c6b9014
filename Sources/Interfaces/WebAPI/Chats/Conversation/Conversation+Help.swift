import Folklore
import Lunisolar
import Records
import Store
import Words

// Greetings, help, and words that are not understood.
extension Conversation {
  /// What can always be said.
  var usualSuggestions: [String] {
    [
      say("今天", "今天", "today"), say("下一個", "下一个", "next"), say("這個月", "这个月", "this month"),
      say("我的", "我的", "mine"), say("附近", "附近", "nearby"), say("說明", "说明", "help"),
    ]
  }

  var help: ChatReply {
    ChatReply(
      title: say("您可以這樣說", "您可以这样说", "What you can say"),
      lines: [
        say("今天、明天、三月廿三 是幾號、12/25 農曆幾號", "今天、明天、三月廿三 是几号、12/25 农历几号", "today, tomorrow, 12/25, lunar 3/23"),
        say("媽祖、中秋節、下一個、下一個 媽祖、這個月", "妈祖、中秋节、下一个、下一个 妈祖、这个月", "mazu, next, next mazu, this month"),
        say("訂閱 媽祖、取消 媽祖、我的", "订阅 妈祖、取消 妈祖、我的", "follow mazu, unfollow mazu, mine"),
        say("考試拜誰、中元要買什麼、採買 3 天前（或關）", "考试拜谁、中元要买什么、采买 3 天前（或关）", "who helps with exams, prepare 3 days (or off)"),
        say("初一十五 開（或關）", "初一十五 开（或关）", "moons on (or off)"),
        say("提前 3 天、時間 08:00、提醒 關", "提前 3 天、时间 08:00、提醒 关", "3 days before, time 08:00, reminders off"),
        say("附近（再傳位置）、附近 鹿港", "附近（再传位置）、附近 鹿港", "nearby (then send your position), near Lukang"),
        say("語言 English、連結帳號、離開", "语言 English、连结账号、离开", "language 中文, link account, leave"),
      ],
      links: links(say("打開網站", "打开网站", "Open the site"), "/"),
      suggestions: usualSuggestions.dropLast() + [
        say("訂閱 媽祖", "订阅 妈祖", "follow mazu"), say("初一十五 開", "初一十五 开", "moons on"),
        say("連結帳號", "连结账号", "link account"),
      ])
  }

  /// The first words to somebody who comes back, for whom everything has been kept.
  func welcomeBack(_ user: Record) -> ChatReply {
    ChatReply(
      title: say(
        "歡迎回來，您訂閱的日子都還在。", "欢迎回来，您订阅的日子都还在。", "Welcome back. All the days that you follow are still here."),
      lines: [ChatWords.told(user["settings"], language)], suggestions: usualSuggestions)
  }

  /// The first words of a chat: what it is for, what can be said, and a link that joins it to an account.
  func greeting() async throws -> ChatReply {
    var reply = ChatReply(
      title: say("您好，這裡是民俗提醒。", "您好，这里是民俗提醒。", "Hello, I remind you of folk days."),
      lines: [
        say(
          "神明聖誕、節慶和初一十五，前一天晚上提醒您。", "神明圣诞、节庆和初一十五，前一天晚上提醒您。",
          "Days of deities, festivals, new and full moons: you are told the evening before."),
        say(
          "說「訂閱 媽祖」就開始；說「今天」看日子；說「說明」看全部。", "说「订阅 妈祖」就开始；说「今天」看日子；说「说明」看全部。",
          "Say “follow mazu” to begin, “today” for the day, “help” for everything."),
      ],
      suggestions: [
        say("訂閱 媽祖", "订阅 妈祖", "follow mazu"), say("初一十五 開", "初一十五 开", "moons on"),
      ] + usualSuggestions)
    if chat.map(\.isOwn) ?? true { reply.links = try await joiningLinks() }
    return reply
  }

  /// A link to the page that joins the chat to an account; none if the server's public address is not known.
  func joiningLinks() async throws -> [ChatReply.Link] {
    guard page("/") != nil else { return [] }
    let (service, id, now) = (event.service, event.chat, now)
    let code = try await self.service.write(for: turn) { try $0.makeChatLink(service, chat: id, now: now) }
    return links(say("連結我的帳號", "连结我的账号", "Join my account"), "/chats/join?code=" + code)
  }

  /// Stickers, pictures and sounds.
  func unreadable(_ content: ChatEvent.Content) -> ChatReply {
    let title =
      switch content {
      case .sticker: say("我看不懂貼圖，請打字。", "我看不懂贴图，请打字。", "I cannot read stickers. Write to me, please.")
      case .picture: say("我看不懂圖片，請打字。", "我看不懂图片，请打字。", "I cannot read pictures. Write to me, please.")
      case .video: say("我看不懂影片，請打字。", "我看不懂视频，请打字。", "I cannot read videos. Write to me, please.")
      case .sound: say("我聽不懂語音，請打字。", "我听不懂语音，请打字。", "I cannot understand sounds. Write to me, please.")
      case .other: say("我看不懂這種訊息，請打字。", "我看不懂这种消息，请打字。", "I cannot read this. Write to me, please.")
      }
    return ChatReply(title: title, lines: [examples], suggestions: usualSuggestions)
  }

  /// The answer to a text that is not read.
  var tooLong: ChatReply {
    let limit = ChatReader.longestText
    return ChatReply(
      title: say(
        "訊息太長了，我沒有讀。請用一句話問，最多 \(limit) 個字。", "消息太长了，我没有读。请用一句话问，最多 \(limit) 个字。",
        "This is too long, and I did not read it. Ask in one sentence of at most \(limit) characters."),
      lines: [examples, howToEnd], suggestions: [endAll] + usualSuggestions)
  }

  /// Words that end all reminders.
  var endAll: String { say("提醒 關", "提醒 关", "reminders off") }

  /// How to be told less.
  var howToEnd: String {
    say(
      "全部不要提醒，請說「提醒 關」；不要其中一個，例如「取消 媽祖聖誕」；刪除資料，請說「離開」。",
      "全部不要提醒，请说「提醒 关」；不要其中一个，例如「取消 妈祖圣诞」；删除数据，请说「离开」。",
      "To end all reminders say “reminders off”; to end one, “unfollow mazu”; to delete your data, “leave”.")
  }

  private var examples: String {
    say("請試試：今天、訂閱 媽祖、附近 鹿港", "请试试：今天、订阅 妈祖、附近 鹿港", "Try: today, follow mazu, near Lukang")
  }

  func unknown(_ text: String) -> ChatReply {
    // As it was typed, with what was taken for politeness.
    let typed = if case .text(let typed) = event.action { typed } else { text }
    let shown = typed.prefix(20)
    var suggestions = [
      say("今天", "今天", "today"), say("訂閱 媽祖", "订阅 妈祖", "follow mazu"), say("附近 鹿港", "附近 鹿港", "near Lukang"),
      say("說明", "说明", "help"),
    ]
    var lines = [examples]
    // What is not surely meant is not done, but shown.
    if StopRequest(SpokenText(typed), names).isAboutReminders {
      lines.append(howToEnd)
      suggestions.insert(endAll, at: 0)
    } else if let near = nearest(to: text) {
      suggestions.insert(near, at: 0)
      lines.insert(say("您是不是要說「\(near)」？", "您是不是要说「\(near)」？", "Did you mean “\(near)”?"), at: 0)
    }
    return ChatReply(
      title: shown.isEmpty
        ? say("我沒有看到文字。", "我没有看到文字。", "I see no text.")
        : say("我看不懂「\(shown)」。", "我看不懂「\(shown)」。", "I do not understand “\(shown)”."),
      lines: lines, suggestions: suggestions)
  }

  /// Words, or the name of a day, that the person may have meant.
  private func nearest(to text: String) -> String? {
    let words =
      language == .english
      ? ["today", "tomorrow", "next", "this month", "mine", "nearby", "help", "reminders off", "link account", "leave"]
      : [
        "今天", "明天", "下一個", "這個月", "下個月", "初一十五", "我的", "附近", "說明", "提醒 關", "提醒 開", "連結帳號", "離開", "訂閱", "取消",
      ]
    let said = SpokenText(text)
    // 媽袓生日 sounds as 媽祖生日.
    if let name = data.dayNames.nearest(to: said.plain) { return name }
    // Of two characters one differs in far too many words.
    if said.joined.count > 2 || language == .english,
      let near = Similarity.closest(to: said.joined, among: words.map { SpokenText($0).joined })
    {
      if let word = words.first(where: { SpokenText($0).joined == near }) {
        return language == .simplifiedChinese ? Transliteration.simplified(word) : word
      }
    }
    guard let name = names.similar(to: said.plain), name.count <= 20 else { return nil }
    return name
  }
}
