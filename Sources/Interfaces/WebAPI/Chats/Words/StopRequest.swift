/// Reads that somebody wants to be told less: 不要再傳了, 刪掉我的媽祖提醒, 媽祖聖誕不用通知我了.
///
/// The words for it are known, stand in any order, and leave at most one stretch between them, which must be the name of what shall end. So a sentence
/// about something else (停車場在哪裡, 今天不要下雨) is none, and neither is one that asks for the opposite (不要忘記提醒我, 不要取消).
struct StopRequest {
  private enum Part: Hashable {
    /// 別, 不想: negates what follows.
    case negation
    /// 不要, 不用: also by itself, as in 媽祖不用了.
    case refusal
    /// 停止, 退訂: by itself it ends everything.
    case end
    /// 取消, 刪除: by itself it does not say what.
    case removal
    /// What is done to people, and with what: 提醒, 傳, 訊息.
    case telling
    /// 訂閱, 追蹤.
    case following
    case all
    /// 帳號, 資料.
    case account
    /// 怎麼, 如何.
    case how
    /// 忘記, 只: the opposite, or something else.
    case opposite
    /// 我, 再, 的, 了: says nothing.
    case filler
  }

  private enum Token: Hashable {
    case part(Part)
    /// The places of a stretch that is no known word.
    case other(Range<Int>)
  }

  private let tokens: [Token]
  /// The characters, or Latin words, as they were typed.
  private let typed: [Substring]

  init(_ said: SpokenText, _ names: ChatNames) {
    let folded = Self.units(said.folded)
    let typed = Self.units(said.plain)
    self.typed = typed.count == folded.count ? typed : folded
    var tokens: [Token] = []
    var start = 0
    while start < folded.count {
      let name = Self.longest(folded, from: start, upTo: names.longestNames) { $0.count > 1 && names.isName($0) }
      let word = Self.longest(folded, from: start, upTo: Self.longestWords) { Self.words[$0] != nil }
      // 關聖帝君 is no 關.
      if let word, word >= name ?? 0, let part = Self.words[folded[start..<start + word].joined()] {
        tokens.append(.part(part))
        start += word
        continue
      }
      let end = start + (name ?? 1)
      if case .other(let before)? = tokens.last {
        tokens[tokens.count - 1] = .other(before.lowerBound..<end)
      } else {
        tokens.append(.other(start..<end))
      }
      start = end
    }
    self.tokens = tokens
  }

  /// True if it has words for being told less beside words for telling; then an answer shows how to end reminders.
  var isAboutReminders: Bool {
    (has(.end) || has(.removal) || isNegative) && (has(.telling) || has(.following))
  }

  /// True if some of it is about being told less.
  var isLikely: Bool { has(.end) || has(.removal) || isNegative && (has(.telling) || has(.following)) }

  /// True if it names a time or asks for the opposite: 今天不要提醒, 不要忘記提醒我.
  var isOtherwise: Bool { has(.opposite) || negatesAnEnd }

  /// The text's meaning; nil if it is not surely about being told less.
  ///
  /// - Parameter isKnown: whether something has a name.
  func meaning(_ isKnown: (String) -> Bool) -> ChatMeaning? {
    guard isLikely || has(.refusal), !isOtherwise else { return nil }
    let names = tokens.compactMap { if case .other(let range) = $0 { name(range) } else { nil } }
    guard names.count < 2 else { return nil }
    if let name = names.first {
      if let moon = ChatPhrases.moons[SpokenText.join(SpokenText.fold(name))] {
        return .setMoons(new: moon.new, full: moon.full, isOn: false)
      }
      return isKnown(name) ? .unfollow(has(.how) ? "" : name) : nil
    }
    if has(.account), has(.removal) || has(.end) { return .leave }
    if has(.how) || !isLikely { return .unfollow("") }
    return has(.end) || has(.all) || has(.telling) || isNegative ? .reminders(false) : .unfollow("")
  }

  private func has(_ part: Part) -> Bool { tokens.contains(.part(part)) }

  private var isNegative: Bool { has(.negation) || has(.refusal) }

  /// 不要取消, 別停.
  private var negatesAnEnd: Bool {
    let meant = tokens.filter { $0 != .part(.filler) && $0 != .part(.all) }
    return zip(meant, meant.dropFirst()).contains { first, next in
      (first == .part(.negation) || first == .part(.refusal)) && (next == .part(.end) || next == .part(.removal))
    }
  }

  /// Latin words are parted by blanks.
  private func name(_ range: Range<Int>) -> String {
    typed[range].joined(separator: typed[range].allSatisfy { $0.first?.isASCII == true } ? " " : "")
  }

  // MARK: Words

  /// Characters, and words of Latin letters and digits.
  private static func units(_ text: String) -> [Substring] {
    var units: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      let isLatin = Self.isLatin(text[start])
      var end = text.index(after: start)
      while isLatin, end < text.endIndex, Self.isLatin(text[end]) { end = text.index(after: end) }
      let unit = text[start..<end]
      // Commands of Telegram begin with a slash.
      if isLatin || unit != "/" && !SpokenText.join(String(unit)).isEmpty { units.append(unit) }
      start = end
    }
    return units
  }

  private static func isLatin(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "'#-".contains(character)) || character == "’"
  }

  /// - Parameter limits: the most units of a word that begins with a character.
  private static func longest(
    _ units: [Substring], from start: Int, upTo limits: [Character: Int], _ isWord: (String) -> Bool
  ) -> Int? {
    guard let limit = units[start].first.flatMap({ limits[$0] }) else { return nil }
    return stride(from: min(limit, units.count - start), to: 0, by: -1).first {
      isWord(units[start..<start + $0].joined())
    }
  }

  private static let longestWords = Dictionary(
    words.keys.compactMap { word in word.first.map { ($0, units(word).count) } }, uniquingKeysWith: max)

  private static let words: [String: Part] = {
    let lists: [(Part, String)] = [
      (.negation, "不想 不希望 不願意 不願 不再 不准 不許 不可以 不可 不能 不給 別 勿 請勿 甭 免 麥 嘜 毋通 毋免 no don't don’t dont not"),
      (.refusal, "不要 不想要 不需要 不用 不必"),
      (.end, "停止 停掉 停用 停了 停 不訂閱 不追蹤 不收 暫停 中止 終止 結束 退訂 退掉 封鎖 拒收 拒絕 屏蔽 靜音 stop unsubscribe mute block off"),
      (.removal, "取消 取消掉 刪除 刪掉 刪 移除 拿掉 去掉 去除 解除 關閉 關掉 關了 關 註銷 清除 remove delete cancel disable turn"),
      (
        .telling,
        "提醒 通知 傳 傳送 發送 發 寄 送 推播 推送 打擾 騷擾 吵 煩 收到 收 接收 接到 看到 叫 line 來 訊息 消息 信息 簡訊 廣告 垃圾 東西 資訊 內容 好友 機器人 "
          + "名單 服務 功能 reminders reminder remind reminding notifications notification notify messages message messaging "
          + "texts send sending bother spam disturb list"
      ),
      (.following, "訂閱 追蹤 關注 訂 follow following subscriptions subscription"),
      (.all, "全部 所有 一切 任何 通通 統統 都 all everything any"),
      (.account, "帳號 帳戶 資料 個資 紀錄 會員 連結 綁定 account data"),
      (.how, "怎麼 怎樣 怎 如何 要怎麼 how"),
      (
        .opposite,
        "忘記 忘了 忘 漏掉 漏 錯過 只 太早 太晚 太多 太常 這麼早 這麼晚 這麼多 那麼早 那麼晚 今天 明天 要不要 是不是 有沒有 會不會 forget only today tomorrow"
      ),
      (
        .filler,
        "我 我的 我們 我要 我想 要 想 你 您 你們 您們 你們的 再 擱 一直 繼續 老是 每天 又 常 給 給我 對我 把 將 請 請你 請您 麻煩 拜託 幫 幫我 可以 可不可以 能不能 能 "
          + "的 了 啦 喔 哦 啊 嗎 吧 呢 就好 一下 先 好 好不好 這個 那個 這些 那些 這種 那種 這 那 到 從 有關 關於 以後 之後 掉 謝謝 的話 過來 日子 的日子 也 還是 "
          + "已經 很 太 真 真的 實在 超 非常 死 死了 有夠 夠了 please me my i you your the a of about from for to on anymore again more "
          + "getting receiving get receive want do it this these thanks"
      ),
    ]
    var words: [String: Part] = [:]
    for (part, list) in lists {
      for word in list.split(separator: " ") { words[SpokenText.fold(String(word))] = part }
    }
    return words
  }()
}
