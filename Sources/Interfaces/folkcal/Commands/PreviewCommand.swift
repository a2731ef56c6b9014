import ArgumentParser
import FolkData
import Folklore
import Foundation
import Lunisolar
import Reminders
import Store

/// Shows one person's reminders without writing anything.
///
///     folkcal remind preview --events mazu --advance-days 1 --notify-time 08:00
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: Speech.say(
      "依設定預覽會收到哪些提醒；不寫入任何資料。",
      "Show the reminders that a user with these settings would get; writes nothing."),
    discussion: Speech.say(
      """
      節日三天前、提前天數那天與當天各送一次；都在該時區的通知時間送出，同一天只送一則。--days 是從現在起算、提醒到期的期間。
      """,
      """
      For an occurrence on day D there is an early reminder at D - 3, the main one at D less the advance days, and one on the day, each \
      at the notify time in the time zone; days that coincide give one. --days counts the time from now in which reminders fall due.
      """))

  @Argument(
    help: .say(
      "資料庫裡的使用者：UUID、電子郵件地址，或 u42 這樣的編號。不指定時，依選項的設定預覽；指定了使用者，就不能再給這些選項。",
      """
      A user of the database: UUID, mail address, or number such as u42. Else the wishes are those of the options, which are refused \
      beside a user.
      """))
  var subscriber: String?

  @Option(help: .say("節日的代號，以逗號分隔。", "Keys of events, joined by commas.", valueName: "mazu,…"))
  var events: String?

  @Option(help: .say("群組的代號，以逗號分隔。", "Keys of groups, joined by commas.", valueName: "guanyin,…"))
  var groups: String?

  @Flag(help: .say("每月初一提醒。", "Remind of every 初一."))
  var newmoon = false

  @Flag(help: .say("每月十五提醒。", "Remind of every 十五."))
  var fullmoon = false

  @Option(
    name: .customLong("advance-days"), parsing: .unconditional,
    help: .say(
      "提前提醒在節日的幾天前送出，0 到 30。（預設：1）",
      "Days before the occurrence that the main reminder goes out, 0 to 30. (default: 1)"))
  var advanceDays: Int?

  @Option(
    name: .customLong("notify-time"),
    help: .say("通知時間（當地時間）。（預設：08:00）", "The local time of reminders. (default: 08:00)", valueName: "08:00"))
  var notifyTime: String?

  @Option(
    name: .customLong("quiet"),
    help: .say("勿擾時段（當地時間），這段時間不提醒。", "No reminder between these local times.", valueName: "22:00-07:00"))
  var quiet: String?

  @Option(
    name: .customLong("prepare-days"), parsing: .unconditional,
    help: .say(
      "多數人家都過的日子（分量 1、2），幾天前先提醒要買什麼，1 到 30；這些日子就不另外在三天前提醒。",
      "Days before a day that most people keep (weight 1 and 2) that what to buy is told, 1 to 30; it replaces the one three days before."
    ))
  var prepareDays: Int?

  @Flag(name: .customLong("no-early"), help: .say("三天前不提醒。", "No reminder three days before."))
  var noEarly = false

  @Flag(name: .customLong("no-day-of"), help: .say("當天不提醒。", "No reminder on the day itself."))
  var noDayOf = false

  @Option(parsing: .unconditional, help: .say("從現在起幾天，1 到 3660。", "How many days from now, 1 to 3660."))
  var days = 60

  @Option(
    help: .say(
      "由選項給設定時，提醒識別碼裡的使用者名稱。（預設：preview）",
      "The user's name in the reminders' keys, if options give the settings. (default: preview)"))
  var user: String?

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard (1...3_660).contains(days) else {
      throw Failure.outOfRange("--days", "\(days)", "1", "3660")
    }
    let now = try time.instant()
    if subscriber != nil { try refuseWishes() }
    let person = try subscriber.map { name in
      let store = try data.store.open()
      return (
        wishes: try UserWishes(of: name, in: store), ended: try ReminderQueue(store).keysOfEnded(user: name, now: now)
      )
    }
    let reminders = try person.map { try plan($0.wishes, from: now, without: $0.ended) } ?? planOfOptions(from: now)
    let clock = try person.map { try ZonedClock(identifier: $0.wishes.settings.timeZone) } ?? time.clock()
    let language = output.lang ?? person?.wishes.language ?? output.language
    let templates = try data.templates()
    if output.json {
      return try output.printJSON(
        reminders.map { ReminderRecord(planned: $0, language: language, templates: templates) })
    }
    guard !reminders.isEmpty else {
      return StandardError.note(
        "\(days) 天內沒有提醒" + (days < 400 ? "；可用 --days 400" : ""),
        "no reminder within \(days) days" + (days < 400 ? "; try --days 400" : ""))
    }
    var table = Table(
      language.say("時間", "时间", "When"), language.say("種類", "种类", "Kind"), language.say("日期", "日期", "Day"),
      language.say("內容", "内容", "Message"))
    for reminder in reminders {
      table.add(
        clock.text(reminder.scheduledAt, in: language), reminder.kind.name(in: language),
        reminder.occurrence.date.text(withWeekdayIn: language),
        reminder.body(in: language, templates).replacing("\n", with: language.say("。", "。", ". ")))
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }

  /// Rejects settings given together with a user, because they would have no effect.
  private func refuseWishes() throws {
    let given = [
      ("--events", events != nil), ("--groups", groups != nil), ("--newmoon", newmoon), ("--fullmoon", fullmoon),
      ("--advance-days", advanceDays != nil), ("--notify-time", notifyTime != nil), ("--quiet", quiet != nil),
      ("--prepare-days", prepareDays != nil),
      ("--no-early", noEarly), ("--no-day-of", noDayOf), ("--user", user != nil),
      ("--time-zone", time.givenTimeZone != nil),
    ].filter(\.1).map(\.0)
    guard given.isEmpty else {
      throw Failure.wrongInput(
        "使用者與 \(given.joined(separator: "、")) 不能同時指定：請只給一種",
        "a user and \(given.joined(separator: ", ")) say the same: give one of them")
    }
  }

  /// The reminders of a user in the database.
  ///
  /// - Parameter ended: keys of sent or cancelled reminders; they are not sent again, even after a change of settings.
  private func plan(_ wishes: UserWishes, from now: Int, without ended: Set<String>) throws -> [Reminder] {
    try Failure.asWrongInput {
      try Planner(catalogue: wishes.catalogue).plan(
        user: wishes.name, following: wishes.following, settings: wishes.settings, in: now..<(now + days * 86_400)
      ).filter { !ended.contains($0.key) }
    }
  }

  private func planOfOptions(from now: Int) throws -> [Reminder] {
    let settings = try settings()
    let catalogue = try data.catalogue()
    let following = try following(in: catalogue)
    return try Failure.asWrongInput {
      try Planner(catalogue: catalogue).plan(
        user: user ?? "preview", following: following, settings: settings, in: now..<(now + days * 86_400))
    }
  }

  private func settings() throws -> NotificationSettings {
    var settings = NotificationSettings()
    if let advanceDays {
      guard NotificationSettings.advanceDayRange.contains(advanceDays) else {
        throw Failure.outOfRange("--advance-days", "\(advanceDays)", "0", "30")
      }
      settings.advanceDays = advanceDays
    }
    if let prepareDays {
      guard NotificationSettings.prepareDayRange.contains(prepareDays) else {
        throw Failure.outOfRange("--prepare-days", "\(prepareDays)", "1", "30")
      }
      settings.prepareDays = prepareDays
    }
    if let notifyTime { settings.notifyTime = try timeOfDay(notifyTime, "--notify-time") }
    settings.timeZone = time.timeZone
    settings.newMoon = newmoon
    settings.fullMoon = fullmoon
    settings.early = !noEarly
    settings.dayOf = !noDayOf
    if let quiet {
      let parts = quiet.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw Failure.wrongInput(
          "--quiet 的「\(quiet)」不是兩個時間：請寫成 22:00-07:00", "--quiet \"\(quiet)\" is not two times such as 22:00-07:00")
      }
      settings.quietHours = try QuietHours(from: timeOfDay(parts[0], "--quiet"), to: timeOfDay(parts[1], "--quiet"))
      guard settings.quietHours != nil else {
        throw Failure.wrongInput(
          "--quiet 的「\(quiet)」開始與結束相同：請給兩個不同的時間",
          "--quiet \"\(quiet)\" begins when it ends: give two different times")
      }
    }
    return settings
  }

  private func timeOfDay(_ text: String, _ option: String) throws -> TimeOfDay {
    guard let time = TimeOfDay(text) else {
      throw Failure.noTime(option, text)
    }
    return time
  }

  private func following(in catalogue: Catalogue) throws -> Following {
    let eventKeys = Self.keys(events)
    let groupKeys = Self.keys(groups)
    guard newmoon || fullmoon || !eventKeys.isEmpty || !groupKeys.isEmpty else {
      throw Failure.wrongInput(
        "沒有要提醒的日子：請給 --events、--groups、--newmoon 或 --fullmoon",
        "nothing to remind of: give --events, --groups, --newmoon or --fullmoon")
    }
    for key in eventKeys where catalogue.event(key) == nil {
      throw Failure.noSuchEvent(key, in: catalogue)
    }
    for key in groupKeys where catalogue.group(key) == nil {
      throw Failure.noSuchGroup(key, in: catalogue)
    }
    return Following(events: Set(eventKeys), groups: Set(groupKeys))
  }

  private static func keys(_ list: String?) -> [String] {
    (list ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
