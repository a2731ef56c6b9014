public import Folklore
internal import JSON
internal import Records
public import Store

/// What happened to a reminder, in order: planned, moved, tried, put back, sent.
public struct ReminderTimeline: Hashable, Sendable {
  public let steps: [Step]

  public struct Step: Hashable, Sendable {
    /// Seconds of UTC since 1970.
    public let at: Int
    public let text: String
    /// What a server said, or why there was no connection; nil for most steps.
    public let reason: String?
  }

  /// Reads what the database knows of a reminder.
  ///
  /// - Throws: the error of the database.
  public init(of reminder: LoggedReminder, in store: Store, _ language: Language) throws {
    let queue = ReminderQueue(store)
    let changes = try store.audit(kind: "reminder", key: "\(reminder.id)", limit: 50)
    let edits = try queue.edits(around: reminder)
    self.init(
      reminder, attempts: try queue.attempts(of: reminder.id), changes: changes, edits: edits,
      people: try store.people(Set((changes + edits).map(\.actor))), language)
  }

  /// - Parameters:
  ///   - changes: the operators' changes of it, from the log of changes.
  ///   - edits: those of its event and its user (`ReminderQueue.edits`).
  ///   - people: the names of those who made them; others are told by their short names.
  init(
    _ reminder: LoggedReminder, attempts: [DeliveryAttempt], changes: [AuditEntry], edits: [AuditEntry],
    people: [String: String], _ language: Language
  ) {
    let say = language.say
    var steps: [Step] = []
    func add(_ instant: Int?, _ text: String, _ reason: String? = nil) {
      if let instant { steps.append(Step(at: instant, text: text, reason: reason)) }
    }
    for edit in edits {
      guard let what = ReminderEdit.text(of: edit, language) else { continue }
      let who = people[edit.actor] ?? edit.actor
      // A reminder that an edit moves is written in the same transaction.
      let isMove = edit.at == reminder.updatedAt && edit.at > reminder.createdAt && reminder.status == .queued
      add(
        edit.at, say("\(who) 改了\(what)", "\(who) 改了\(what)", "\(who) changed \(what)"),
        isMove ? say("提醒改到預定的時間", "提醒改到预定的时间", "it moved to the time at which it is due") : nil)
    }
    add(reminder.createdAt, say("排入佇列", "排入队列", "planned"))
    add(reminder.scheduledAt, say("預定的時間", "预定的时间", "due"))
    add(reminder.firstAttemptAt, say("開始送出", "开始送出", "taken by a worker"))
    for attempt in attempts {
      let text = Self.text(of: attempt, language)
      add(attempt.firstAt, text, attempt.reason.isEmpty ? nil : attempt.reason)
      if attempt.count > 1 {
        add(
          attempt.lastAt,
          say(
            "同樣的第 \(attempt.count) 次", "同样的第 \(attempt.count) 次", "the same for the \(Self.ordinal(attempt.count)) time"
          ))
      }
    }
    for change in changes {
      let who = people[change.actor] ?? change.actor
      switch change.after["status"].text.flatMap(ReminderStatus.init(rawValue:)) {
      case .queued: add(change.at, say("\(who) 放回佇列", "\(who) 放回队列", "\(who) put it back"))
      case .sent: add(change.at, say("\(who) 記為已送出", "\(who) 记为已送出", "\(who) marked it as sent"))
      case .cancelled: add(change.at, say("\(who) 取消", "\(who) 取消", "\(who) cancelled it"))
      default: add(change.at, say("\(who) 修改", "\(who) 修改", "\(who) changed it"))
      }
    }
    if let until = reminder.leasedUntil {
      add(until, say("送出程式最晚到這時放手", "送出程序最晚到这时放手", "a worker holds it until then"))
    }
    switch reminder.status {
    case .queued: add(reminder.nextAttemptAt, say("下一次嘗試", "下一次尝试", "next attempt"), reminder.reason)
    case .sent:
      // What was marked as sent has the time at which it was due.
      if !changes.contains(where: { $0.after["status"].text == ReminderStatus.sent.rawValue }) {
        add(reminder.sentAt, say("已送出", "已送出", "sent"))
      }
    case .failed: add(reminder.updatedAt, say("失敗，不再試", "失败，不再试", "failed for good"), reminder.reason)
    case .expired: add(reminder.updatedAt, say("過期", "过期", "expired"), reminder.reason)
    case .cancelled:
      if !changes.contains(where: { $0.after["status"].text == ReminderStatus.cancelled.rawValue }) {
        add(reminder.updatedAt, say("不再需要", "不再需要", "not wanted any more"), reminder.reason)
      }
    }
    // Steps of one second stay in the order in which they were written above.
    self.steps = steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  private static func text(of attempt: DeliveryAttempt, _ language: Language) -> String {
    let way = attempt.way.isEmpty ? "" : language.say("（\(attempt.way)）", "（\(attempt.way)）", " by \(attempt.way)")
    return switch attempt.outcome {
    case .sent: language.say("改用第二種方式\(way)", "改用第二种方式\(way)", "sent\(way), the second way")
    case .failed: language.say("沒送成\(way)，會再試", "没送成\(way)，会再试", "failed\(way), to be tried again")
    case .gaveUp: language.say("沒送成\(way)，不再試", "没送成\(way)，不再试", "failed\(way) for good")
    case .deferred:
      language.say("先不送\(way)，不算一次", "先不送\(way)，不算一次", "put off\(way), not counted as an attempt")
    }
  }

  private static func ordinal(_ number: Int) -> String {
    switch (number % 10, number % 100) {
    case (_, 11...13): "\(number)th"
    case (1, _): "\(number)st"
    case (2, _): "\(number)nd"
    case (3, _): "\(number)rd"
    default: "\(number)th"
    }
  }
}
