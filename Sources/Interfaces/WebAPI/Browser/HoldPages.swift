import Folklore
import HTTPTypes
import Records
import Store
import WebPages

/// What an operator keeps from being sent: a channel, or what was due before a restore. `/admin/service/pause…`.
enum HoldPages {
  static let all = [
    BrowserPage.post("/admin/service/pause", .role(.admin)) { visit in
      let kind = try channel(visit)
      return try await change(visit) { queue, change in
        try queue.pause(channel: kind.rawValue, by: change.actor, now: change.at)
      }
    },
    BrowserPage.post("/admin/service/resume", .role(.admin)) { visit in
      let kind = try channel(visit)
      return try await change(visit) { queue, change in
        try queue.resume(channel: kind.rawValue, by: change.actor, now: change.at)
      }
    },
    BrowserPage.post("/admin/service/hold", .role(.admin)) { visit in
      try await change(visit) { queue, change in
        try queue.hold(dueBefore: change.at, by: change.actor, now: change.at)
        return true
      }
    },
    BrowserPage.post("/admin/service/release", .role(.admin)) { visit in
      try await change(visit) { queue, change in try queue.releaseHeld(by: change.actor, now: change.at) }
    },
  ]

  private static func channel(_ visit: Visit) throws -> ChannelKind {
    guard let kind = ChannelKind(rawValue: visit.form.first("channel") ?? ""), kind != .feed else {
      throw PageProblem.badForm
    }
    return kind
  }

  private static func change(
    _ visit: Visit, _ body: @escaping @Sendable (ReminderQueue, Change) throws -> Bool
  ) async throws -> PageAnswer {
    let change = visit.change
    _ = try await visit.write { try body(ReminderQueue($0), change) }
    return .redirect(to: "/admin/service")
  }

  /// The block of the page of the service, with its buttons.
  ///
  /// - Parameter waiting: the waiting reminders by channel.
  static func block(_ holds: [DeliveryHold], waiting: [String: Int], _ visit: Visit) async throws -> PageBlock {
    let people = try await people(holds, visit)
    var block = PageBlock(visit.say("暫停送出", "暂停送出", "Holds of delivery"))
    block.isWarning = !holds.isEmpty
    block.lines = holds.map { sentence($0, people, visit) }
    block.lines.append(
      visit.say(
        "暫停的提醒留在佇列裡，所有機器都不送。日子過了還在暫停的會過期，原因會寫明。", "暂停的提醒留在队列里，所有机器都不送。日子过了还在暂停的会过期，原因会写明。",
        "What is held stays in the queue, on every machine. A reminder whose day passes meanwhile expires, and its reason says so."
      ))
    let paused = Set(holds.compactMap(\.channel))
    let channels = ChannelKind.allCases.filter {
      $0 != .feed && (waiting[$0.rawValue] != nil || paused.contains($0.rawValue))
    }
    block.forms = channels.map { kind in
      let (isPaused, name) = (paused.contains(kind.rawValue), ReminderWords.name(of: kind, visit.language))
      return PageForm(
        isPaused ? "/admin/service/resume" : "/admin/service/pause",
        [PageField("channel", "", .hidden, value: kind.rawValue)],
        buttons: [
          PageButton(
            isPaused
              ? visit.say("恢復\(name)", "恢复\(name)", "Send by \(name) again")
              : visit.say("暫停\(name)", "暂停\(name)", "Pause \(name)"), isMain: isPaused)
        ])
    }
    let isHeld = holds.contains { $0.channel == nil }
    block.forms.append(
      PageForm(
        isHeld ? "/admin/service/release" : "/admin/service/hold",
        buttons: [
          PageButton(
            isHeld
              ? visit.say("解除：還在等待的照常送出", "解除：还在等待的照常送出", "Release: what still waits goes out")
              : visit.say("還原之後：現在以前到期的先不送", "还原之后：现在以前到期的先不送", "After a restore: hold what is due before now"),
            isMain: isHeld)
        ]))
    if isHeld {
      block.links = [
        PageLink(
          visit.say("看等待中的提醒", "看等待中的提醒", "Waiting reminders"), ReminderFilter(status: .queued).address(), .button)
      ]
    }
    return block
  }

  /// The block of the overview; nil if nothing is held.
  static func notice(_ holds: [DeliveryHold], _ visit: Visit) async throws -> PageBlock? {
    guard !holds.isEmpty else { return nil }
    let people = try await people(holds, visit)
    var block = PageBlock(visit.say("暫停送出", "暂停送出", "Holds of delivery"))
    block.isWarning = true
    block.lines = holds.map { sentence($0, people, visit) }
    if visit.role >= .admin {
      block.links = [PageLink(visit.say("恢復或解除", "恢复或解除", "End them"), "/admin/service", .button)]
    }
    return block
  }

  private static func people(_ holds: [DeliveryHold], _ visit: Visit) async throws -> [String: String] {
    let actors = Set(holds.map(\.actor))
    return actors.isEmpty ? [:] : try await visit.work { try $0.people(actors) }
  }

  private static func sentence(_ hold: DeliveryHold, _ people: [String: String], _ visit: Visit) -> String {
    let actor = people[hold.actor] ?? hold.actor
    let since = visit.time(hold.beganAt)
    guard let channel = hold.channel else {
      let moment = hold.dueBefore.map { visit.time($0) } ?? "—"
      return visit.say(
        "\(moment) 以前到期的提醒先不送（\(actor)，\(since)）。", "\(moment) 以前到期的提醒先不送（\(actor)，\(since)）。",
        "What was due before \(moment) is held (\(actor), \(since)).")
    }
    let name = ChannelKind(rawValue: channel).map { ReminderWords.name(of: $0, visit.language) } ?? channel
    return visit.say(
      "\(name)自 \(since) 暫停（\(actor)）。", "\(name)自 \(since) 暂停（\(actor)）。",
      "\(name) is paused since \(since) (\(actor)).")
  }
}
