public import Folklore
public import Store

/// What alarms say to a person: what happened, since when, and what to do.
public struct AlarmWords: Sendable {
  public let language: Language
  private let clock: ZonedClock
  private let zone: String

  /// - Parameter zone: the IANA name of the clock's zone, which stands behind times.
  public init(_ language: Language, _ clock: ZonedClock, zone: String) {
    (self.language, self.clock, self.zone) = (language, clock, zone)
  }

  public func title(_ notice: AlarmNotice) -> String {
    switch notice {
    case .begun(let sighting): language.say("警報：", "警报：", "Alarm: ") + title(sighting)
    case .over(let sighting, _): language.say("解除：", "解除：", "Over: ") + title(sighting)
    case .test: language.say("folkcal 警報測試", "folkcal 警报测试", "folkcal: a test of alarms")
    }
  }

  public func body(_ notice: AlarmNotice) -> String {
    switch notice {
    case .begun(let sighting):
      return [sentence(sighting), remedy(sighting)].joined(separator: "\n")
    case .over(let sighting, let clear):
      let (from, to) = (time(sighting.since), time(clear))
      return language.say(
        "自 \(from) 起的狀況，已在 \(to) 結束。", "自 \(from) 起的状况，已在 \(to) 结束。",
        "It began at \(from) and was over at \(to).") + "\n" + language.say("當時：", "当时：", "Then it said: ")
        + sentence(sighting)
    case .test(let at):
      return language.say(
        "這是 \(time(at)) 送出的測試。收得到這則訊息，就收得到警報。", "这是 \(time(at)) 发送的测试。收得到这条消息，就收得到警报。",
        "This is a test, sent at \(time(at)). Alarms reach you here.")
    }
  }

  /// `2026-11-25 09:30 (Asia/Taipei)`.
  private func time(_ instant: Int) -> String {
    let iso = CivilTime.iso(unixTime: instant, offset: clock.offset(at: instant))
    return iso.prefix(16).replacing("T", with: " ") + " (\(zone))"
  }
}

// MARK: - One condition

extension AlarmWords {
  /// The condition in a few words.
  public func title(_ sighting: AlarmSighting) -> String {
    let subject = sighting.subject ?? ""
    return switch sighting.kind {
    case .workerSilent: language.say("送出提醒的程式沒有動靜", "发送提醒的程序没有动静", "the worker is silent")
    case .remindersLate: language.say("提醒沒有準時送出", "提醒没有准时发送", "reminders are late")
    case .plannerSilent: language.say("排程停了", "排程停了", "the planner is silent")
    case .deliveriesFailing: language.say("許多提醒失敗", "许多提醒失败", "many reminders fail")
    case .channelUnavailable:
      language.say("提醒方式 \(subject) 無法使用", "提醒方式 \(subject) 无法使用", "the channel \(subject) is unavailable")
    case .backupMissing: language.say("沒有新的備份", "没有新的备份", "there is no new backup")
    case .diskNearlyFull: language.say("磁碟快滿了", "磁盘快满了", "the disk is nearly full")
    case .certificateEnds:
      language.say("\(subject) 的憑證快到期", "\(subject) 的证书快到期", "the certificate of \(subject) ends")
    case .tokenEnds: language.say("API 權杖「\(subject)」快到期", "API 权杖“\(subject)”快到期", "the API token \"\(subject)\" ends")
    case .databaseUnusable: language.say("資料庫無法使用", "数据库无法使用", "the database cannot be used")
    }
  }

  /// What happened, and since when.
  public func sentence(_ sighting: AlarmSighting) -> String {
    let since = time(sighting.since)
    let moment = sighting.moment.map(time) ?? language.say("（沒有）", "（没有）", "never")
    let (count, total) = (sighting.count ?? 0, sighting.total ?? 0)
    /// Another program's words stand on a line of their own.
    let reason = sighting.reason.flatMap { $0.isEmpty ? nil : "\n" + $0 } ?? ""
    switch sighting.kind {
    case .workerSilent:
      return language.say(
        "自 \(moment) 起，沒有送出提醒的程式在運作；提醒送不出去。", "自 \(moment) 起，没有发送提醒的程序在运行；提醒发不出去。",
        "No worker has shown that it runs since \(moment); no reminder is sent.")
    case .remindersLate:
      return language.say(
        "有 \(count) 則到期的提醒還沒有送出，最久的從 \(since) 等到現在。", "有 \(count) 条到期的提醒还没有发送，最久的从 \(since) 等到现在。",
        "\(count) due reminders have not been sent; the oldest has waited since \(since).") + reason
    case .plannerSilent:
      return language.say(
        "提醒最後一次排程是 \(moment)；之後的提醒沒有排好。", "提醒最后一次排程是 \(moment)；之后的提醒没有排好。",
        "Reminders were last planned at \(moment); later ones are missing.")
    case .deliveriesFailing:
      return language.say(
        "最近一小時結束的 \(total) 則提醒中，有 \(count) 則失敗。最常見的原因：", "最近一小时结束的 \(total) 条提醒中，有 \(count) 条失败。最常见的原因：",
        "Of \(total) reminders that ended in an hour, \(count) failed. The most frequent reason:") + reason
    case .channelUnavailable:
      return language.say(
        "自 \(since) 起，這個服務拒絕我們或沒有回應；它的提醒在等候。最後的回應：", "自 \(since) 起，这个服务拒绝我们或没有回应；它的提醒在等候。最后的回应：",
        "Since \(since) the service refuses us or does not answer; its reminders wait. Its last answer:") + reason
    case .backupMissing where sighting.reason != nil:
      return language.say(
        "\(since) 的備份失敗；上一份成功的備份：\(moment)。", "\(since) 的备份失败；上一份成功的备份：\(moment)。",
        "The backup of \(since) failed; the last good one: \(moment).") + reason
    case .backupMissing:
      return language.say(
        "最後一份備份是 \(moment) 的。", "最后一份备份是 \(moment) 的。", "The last backup is of \(moment).")
    case .diskNearlyFull:
      return language.say(
        "資料庫所在的磁碟只剩 \(count) MB。", "数据库所在的磁盘只剩 \(count) MB。",
        "The disk of the database has \(count) MB left.")
    case .certificateEnds:
      return language.say(
        "憑證的期限是 \(moment)；過期後，瀏覽器與應用程式都連不上。", "证书的期限是 \(moment)；过期后，浏览器与应用程序都连不上。",
        "It is valid until \(moment); then browsers and apps do not connect any more.")
    case .tokenEnds:
      return language.say(
        "權杖的期限是 \(moment)；過期後，使用它的程式會被拒絕。", "权杖的期限是 \(moment)；过期后，使用它的程序会被拒绝。",
        "It is valid until \(moment); then the program that uses it is refused.")
    case .databaseUnusable:
      return language.say(
        "自 \(since) 起，無法開啟或讀取資料庫。", "自 \(since) 起，无法打开或读取数据库。",
        "Since \(since) the database cannot be opened or read.") + reason
    }
  }

  /// What to do, with the command.
  ///
  /// - Parameter isLabelled: false where a heading says that this is to be done.
  public func remedy(_ sighting: AlarmSighting, isLabelled: Bool = true) -> String {
    let action =
      switch sighting.kind {
      case .workerSilent:
        language.say(
          "請啟動它：systemctl restart folkcal-deliver（或 folkcal serve），再看 journalctl -u folkcal-deliver。",
          "请启动它：systemctl restart folkcal-deliver（或 folkcal serve），再看 journalctl -u folkcal-deliver。",
          "Start it: systemctl restart folkcal-deliver (or folkcal serve), and read journalctl -u folkcal-deliver.")
      case .remindersLate:
        language.say(
          "請看 folkcal remind stats：也許有提醒方式還沒有設定，或對方的伺服器太慢。", "请看 folkcal remind stats：也许有提醒方式还没有设置，或对方的服务器太慢。",
          "See folkcal remind stats: a channel may not be configured, or a server may be slow.")
      case .plannerSilent:
        language.say(
          "請執行 folkcal remind plan，再看 systemctl status folkcal-plan.timer。",
          "请运行 folkcal remind plan，再看 systemctl status folkcal-plan.timer。",
          "Run folkcal remind plan, and see systemctl status folkcal-plan.timer.")
      case .deliveriesFailing:
        language.say(
          "請看 folkcal remind stats；修好之後用 folkcal remind retry --status failed 再送一次。",
          "请看 folkcal remind stats；修好之后用 folkcal remind retry --status failed 再发一次。",
          "See folkcal remind stats; when it is mended, folkcal remind retry --status failed sends them again.")
      case .channelUnavailable:
        language.say(
          "請檢查 /etc/default/folkcal 裡這個提醒方式的密碼、權杖與額度；修好之後提醒會自動送出。用 folkcal remind test 試試看。",
          "请检查 /etc/default/folkcal 里这个提醒方式的密码、权杖与额度；修好之后提醒会自动发送。用 folkcal remind test 试试看。",
          "Check the channel's password, token and quota in /etc/default/folkcal; then the reminders go out by themselves. "
            + "folkcal remind test tries it.")
      case .backupMissing:
        language.say(
          "請檢查備份的資料夾與磁碟空間，再執行 systemctl start folkcal-backup（或 folkcal admin backup）。",
          "请检查备份的文件夹与磁盘空间，再运行 systemctl start folkcal-backup（或 folkcal admin backup）。",
          "Check the folder and the space for backups, then run systemctl start folkcal-backup (or folkcal admin backup)."
        )
      case .diskNearlyFull:
        language.say(
          "請清出空間（df -h）；磁碟滿了之後，什麼都寫不進去。", "请清出空间（df -h）；磁盘满了之后，什么都写不进去。",
          "Make room (df -h): on a full disk nothing can be written.")
      case .certificateEnds:
        language.say(
          "請更新憑證，例如 certbot renew。", "请更新证书，例如 certbot renew。", "Renew the certificate, for example by certbot renew.")
      case .tokenEnds:
        language.say(
          "請用 folkcal admin token create 產生新的，換好之後用 folkcal admin token revoke 撤銷舊的。",
          "请用 folkcal admin token create 生成新的，换好之后用 folkcal admin token revoke 撤销旧的。",
          "Make a new one with folkcal admin token create, and then revoke the old one with folkcal admin token revoke."
        )
      case .databaseUnusable:
        language.say(
          "請看 folkcal admin check；檔案損壞時用 folkcal admin restore 還原備份。",
          "请看 folkcal admin check；文件损坏时用 folkcal admin restore 还原备份。",
          "See folkcal admin check; restore a damaged file with folkcal admin restore.")
      }
    return (isLabelled ? language.say("怎麼辦：", "怎么办：", "What to do: ") : "") + action
  }
}

extension AlarmWords {
  /// The words for somebody else.
  ///
  /// - Parameter zone: the IANA name; if this machine does not know it, the times stay as they are.
  package func `for`(_ language: Language, zone: String) -> AlarmWords {
    guard let clock = try? ZonedClock(identifier: zone) else {
      return AlarmWords(language, self.clock, zone: self.zone)
    }
    return AlarmWords(language, clock, zone: zone)
  }
}
