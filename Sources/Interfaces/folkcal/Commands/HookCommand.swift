import ArgumentParser
import Channels
import Folklore
import Reminders
import Store

/// Shows what waits for the operator's own program.
///
///     folkcal remind hook --test
struct HookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hook",
    abstract: Speech.say("列出等著告知營運者程式的事件。", "Show what waits for the operator's own program."),
    discussion: Speech.say(
      """
      設定 FOLKCAL_HOOK_URL 之後，每則送出或失敗的提醒、失效的提醒方式與警報，都以簽了章的 JSON 告知那個網址；沒有到期的提醒時才送。內容沒有神明與日子的名稱。
      """,
      """
      With FOLKCAL_HOOK_URL each reminder that was sent or failed for good, each way that is gone and each alarm is told to that address as \
      signed JSON, while no reminder is due. It names no gods and no days.
      """))

  @Flag(help: .say("送一則測試。", "Send a test."))
  var test = false

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let now = try time.instant()
    guard let hook = try DeliveryEnvironment(now: { now }).hook() else {
      throw Failure.notFound(
        "沒有設定 \(DeliveryEnvironment.hookVariable)", "\(DeliveryEnvironment.hookVariable) is not set")
    }
    if test { try sendTest(hook, now) }
    let state = try ReminderQueue(store.open()).outboxState()
    if output.json {
      let shown = Shown(
        waiting: state.count, oldestAt: state.oldestAt.map { CivilTime.iso(unixTime: $0) }, error: state.error)
      return try output.printJSON(shown)
    }
    let error = state.error.map { output.language.say("；上一次：\($0)", "；上一次：\($0)", "; the last attempt: \($0)") } ?? ""
    print(
      output.language.say(
        "等候中的訊息：\(state.count)\(error)", "等候中的消息：\(state.count)\(error)", "messages that wait: \(state.count)\(error)"))
  }

  private struct Shown: Encodable {
    let waiting: Int
    @ExplicitNull var oldestAt: String?
    @ExplicitNull var error: String?

    enum CodingKeys: String, CodingKey {
      case waiting, error
      case oldestAt = "oldest_at"
    }
  }

  private func sendTest(_ hook: EventHook, _ now: Int) throws {
    let outcome = try Asynchronous.run { await hook.attempt(.test(at: now)) }
    guard outcome == .delivered else {
      throw Failure.failed("測試沒有送到：\(outcome.reason)", "the test was not delivered: \(outcome.reason)")
    }
    if !output.json { print(output.language.say("測試已送到", "测试已送到", "the test was delivered")) }
  }
}
