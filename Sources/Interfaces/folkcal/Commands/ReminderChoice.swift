import ArgumentParser
import Folklore
import Store

/// Reminders that an operator picks: by their numbers, or by what they have in common.
struct ReminderChoice: ParsableArguments {
  @Argument(help: .say("提醒的編號。", "Numbers of reminders."))
  var ids: [Int] = []

  @Option(
    help: .say(
      "挑選這個狀態的提醒：queued（等待中）、failed（失敗）、expired（過期）或 cancelled（已取消）。",
      "Pick those that are queued, failed, expired or cancelled."))
  var status: ReminderStatus?

  @Option(
    help: .say(
      "只挑這一天（或這個時刻）以後到期的。", "Only what was due on this day or later, or from this instant on.",
      valueName: "2027-04-19|2027-04-19T08:00:00+08:00"))
  var since: String?

  @Option(
    help: .say(
      "只挑這一天（或這個時刻）以前到期的。", "Only what was due before this day, or before this instant.",
      valueName: "2027-04-20|2027-04-19T09:00:00+08:00"))
  var until: String?

  @Option(help: .say("只挑用這種提醒方式的使用者。", "Only of users with this channel.", valueName: "name"))
  var channel: String?

  @Option(help: .say("只挑這個節日，用代號。", "Only of an event, by its key.", valueName: "key"))
  var event: String?

  /// What the options pick; nil if numbers were given.
  ///
  /// - Parameters:
  ///   - statuses: those that the command changes; the first is meant without `--status` if `isUsual`.
  ///   - verb: for the message about another status: 放回, put back.
  func query(
    _ statuses: [ReminderStatus], isUsual: Bool, verb: (chinese: String, english: String), _ time: TimeOptions
  ) throws -> ReminderQuery? {
    let filters = [("--since", since), ("--until", until), ("--channel", channel), ("--event", event)]
    let given = filters.compactMap { $0.1 == nil ? nil : $0.0 }
    guard status != nil || isUsual && !given.isEmpty else {
      guard given.isEmpty else {
        throw Failure.wrongInput(
          "\(given.joined(separator: " 與 ")) 要與 --status 一起用",
          "\(given.joined(separator: " and ")) \(given.count == 1 ? "needs" : "need") --status")
      }
      guard !ids.isEmpty else {
        throw Failure.wrongInput(
          "請給提醒的編號，或 --status \(statuses[0].rawValue)",
          "give numbers of reminders, or --status \(statuses[0].rawValue)")
      }
      return nil
    }
    guard ids.isEmpty else {
      throw Failure.wrongInput("提醒的編號與 --status 只能給一種", "give numbers of reminders or --status, not both")
    }
    let status = status ?? statuses[0]
    guard statuses.contains(status) else {
      let names = statuses.map(\.rawValue)
      let last = names.last ?? ""
      throw Failure.wrongInput(
        "--status 的 \(status.rawValue) 不能\(verb.chinese)：請給 \(names.dropLast().joined(separator: "、")) 或 \(last)",
        "--status \(status.rawValue) cannot be \(verb.english): expected \(names.dropLast().joined(separator: ", ")) or \(last)"
      )
    }
    var query = ReminderQuery()
    query.status = status
    query.from = try since.map { try time.instant($0, "--since", acceptsDays: true) }
    query.until = try until.map { try time.instant($0, "--until", acceptsDays: true) }
    query.channel = try channel.map { try ChannelKind(sent: $0).rawValue }
    query.event = event
    return query
  }
}
