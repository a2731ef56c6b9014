import Addresses
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Reminders
import WebPages

/// 「您會收到」: the next reminders as they will read, and all that is followed with the reasons: `/settings/reminders`.
struct ReminderListPage {
  private let visit: Visit
  private let account: Account
  private let data: PublicData
  private let wishes: UserWishes

  private static let shown = 10

  init(_ visit: Visit) async throws {
    self.visit = visit
    account = try await Account(visit)
    data = try await visit.service.keeper.current()
    wishes = try account.wishes(data)
  }

  func answer() throws -> PageAnswer {
    .app(
      AppPage(
        visit.language, title: visit.say("您會收到", "您会收到", "What you will get"), description: "",
        above: visit.aboveSettings,
        lead: visit.query.first("done") == "followed" ? visit.say("已加入。", "已加入。", "Added.") : nil,
        [try coming(), try followed()]), part: "choice")
  }

  private func coming() throws -> PageBlock {
    var block = PageBlock(visit.say("接下來的提醒", "接下来的提醒", "The next reminders"))
    block.revision = account.revision
    let reminders = try wishes.nextReminders(Self.shown, at: visit.moment.now)
    let clock = account.clock(visit)
    block.reminders = reminders.map { ReminderCard($0, clock, visit) }
    if !wishes.settings.isEnabled {
      block.lines = [
        visit.say("總開關關著，所以什麼都不提醒。", "总开关关着，所以什么都不提醒。", "The master switch is off, so nothing is told.")
      ]
    } else if wishes.channel?.isSent == false {
      block.lines = [
        visit.say(
          "由您的行事曆在這些時間提醒；我們不送通知。", "由您的日历在这些时间提醒；我们不送通知。", "Your calendar tells you at these times; we send nothing.")
      ]
    } else if reminders.isEmpty {
      block.lines = [visit.say("一年內沒有提醒。", "一年内没有提醒。", "There is no reminder within a year.")]
    } else if account.settings["digest"].flag == true {
      block.lines = [
        visit.say("同一時間的會合成一則。", "同一时间的会合成一条。", "What is due at the same time comes as one message.")
      ]
    }
    return block
  }

  private func followed() throws -> PageBlock {
    var block = PageBlock(visit.say("追蹤的日子與原因", "关注的日子与原因", "What you follow, and why"))
    let next = try DayPages.nextDays(of: data.catalogue.events, visit)
    let events = wishes.following.events(of: wishes.catalogue, with: wishes.settings)
    let today = visit.moment.today
    let rows = events.map { event -> (SolarDate?, PageTable.Row) in
      let isPersonal = event.kind == .custom || event.templeID != nil
      let day = next[event.key] ?? (isPersonal ? OwnDayForm.next(event.rule, from: today).first?.date : nil)
      return (
        day,
        PageTable.Row([
          .init(
            event.title.text(in: visit.language),
            address: event.path ?? "/settings/days/\(event.id)"),
          .init(visit.reasons(event, wishes).joined(separator: visit.say("、", "、", ", "))),
          .init(day.map { "\($0)" } ?? "—", note: day.map { visit.lunar($0) }),
        ])
      )
    }
    block.table = PageTable(
      [visit.say("日子", "日子", "Day"), visit.say("原因", "原因", "Why"), visit.say("下一次", "下一次", "Next")],
      rows.sorted { ($0.0?.julianDayNumber ?? .max) < ($1.0?.julianDayNumber ?? .max) }.map(\.1),
      nothing: visit.say("沒有追蹤任何日子。", "没有关注任何日子。", "Nothing is followed."))
    return block
  }
}

extension ReminderCard {
  /// A planned reminder as it will read, with its time by the reader's clock.
  init(_ reminder: Reminder, _ clock: ZonedClock, _ visit: Visit) {
    let record = ReminderRecord(planned: reminder, language: visit.language, templates: visit.service.templates)
    let date = clock.local(at: reminder.scheduledAt).date
    self.init(
      title: record.title, body: record.body, iso: CivilTime.iso(unixTime: reminder.scheduledAt),
      time: "\(date.longText(in: visit.language)) \(clock.time(at: reminder.scheduledAt))")
  }
}
