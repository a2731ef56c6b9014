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
    abstract: "Show the reminders that a user with these settings would get; writes nothing.",
    discussion: """
      For an occurrence on day D there is an early reminder at D - 3, the main one at D less the advance days, and one on the day, each \
      at the notify time in the time zone; days that coincide give one. --days counts the time from now in which reminders fall due.
      """)

  @Argument(
    help: """
      A user of the database: UUID, mail address, or number such as u42. Else the wishes are those of the options, which are refused \
      beside a user.
      """)
  var subscriber: String?

  @Option(help: ArgumentHelp("Keys of events, joined by commas.", valueName: "mazu,…"))
  var events: String?

  @Option(help: ArgumentHelp("Keys of groups, joined by commas.", valueName: "guanyin,…"))
  var groups: String?

  @Flag(help: "Remind of every 初一.")
  var newmoon = false

  @Flag(help: "Remind of every 十五.")
  var fullmoon = false

  @Option(
    name: .customLong("advance-days"), parsing: .unconditional,
    help: "Days before the occurrence that the main reminder goes out, 0 to 30. (default: 1)")
  var advanceDays: Int?

  @Option(
    name: .customLong("notify-time"),
    help: ArgumentHelp("The local time of reminders. (default: 08:00)", valueName: "08:00"))
  var notifyTime: String?

  @Option(
    name: .customLong("quiet"), help: ArgumentHelp("No reminder between these local times.", valueName: "22:00-07:00"))
  var quiet: String?

  @Flag(name: .customLong("no-early"), help: "No reminder three days before.")
  var noEarly = false

  @Flag(name: .customLong("no-day-of"), help: "No reminder on the day itself.")
  var noDayOf = false

  @Option(parsing: .unconditional, help: "How many days from now, 1 to 3660.")
  var days = 60

  @Option(help: "The user's name in the reminders' keys, if options give the settings. (default: preview)")
  var user: String?

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard (1...3_660).contains(days) else { throw Failure.wrongInput("--days \(days) is not between 1 and 3660") }
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
    var table = Table(
      language.say("時間", "时间", "When"), language.say("種類", "种类", "Kind"), language.say("日期", "日期", "Day"),
      language.say("內容", "内容", "Message"))
    for reminder in reminders {
      let local = CivilTime.iso(unixTime: reminder.scheduledAt, offset: clock.offset(at: reminder.scheduledAt))
      table.add(
        String(local.prefix(16)).replacing("T", with: " "), reminder.kind.rawValue,
        reminder.occurrence.date.description,
        reminder.body(in: language, templates))
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }

  /// Rejects settings given together with a user, because they would have no effect.
  private func refuseWishes() throws {
    let given = [
      ("--events", events != nil), ("--groups", groups != nil), ("--newmoon", newmoon), ("--fullmoon", fullmoon),
      ("--advance-days", advanceDays != nil), ("--notify-time", notifyTime != nil), ("--quiet", quiet != nil),
      ("--no-early", noEarly), ("--no-day-of", noDayOf), ("--user", user != nil),
      ("--time-zone", time.givenTimeZone != nil),
    ].filter(\.1).map(\.0)
    guard given.isEmpty else {
      throw Failure.wrongInput("a user and \(given.joined(separator: ", ")) say the same: give one of them")
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
        throw Failure.wrongInput("--advance-days \(advanceDays) is not between 0 and 30")
      }
      settings.advanceDays = advanceDays
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
        throw Failure.wrongInput("--quiet \"\(quiet)\" is not two times such as 22:00-07:00")
      }
      settings.quietHours = try QuietHours(from: timeOfDay(parts[0], "--quiet"), to: timeOfDay(parts[1], "--quiet"))
      guard settings.quietHours != nil else {
        throw Failure.wrongInput("--quiet \"\(quiet)\" begins when it ends: give two different times")
      }
    }
    return settings
  }

  private func timeOfDay(_ text: String, _ option: String) throws -> TimeOfDay {
    guard let time = TimeOfDay(text) else {
      throw Failure.wrongInput("\(option) \"\(text)\" is not a time from 00:00 to 23:59")
    }
    return time
  }

  private func following(in catalogue: Catalogue) throws -> Following {
    let eventKeys = Self.keys(events)
    let groupKeys = Self.keys(groups)
    guard newmoon || fullmoon || !eventKeys.isEmpty || !groupKeys.isEmpty else {
      throw Failure.wrongInput("nothing to remind of: give --events, --groups, --newmoon or --fullmoon")
    }
    for key in eventKeys where catalogue.event(key) == nil {
      throw Failure.notFound("event \"\(key)\" does not exist; folkcal upcoming --days 400 lists the keys")
    }
    for key in groupKeys where catalogue.group(key) == nil {
      throw Failure.notFound(
        "group \"\(key)\" does not exist; groups are \(catalogue.groups.map(\.key).joined(separator: ", "))")
    }
    return Following(events: Set(eventKeys), groups: Set(groupKeys))
  }

  private static func keys(_ list: String?) -> [String] {
    (list ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
