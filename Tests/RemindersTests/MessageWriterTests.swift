import Channels
import Folklore
import Foundation
import Lunisolar
import Store
import TestSupport
import Testing

@testable import Reminders

@Suite("The message of a reminder", .timed)
struct MessageWriterTests {
  private func write(_ reminders: DueReminder...) throws -> Message {
    var writer = try MessageWriter(Claimed.templates())
    return try #require(try writer.digest(of: reminders))
  }

  private func object(_ message: Message) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(message.json)) as? [String: Any])
  }

  @Test("A message links to the page of its day, if the server's address is known and everybody may see the page")
  func pages() throws {
    var writer = try MessageWriter(Claimed.templates(), site: "https://days.example.org")
    let user = Claimed.user()
    let message = try writer.message(of: Claimed.reminder(Claimed.occurrence(), to: user))
    #expect(message.page == "https://days.example.org/event/88" && message.link == "folklore://event/88")
    #expect(try write(Claimed.reminder(Claimed.occurrence(), to: user)).page == nil)
    // A user's own day has no page for everybody; who gets mails has an account, and can open his own.
    #expect(try writer.message(of: Claimed.reminder(Claimed.occurrence(type: .custom), to: user)).page == nil)
    let reader = Claimed.user { ($0.channel, $0.email) = ("mail", "mei@example.org") }
    #expect(
      try writer.message(of: Claimed.reminder(Claimed.occurrence(type: .custom), to: reader)).page
        == "https://days.example.org/settings/days/88")
    let test = writer.test("在嗎", user: "u", channel: "mail", language: .english, event: 62, now: 1)
    #expect(test.page == "https://days.example.org/event/62")
    #expect(writer.test("在嗎", user: "u", channel: "mail", language: .english, now: 1).page == nil)
  }

  // MARK: Words

  @Test(
    "The sentence counts from the user's day, in three languages",
    arguments: [
      (0, "今天是媽祖聖誕（農曆三月廿三）", "今天是妈祖圣诞（农历三月廿三）", "Birthday of Mazu is today (lunar 3/23)"),
      (1, "明天是媽祖聖誕（農曆三月廿三）", "明天是妈祖圣诞（农历三月廿三）", "Birthday of Mazu is tomorrow (lunar 3/23)"),
      (2, "後天是媽祖聖誕（農曆三月廿三）", "后天是妈祖圣诞（农历三月廿三）", "Birthday of Mazu is in 2 days (lunar 3/23)"),
      (3, "3 天後是媽祖聖誕（農曆三月廿三）", "3 天后是妈祖圣诞（农历三月廿三）", "Birthday of Mazu is in 3 days (lunar 3/23)"),
      (7, "7 天後是媽祖聖誕（農曆三月廿三）", "7 天后是妈祖圣诞（农历三月廿三）", "Birthday of Mazu is in 7 days (lunar 3/23)"),
    ])
  func words(daysLeft: Int, traditional: String, simplified: String, english: String) throws {
    for (locale, body, title) in [
      ("zh-Hant", traditional, "媽祖聖誕"), ("zh-Hans", simplified, "妈祖圣诞"), ("en", english, "Birthday of Mazu"),
    ] {
      let user = Claimed.user { $0.locale = locale }
      // The text depends on the day of sending, not on the lead time of the kind.
      let message = try write(Claimed.reminder(Claimed.occurrence(), to: user, daysBefore: 30, daysLeft: daysLeft))
      #expect(message.body == body)
      #expect(message.title == title)
      #expect(message.language == user.language)
    }
  }

  @Test("What to offer stands in a second line, and what to buy in a reminder to prepare; a correction has none")
  func offerings() throws {
    let guide = [
      WorshipLine(.when, "清晨"), WorshipLine(.offering, "壽桃", english: "peach buns"),
      WorshipLine(.offering, "鮮花", english: "flowers"),
      WorshipLine(.paper, "壽金", english: "shoujin"),
    ]
    func body(_ kind: ReminderKind, _ locale: String = "zh-Hant", daysLeft: Int = 1) throws -> String {
      try write(
        Claimed.reminder(
          Claimed.occurrence(guide: guide, movedTo: kind == .correction ? "2025-04-21" : nil), kind,
          to: Claimed.user { $0.locale = locale }, daysLeft: daysLeft)
      ).body
    }
    #expect(try body(.main) == "明天是媽祖聖誕（農曆三月廿三）\n準備：壽桃、鮮花；壽金")
    #expect(try body(.prepare, daysLeft: 3) == "3 天後是媽祖聖誕（農曆三月廿三）\n要買：壽桃、鮮花；壽金")
    #expect(try body(.dayOf, "zh-Hans", daysLeft: 0) == "今天是妈祖圣诞（农历三月廿三）\n准备：寿桃、鲜花；寿金")
    #expect(
      try body(.early, "en", daysLeft: 3)
        == "Birthday of Mazu is in 3 days (lunar 3/23)\nTo offer: peach buns, flowers; shoujin")
    #expect(try !body(.correction).contains("\n"))
    // In a digest it stands below the line of its day.
    var writer = try MessageWriter(Claimed.templates())
    let digest = try #require(
      try writer.digest(of: [
        Claimed.reminder(Claimed.occurrence(guide: guide)),
        Claimed.reminder(Claimed.occurrence(8, event: 2, key: "b", title: LocalizedName("乙")), id: 2),
      ]))
    #expect(digest.body.split(separator: "\n").contains("準備：壽桃、鮮花；壽金"))
    #expect(digest.body.split(separator: "\n").count == 3)
  }

  @Test("A correction names the day that was told and the new day, in three languages")
  func correction() throws {
    func message(_ locale: String, movedTo: String?) throws -> Message {
      try write(
        Claimed.reminder(
          Claimed.occurrence(on: "2026-04-17", movedTo: movedTo), .correction, to: Claimed.user { $0.locale = locale }))
    }
    let moved = try ["zh-Hant", "zh-Hans", "en"].map { try message($0, movedTo: "2026-04-18") }
    #expect(moved.map(\.title) == ["媽祖聖誕改期", "妈祖圣诞改期", "Birthday of Mazu has moved"])
    // 2026-04-18 is a Saturday and the second day of the third month (the Observatory's table in Tests/OracleData).
    #expect(
      moved.map(\.body) == [
        "媽祖聖誕原定4月17日，改為4月18日（星期六，農曆三月初二）", "妈祖圣诞原定4月17日，改为4月18日（星期六，农历三月初二）",
        "Birthday of Mazu is not on 17 April but on Saturday, 18 April (lunar 3/2)",
      ])
    #expect(
      try ["zh-Hant", "en"].map { try message($0, movedTo: nil).body } == [
        "媽祖聖誕不在4月17日舉行，新的日期尚未公布", "Birthday of Mazu is not on 17 April; the new day is not yet announced",
      ])
    // A day that was withdrawn and is announced again.
    #expect(
      try ["zh-Hant", "zh-Hans", "en"].map { try message($0, movedTo: "2026-04-17").body } == [
        "媽祖聖誕又改回4月17日（星期五，農曆三月初一）", "妈祖圣诞又改回4月17日（星期五，农历三月初一）",
        "Birthday of Mazu is on Friday, 17 April (lunar 3/1) after all",
      ])
    let reminder = try #require((object(moved[0])["reminders"] as? [[String: Any]])?.first)
    let occurrence = try #require(reminder["occurrence"] as? [String: Any])
    #expect(reminder["kind"] as? String == "correction")
    #expect(occurrence["solar_date"] as? String == "2026-04-17" && occurrence["moved_to"] as? String == "2026-04-18")
    // A second move is another message for the receiver.
    let keys = try ["2026-04-18", "2026-04-19", nil].map { try message("en", movedTo: $0).idempotencyKey }
    #expect(Set(keys).count == 3 && keys[0] == moved[0].idempotencyKey)
    // So is the same move again, after the day had moved back; a second attempt is not.
    let again = try [1, 2, 2].map { toldAt in
      try write(Claimed.reminder(Claimed.occurrence(movedTo: "2025-04-21"), .correction, toldAt: toldAt)).idempotencyKey
    }
    #expect(again[0] != again[1] && again[1] == again[2])
  }

  @Test("The day_of reminder of an observance that begins at 23:00 names that evening; its other reminders do not")
  func eve() throws {
    let name = LocalizedName("天公生", simplifiedChinese: "天公生", english: "Jade Emperor's birthday")
    let occurrence = try Claimed.occurrence(title: name, on: "2026-02-25", beginsOnEve: true)
    func bodies(_ kind: ReminderKind, _ daysLeft: Int) throws -> [String] {
      try ["zh-Hant", "zh-Hans", "en"].map { locale in
        try write(Claimed.reminder(occurrence, kind, to: Claimed.user { $0.locale = locale }, daysLeft: daysLeft)).body
      }
    }
    #expect(
      try bodies(.dayOf, 1) == [
        "今晚子時起是天公生（農曆正月初九）", "今晚子时起是天公生（农历正月初九）",
        "Jade Emperor's birthday begins tonight at 23:00 (lunar 1/9)",
      ])
    #expect(try bodies(.main, 1)[0] == "明天是天公生（農曆正月初九）")
    #expect(try bodies(.dayOf, 0)[0] == "今天是天公生（農曆正月初九）")
  }

  @Test("A leap month is named")
  func leapMonth() throws {
    let name = LocalizedName("十五", simplifiedChinese: "十五", english: "Full moon")
    let occurrence = try Claimed.occurrence(title: name, on: "2025-08-08")
    #expect(try write(Claimed.reminder(occurrence)).body == "明天是十五（農曆閏六月十五）")
    let english = try write(Claimed.reminder(occurrence, to: Claimed.user { $0.locale = "en" }))
    #expect(english.body == "Full moon is tomorrow (lunar leap 6/15)")
    let lunar = try #require(try reminders(english)[0]["occurrence"] as? [String: Any])["lunar"] as? [String: Any]
    #expect(lunar?["is_leap"] as? Bool == true)
    #expect(lunar?["month"] as? Int == 6)
  }

  @Test("A name without a translation appears in Traditional Chinese")
  func untranslated() throws {
    let occurrence = try Claimed.occurrence(title: LocalizedName("阿嬤忌日"), type: .custom)
    let message = try write(Claimed.reminder(occurrence, to: Claimed.user { $0.locale = "en" }))
    #expect(message.body == "阿嬤忌日 is tomorrow (lunar 3/23)")
  }

  // MARK: Digest

  @Test("A digest has one line for each folk day, the next day first, and the link of the next day")
  func digestOfTwo() throws {
    let first = try Claimed.occurrence(
      9, event: 3, key: "first", title: LocalizedName("初一", simplifiedChinese: "初一", english: "New moon"),
      type: .festival, on: "2025-04-28")
    let mazu = try Claimed.occurrence()
    func digest(_ locale: String) throws -> Message {
      let user = Claimed.user { $0.locale = locale }
      return try write(
        Claimed.reminder(first, .early, to: user, id: 2, daysBefore: 3, daysLeft: 9, at: 1_745_020_860),
        Claimed.reminder(mazu, to: user))
    }
    let message = try digest("zh-Hant")
    #expect(message.title == "2 個節日")
    #expect(message.body == "明天：媽祖聖誕（農曆三月廿三）\n9 天後：初一（農曆四月初一）")
    #expect(message.link == "folklore://event/88")
    #expect(message.scheduledAt == 1_745_020_800)
    // The end of 19 April in Taipei, the day on which it is true that 媽祖聖誕 is tomorrow.
    #expect(CivilTime.iso(unixTime: message.expiresAt) == "2025-04-19T16:00:00Z")
    #expect(try digest("zh-Hans").title == "2 个节日")
    #expect(try digest("zh-Hans").body == "明天：妈祖圣诞（农历三月廿三）\n9 天后：初一（农历四月初一）")
    #expect(try digest("en").title == "2 folk days")
    #expect(try digest("en").body == "Tomorrow: Birthday of Mazu (lunar 3/23)\nIn 9 days: New moon (lunar 4/1)")

    let json = try object(message)
    #expect(json["type"] as? String == "digest")
    #expect(json["title"] as? String == message.title)
    #expect(json["body"] as? String == message.body)
    #expect(json["scheduled_at"] as? String == "2025-04-19T00:00:00Z")
    #expect(try reminders(message).map { $0["id"] as? Int } == [1, 2])
    // Each reminder has the same text in the digest as alone.
    #expect(
      try reminders(message).map { $0["body"] as? String } == ["明天是媽祖聖誕（農曆三月廿三）", "9 天後是初一（農曆四月初一）"])
    #expect(try reminders(message)[1]["scheduled_at"] as? String == "2025-04-19T00:01:00Z")
  }

  /// 下元節, 水官 and 三官, which the data tells as one.
  private func bundle(_ followed: Int?, to user: Recipient = Claimed.user()) throws -> [DueReminder] {
    let names = ["下元節", "水官大帝聖誕", "三官大帝聖誕"].map { LocalizedName($0) }
    return try names.indices.map { index in
      let occurrence = try Claimed.occurrence(
        20 + index, event: 60 + index, key: ["xiayuan", "shuiguan", "sanguan"][index], title: names[index],
        on: "2026-11-23", companions: names.indices.filter { $0 != index }.map { names[$0] }, bundle: "xiayuan")
      return Claimed.reminder(occurrence, to: user, id: index + 1, isFollowedItself: index == followed)
    }
  }

  @Test(
    "A digest tells first of what most people keep, of equal days what the data has first; another day keeps its place")
  func digestOrder() throws {
    var writer = try MessageWriter(Claimed.templates())
    let days = [
      ("齋日", 1, 5, "2025-04-20"), ("媽祖聖誕", 2, 2, "2025-04-20"), ("次日", 3, 1, "2025-04-21"),
      ("註生娘娘", 4, 2, "2025-04-20"),
    ]
    let reminders = try days.map { title, number, weight, date in
      Claimed.reminder(
        try Claimed.occurrence(
          number, event: number, key: "e\(number)", title: LocalizedName(title), on: date, weight: weight),
        id: 10 - number,
        isFollowedItself: title == "齋日")
    }
    let body = try #require(try writer.digest(of: reminders)).body
    let order = days.map(\.0).compactMap { name in body.range(of: name).map { (name, $0.lowerBound) } }.sorted {
      $0.1 < $1.1
    }
    #expect(order.map(\.0) == ["媽祖聖誕", "註生娘娘", "齋日", "次日"])
  }

  @Test("Three days of one bundle are one message with three names; the followed name comes first")
  func toldOnce() throws {
    var writer = try MessageWriter(Claimed.templates())
    for (followed, names) in [
      (nil, "下元節、水官大帝聖誕、三官大帝聖誕"), (2, "三官大帝聖誕、下元節、水官大帝聖誕"),
    ] {
      let messages = OutgoingMessage.messages(of: try bundle(followed))
      try #require(messages.count == 1 && messages[0].count == 3)
      let message = try writer.message(of: messages[0])
      #expect(message.body.hasPrefix("明天是\(names)"), "\(message.body)")
      #expect(message.body.split(separator: "\n").count == 1)
      let json = try #require(JSONSerialization.jsonObject(with: Data(message.json)) as? [String: Any])
      #expect(json["type"] as? String == "reminder" && (json["reminders"] as? [Any])?.count == 3)
    }
    // A user who follows one of them sees the other names too.
    let alone = try writer.message(of: OutgoingMessage.messages(of: [bundle(nil)[1]])[0])
    #expect(alone.body.hasPrefix("明天是水官大帝聖誕、下元節、三官大帝聖誕"))
  }

  @Test("In a digest bundled days are one line and count as one")
  func toldOnceInDigest() throws {
    var writer = try MessageWriter(Claimed.templates())
    let user = Claimed.user { $0.wantsDigest = true }
    let other = Claimed.reminder(try Claimed.occurrence(on: "2026-11-23"), to: user, id: 9)
    let message = try #require(try writer.digest(of: bundle(nil, to: user) + [other]))
    #expect(message.title == "2 個節日")
    #expect(message.body.split(separator: "\n").count == 2)
  }

  @Test("The digest of one reminder equals that reminder; the digest of none is empty")
  func smallDigests() throws {
    var writer = try MessageWriter(Claimed.templates())
    let reminder = try Claimed.reminder(Claimed.occurrence())
    #expect(try writer.digest(of: [reminder]) == writer.message(of: reminder))
    #expect(try writer.digest(of: []) == nil)
  }

  @Test("A digest of twenty folk days is the same in any order of the claim")
  func digestOfTwenty() throws {
    let user = Claimed.user()
    let reminders = try (1...20).map { index in
      try Claimed.reminder(
        Claimed.occurrence(
          index, event: 100 - index, key: "event-\(index)", title: LocalizedName("日\(index)"),
          on: "2025-04-\(20 + index % 3)"), to: user, id: index, daysLeft: index % 3)
    }
    var writer = try MessageWriter(Claimed.templates())
    let message = try #require(try writer.digest(of: reminders))
    #expect(message.title == "20 個節日")
    let lines = message.body.split(separator: "\n")
    #expect(lines.count == 20)
    // 3, 6 … 18 are today; among them the order of the events' numbers.
    #expect(lines[0] == "今天：日18（農曆三月廿三）")
    #expect(lines[19] == "後天：日2（農曆三月廿五）")
    #expect(message.link == "folklore://event/82")
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<10 {
      #expect(try writer.digest(of: reminders.shuffled(using: &generator)) == message)
    }
  }

  // MARK: When it is of no more use

  @Test(
    "A message expires at the end of the user's day",
    arguments: [
      ("Asia/Taipei", "2025-04-19T16:00:00Z"), ("America/Los_Angeles", "2025-04-20T07:00:00Z"),
      ("Asia/Kathmandu", "2025-04-19T18:15:00Z"), ("UTC", "2025-04-20T00:00:00Z"),
      ("Pacific/Kiritimati", "2025-04-19T10:00:00Z"),
    ])
  func expiry(zone: String, end: String) throws {
    let message = try write(Claimed.reminder(Claimed.occurrence(), to: Claimed.user { $0.timeZone = zone }))
    #expect(CivilTime.iso(unixTime: message.expiresAt) == end)
  }

  @Test("An unknown time zone is an error")
  func unknownZone() throws {
    #expect(throws: UnknownTimeZone(identifier: "Mars/Olympus")) {
      try write(Claimed.reminder(Claimed.occurrence(), to: Claimed.user { $0.timeZone = "Mars/Olympus" }))
    }
  }

  // MARK: The key

  /// From Python, independently of the code:
  ///
  ///     import hashlib, base64
  ///     def net(*t): return b''.join(b'%d:%s,' % (len(x.encode()), x.encode()) for x in t)
  ///     def key(*t): return base64.urlsafe_b64encode(hashlib.sha256(net('folkcal message 1', *t)).digest()[:24]).decode()
  ///     u = '0190a1b2-0000-7000-8000-00000000002a'
  ///     a = key('reminder', u, 'webhook', 'mazu', '2025-04-20', 'main')
  ///     b = key('reminder', u, 'webhook', 'first', '2025-04-28', 'main')
  ///     key('digest', *sorted([a, b]))
  ///     key('test', u, 'webhook', '哈囉', '1745020800')
  @Test("The idempotency keys equal those computed in Python")
  func literalKeys() throws {
    let mazu = try Claimed.reminder(Claimed.occurrence())
    let first = try Claimed.reminder(Claimed.occurrence(9, event: 3, key: "first", on: "2025-04-28"))
    #expect(try write(mazu).idempotencyKey == "NcmdIoRNtzWKPYBeAmsCt6O_eQ0yz9BR")
    #expect(try write(first).idempotencyKey == "XDd_SRdJdZvnmLso3daI1qgHWZTno7Kl")
    #expect(try write(mazu, first).idempotencyKey == "NTrsvTZ1kghYOukxVg4o70fIfa9apXv_")
    let test = try MessageWriter(Claimed.templates()).test(
      "哈囉", user: mazu.user.uuid, channel: "webhook", language: .english, now: 1_745_020_800)
    #expect(test.idempotencyKey == "OKZYEJJD2ijIZgE1YHvlz2hZaPbQIcUR")
    #expect(test.keyProblem == nil)
  }

  @Test(
    "Time, attempt, row number, language and words do not change the key; a retry does not change the bytes"
  )
  func stableKey() throws {
    let key = try write(Claimed.reminder(Claimed.occurrence())).idempotencyKey
    for reminder in try [
      Claimed.reminder(Claimed.occurrence(), id: 9), Claimed.reminder(Claimed.occurrence(8)),
      Claimed.reminder(Claimed.occurrence(), at: 1_745_100_000),
      Claimed.reminder(Claimed.occurrence(), retryCount: 2),
      Claimed.reminder(Claimed.occurrence(), daysBefore: 3, daysLeft: 0),
      Claimed.reminder(Claimed.occurrence(), to: Claimed.user { $0.locale = "en" }),
      Claimed.reminder(Claimed.occurrence(), to: Claimed.user { $0.timeZone = "Asia/Tokyo" }),
      Claimed.reminder(Claimed.occurrence(title: LocalizedName("改名"))),
    ] {
      #expect(try write(reminder).idempotencyKey == key)
    }
    #expect(
      try write(Claimed.reminder(Claimed.occurrence(), retryCount: 2)) == write(Claimed.reminder(Claimed.occurrence())))
  }

  @Test("Each ingredient changes the key")
  func ingredients() throws {
    let mazu = try Claimed.reminder(Claimed.occurrence())
    let others = try [
      Claimed.reminder(Claimed.occurrence(), to: Claimed.user { $0.uuid = "0190a1b2-0000-7000-8000-00000000002b" }),
      Claimed.reminder(Claimed.occurrence(key: "mazu2")), Claimed.reminder(Claimed.occurrence(on: "2025-04-21")),
      Claimed.reminder(Claimed.occurrence(), .early), Claimed.reminder(Claimed.occurrence(), .dayOf),
      Claimed.reminder(Claimed.occurrence(), to: Claimed.user { $0.channel = "mail" }),
      // Texts that run together if nothing stands between them.
      Claimed.reminder(Claimed.occurrence(), to: Claimed.user { $0.channel = "webhook,4:mazu" }),
      Claimed.reminder(Claimed.occurrence(key: "4:mazu,"), to: Claimed.user { $0.channel = "webhook," }),
    ]
    var keys = try ([mazu] + others).map { try write($0).idempotencyKey }
    for other in others where other.user.uuid == mazu.user.uuid { keys.append(try write(mazu, other).idempotencyKey) }
    #expect(Set(keys).count == keys.count)
    #expect(keys.allSatisfy { $0.utf8.count == 32 })
  }

  // MARK: JSON

  private func reminders(_ message: Message) throws -> [[String: Any]] {
    try #require(try object(message)["reminders"] as? [[String: Any]])
  }

  /// As in the design; Foundation's decoder knows nothing of how it was written.
  @Test("The JSON is one object with the designed fields, none of which changes with the attempts")
  func json() throws {
    let message = try write(Claimed.reminder(Claimed.occurrence(), retryCount: 1))
    let expected = """
      {"type": "reminder", "user": "0190a1b2-0000-7000-8000-00000000002a", "title": "媽祖聖誕",
      "body": "明天是媽祖聖誕（農曆三月廿三）", "link": "folklore://event/88", "scheduled_at": "2025-04-19T00:00:00Z",
      "reminders": [{"id": 1, "key": "0190a1b2-0000-7000-8000-00000000002a/88/2025-04-20/main",
      "event": {"id": 88, "key": "mazu", "title": "媽祖聖誕", "type": "deity"},
      "occurrence": {"solar_date": "2025-04-20", "lunar": {"year": 2025, "month": 3, "day": 23, "is_leap": false},
      "days_before": 1}, "kind": "main", "scheduled_at": "2025-04-19T00:00:00Z", "title": "媽祖聖誕",
      "body": "明天是媽祖聖誕（農曆三月廿三）", "link": "folklore://event/88"}]}
      """
    let wanted = try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary
    #expect(try object(message) as NSDictionary == wanted)
    #expect(String(decoding: message.json, as: UTF8.self).hasPrefix(#"{"type":"reminder","user":"0190a1b2-"#))
  }

  @Test("A reminder in the JSON is a ReminderRecord without user, status and attempts")
  func asRecord() throws {
    let event = try Event(
      id: 88, key: "mazu", kind: .deity, observance: .birth, title: Claimed.occurrence().title,
      rule: DateRule("lunar 3/23"))
    let catalogue = try Catalogue(sources: [], deities: [], events: [event], groups: [])
    let from = try CivilTime.parse("2025-04-01T00:00:00+08:00").unixTime
    let planned = try Planner(catalogue: catalogue).plan(
      user: "0190a1b2-0000-7000-8000-00000000002a", following: Following(events: ["mazu"]),
      settings: NotificationSettings(),
      in: from..<(from + 30 * 86_400))
    for (reminder, language) in zip(planned, Language.allCases) {
      let record = ReminderRecord(planned: reminder, language: language, templates: try Claimed.templates())
      var wanted = try #require(
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(record)) as? [String: Any])
      for field in ["status", "retry_count", "user"] { wanted[field] = nil }
      wanted["id"] = 1
      let message = try write(
        Claimed.reminder(
          Claimed.occurrence(), reminder.kind, to: Claimed.user { $0.locale = language.rawValue },
          daysBefore: reminder.daysBefore, daysLeft: reminder.daysBefore, at: reminder.scheduledAt))
      #expect(try reminders(message)[0] as NSDictionary == wanted as NSDictionary)
    }
    #expect(planned.count == 3)
  }

  @Test(
    "Foundation reads back any title, and the object is one line",
    arguments: [
      #"say "hi""#, #"back\slash \n \u0041"#, "a\tb\nc\rd\u{8}e\u{C}f\u{0}g\u{1F}h\u{7F}i", "🙏🏽👨‍👩‍👧‍👦🀄",
      "line\u{2028}and\u{2029}para\u{85}next",
      "a/b</script>", "e\u{301}é𠮷", "{title} {lunar}", "a\u{FEFF}\u{FFFD}\u{10FFFF}", "\"", "\\", "",
    ])
  func nastyTitles(title: String) throws {
    let occurrence = try Claimed.occurrence(key: "k\"ey", title: LocalizedName(title))
    let message = try write(
      Claimed.reminder(occurrence, to: Claimed.user { $0.uuid = "u\"\n媽" }),
      Claimed.reminder(Claimed.occurrence(1, event: 99, on: "2025-04-21")))
    let json = try object(message)
    let event = try #require(try reminders(message)[0]["event"] as? [String: Any])
    // Swift's own comparison takes equivalent characters for the same, so scalars are compared.
    #expect((event["title"] as? String)?.unicodeScalars.elementsEqual(title.unicodeScalars) == true)
    #expect(event["key"] as? String == "k\"ey")
    #expect(json["user"] as? String == "u\"\n媽")
    #expect((json["body"] as? String)?.unicodeScalars.elementsEqual(message.body.unicodeScalars) == true)
    #expect(message.body.unicodeScalars.starts(with: "明天：\(title)（農曆三月廿三）".unicodeScalars))
    let text = String(decoding: message.json, as: UTF8.self)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.properties.lineBreak })
  }

  @Test(
    "Instants are formatted like CivilTime in any year",
    arguments: [0, -1, 1_745_020_800, 253_402_300_799, 253_402_300_800, -62_167_219_201])
  func instants(unixTime: Int) throws {
    let message = try write(Claimed.reminder(Claimed.occurrence(), at: unixTime))
    #expect(try object(message)["scheduled_at"] as? String == CivilTime.iso(unixTime: unixTime))
  }

  // MARK: Caches

  @Test("Each message of a writer has its own instant, independent of earlier messages")
  func instantsInTurn() throws {
    var writer = try MessageWriter(Claimed.templates())
    for unixTime in [0, 1_745_020_800, 1_745_020_800, 0, 1_745_020_860] {
      let message = try writer.message(of: Claimed.reminder(Claimed.occurrence(), at: unixTime))
      let json = try object(message)
      #expect(json["scheduled_at"] as? String == CivilTime.iso(unixTime: unixTime))
      #expect(try reminders(message)[0]["scheduled_at"] as? String == CivilTime.iso(unixTime: unixTime))
    }
  }

  @Test("An event edited between two claims appears with its new values")
  func edited() throws {
    var writer = try MessageWriter(Claimed.templates())
    func body(_ occurrence: DueOccurrence) throws -> String {
      try writer.message(of: Claimed.reminder(occurrence)).body
    }
    #expect(try body(Claimed.occurrence()) == "明天是媽祖聖誕（農曆三月廿三）")
    #expect(try body(Claimed.occurrence()) == "明天是媽祖聖誕（農曆三月廿三）")
    #expect(try body(Claimed.occurrence(title: LocalizedName("天上聖母聖誕"))) == "明天是天上聖母聖誕（農曆三月廿三）")
    #expect(try body(Claimed.occurrence(on: "2025-04-21")) == "明天是媽祖聖誕（農曆三月廿四）")
  }

  @Test("A writer's cache does not change the text (10,000 occurrences and zones)")
  func manyOccurrences() throws {
    let templates = try Claimed.templates()
    var writer = MessageWriter(templates)
    let zones = ["Asia/Taipei", "America/Los_Angeles", "Asia/Kathmandu"]
    let start = try SolarDate(iso: "2025-01-01")
    for index in 0..<10_000 {
      let occurrence = try Claimed.occurrence(
        index, title: LocalizedName("日\(index)"), on: start.advanced(by: index).description)
      let user = Claimed.user { row in
        row.timeZone = zones[index % 3]
        row.locale = Language.allCases[index % 3].rawValue
      }
      let reminder = Claimed.reminder(occurrence, ReminderKind.allCases[index % 3], to: user, daysLeft: index % 5)
      let message = try writer.message(of: reminder)
      if index % 97 == 0 || index > 9_990 {
        var fresh = MessageWriter(templates)
        #expect(try fresh.message(of: reminder) == message)
      }
    }
  }

  // MARK: Test messages

  @Test("A test message holds the operator's text, in the user's language; a second later its key differs")
  func test() throws {
    let writer = try MessageWriter(Claimed.templates())
    func test(
      _ words: String = "哈囉 {title} \"你好\"", _ language: Language = .traditionalChinese, now: Int = 1_745_020_800
    ) -> Message {
      writer.test(words, user: "u-1", channel: "mail", language: language, now: now)
    }
    let message = test()
    #expect(message.title == "測試訊息")
    #expect(message.body == "哈囉 {title} \"你好\"")
    #expect(message.expiresAt == message.scheduledAt + 86_400)
    #expect(test("x", .english).title == "Test message")
    let json = try object(message)
    #expect(json["type"] as? String == "test")
    #expect(json["user"] as? String == "u-1")
    #expect(json["body"] as? String == message.body)
    #expect(json["link"] as? String == message.link)
    #expect(json["scheduled_at"] as? String == "2025-04-19T00:00:00Z")
    #expect((json["reminders"] as? [Any])?.isEmpty == true)
    #expect(test() == message)
    #expect(test(now: 1_745_020_801).idempotencyKey != message.idempotencyKey)
    #expect(test("y").idempotencyKey != message.idempotencyKey)
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var lineBreak: Bool {
    generalCategory == .lineSeparator || generalCategory == .paragraphSeparator || generalCategory == .control
  }
}
