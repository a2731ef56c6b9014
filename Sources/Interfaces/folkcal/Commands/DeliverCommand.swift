import ArgumentParser
import Channels
import Folklore
import Foundation
import JSON
import Reminders
import Store

/// Sends due reminders.
///
///     folkcal remind deliver --follow
///     folkcal remind deliver --once --channel jsonl --to reminders.jsonl
struct DeliverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: Speech.say("送出到期的提醒。", "Send the reminders that are due."),
    discussion: Speech.say(
      """
      每位使用者的提醒，用各自的提醒方式送出；該方式還沒有設定的，留在佇列裡。--channel jsonl 把全部提醒寫成一行一則的 JSON，寫到 --to 的檔案或標準輸出；--channel webhook --to 網址 把全部提醒送到該網址。\
      不給 --to 時，--channel 指定要送哪些提醒：用這些提醒方式的使用者的提醒。

      送出失敗的訊息，半分鐘後再試，五分鐘後再試一次；第三次失敗就不再試。伺服器要求等候時，會照辦。可以同時執行幾個送出程式。收到 SIGTERM 或 SIGINT 時，最多用十秒完成進行中的訊息，其餘放回佇列；\
      再收到一次就不等了。

      提醒方式由環境變數設定：
        \(ChannelKind.variables)
        FOLKCAL_RATES
            每種提醒方式每秒最多幾則，例如 mail=10 line=20；--rate 優先
        FOLKCAL_HOOK_URL
            營運者自己的程式：每則送出或失敗的提醒、失效的提醒方式與警報都會告知（見 admin/README.md）
        FOLKCAL_ALLOW_PRIVATE_ADDRESSES
            1：使用者的目標可以在私人網路裡，也可以不加密
        FOLKCAL_CA_FILE
            信任的憑證（PEM），不信任其他的
      """,
      """
      Each user's reminders go by the user's own channel, where it is configured; the others stay in the queue. With --channel jsonl all \
      of them are written as lines of JSON to --to, or to standard output; with --channel webhook --to URL all are posted to that URL. \
      Without --to, --channel names whose reminders are sent: those of the users of these channels.

      A message that fails is tried again after half a minute and after five; the third failure is the last. A server that asks to wait \
      is waited for. Any number of workers may run at once. SIGTERM and SIGINT let what is under way finish, for ten seconds, and give \
      back the rest; a second one does not wait.

      Channels are configured by the environment:
        \(ChannelKind.variables)
        FOLKCAL_RATES
            the most messages per second of channels, such as mail=10 line=20; --rate comes before it
        FOLKCAL_HOOK_URL
            a program of the operator's, which is told of each reminder that was sent or failed, of ways that are gone and of alarms
            (admin/README.md)
        FOLKCAL_ALLOW_PRIVATE_ADDRESSES
            1: targets of users may be in private networks, and without TLS
        FOLKCAL_CA_FILE
            certificates (PEM) that are trusted, and no others
      """))

  @Flag(help: .say("送到沒有到期的提醒為止；這是預設。", "Send until nothing is due; this is the default."))
  var once = false

  @Flag(help: .say("也等候之後的提醒，直到程式停止。", "Also wait for later reminders, until the program is stopped."))
  var follow = false

  @Option(
    help: .say(
      "提醒方式：\(ChannelKind.names(where: \.isSent).joined(separator: "、"))；除了 jsonl，都可重複指定。",
      "\(ChannelKind.list(where: \.isSent)); all but jsonl may be repeated.", valueName: "name"))
  var channel: [String] = []

  @Option(
    help: .say(
      "全部訊息的目標：jsonl 是檔案，webhook 是網址。",
      "The target of all messages: a file for jsonl, a URL for webhook.", valueName: "file|url"))
  var to: String?

  @Option(
    help: .say(
      "一種提醒方式每秒最多幾則，所有機器上的送出程式合計；可重複指定。沒有指定時，telegram 是 25，其他不限。",
      "The most messages per second of a channel, of all workers on all machines together; may be repeated. Without it 25 for telegram, and no limit for others.",
      valueName: "name=number"))
  var rate: [String] = []

  @Option(
    parsing: .unconditional,
    help: .say(
      "每種提醒方式同時送出幾則，1 到 1024；電子郵件最多 8。等候很久的另計：使用者指定的伺服器若回應得慢，不會占用其他伺服器的名額。",
      """
      Simultaneous messages per channel, 1 to 1024; for mail at most 8. Users' own servers that answer slowly or not at all have further \
      ones, so that the others do not wait for them.
      """))
  var concurrency = 64

  @Option(
    parsing: .unconditional,
    help: .say(
      "送出程式最多保留一則提醒幾秒，之後其他程式可以送；10 到 3600。",
      "Seconds that a worker may hold a reminder; after that another worker may send it; 10 to 3600."))
  var lease = 60

  @Option(
    name: .customLong("public-url"),
    help: .say(
      "訊息裡的連結所用的伺服器網址。",
      "The address of the server whose pages messages link to.", valueName: "https://days.example.org"))
  var publicURL: String?

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    // A message that waits for its server holds a connection.
    FileDescriptors.allowAll()
    let clock = try DeliveryClock.believing(time)
    var configuration = DeliveryWorker.Configuration()
    configuration.leaseSeconds = lease
    let (kinds, rates) = try checked()
    let templates = try data.templates()
    let site = try publicURL.map { try SiteAddress.origin($0, "--public-url") }
    let queue = ReminderQueue(try data.store.open(stopping: .byCommand, waits: follow))
    let environment = try DeliveryEnvironment(site: site) { Int(clock.now()) }
    let channels = try table(environment, queue, kinds, rates)
    if case .some(let note) = try waitingNote(channels.served, queue, Int(clock.now())) { StandardError.note(note) }

    let reporter = DeliveryReporter(json: output.json)
    if !follow, !output.json, try queue.dueCounts(now: Int(clock.now())).isEmpty {
      StandardError.note("沒有到期的提醒", "no reminder is due")
    }
    let worker = DeliveryWorker(
      queue: queue, channels: channels.table, writer: MessageWriter(templates, site: site),
      hook: try environment.hook(),
      configuration: configuration,
      clock: clock, report: reporter.report)
    let mode: DeliveryWorker.Mode = follow ? .untilStopped : .untilNothingIsDue
    try Asynchronous.run {
      let work = Task { try await worker.run(mode) }
      let signals = StopSignals { _, before in
        if before == 0 { Task { await worker.stop() } } else { work.cancel() }
      }
      defer { withExtendedLifetime(signals) {} }
      try await work.value
    }
  }
}

// MARK: - Options

extension DeliverCommand {
  /// Checks the command line.
  ///
  /// - Returns: the given channels, and the rates of channels.
  private func checked() throws -> ([ChannelKind], [ChannelKind: Double]) {
    guard !(once && follow) else {
      throw Failure.wrongInput("--once 與 --follow 不能同時使用", "--once and --follow exclude each other")
    }
    guard (1...1_024).contains(concurrency) else {
      throw Failure.outOfRange("--concurrency", "\(concurrency)", "1", "1024")
    }
    guard (10...3_600).contains(lease) else { throw Failure.outOfRange("--lease", "\(lease)", "10", "3600") }
    let kinds = try channel.map(ChannelKind.init(sent:))
    guard kinds.count == 1 || !kinds.contains(.jsonl) else {
      throw Failure.wrongInput(
        "--channel jsonl 會接收全部提醒：不要再給其他提醒方式", "--channel jsonl takes everything: give no other beside it")
    }
    if to != nil {
      guard kinds == [.jsonl] || kinds == [.webhook] else {
        throw Failure.wrongInput(
          "--to 要與 --channel jsonl 或 --channel webhook 一起用", "--to needs --channel jsonl or --channel webhook")
      }
    }
    return (kinds, try Dictionary(rate.map { try DeliveryEnvironment.rate($0, of: "--rate") }) { $1 })
  }

  /// Selects the routes of reminders.
  ///
  /// - Returns: the routes, and the channels that they serve; nil for all.
  private func table(
    _ environment: DeliveryEnvironment, _ queue: ReminderQueue, _ kinds: [ChannelKind], _ rates: [ChannelKind: Double]
  ) throws -> (table: ChannelTable, served: Set<ChannelKind>?) {
    func refuseRates(besides served: some Collection<ChannelKind>) throws {
      for name in rates.keys.filter({ !served.contains($0) }).map(\.rawValue).sorted() {
        throw Failure.wrongInput(
          "--rate \(name)=…：這個指令不送 \(name)", "--rate \(name)=…: the channel \(name) is not served by this command")
      }
    }
    func paced(_ kind: ChannelKind, _ route: Route) -> Route {
      var route = route
      route.concurrency = concurrency
      route.perSecond = rates[kind] ?? route.perSecond
      return route
    }
    if kinds == [.jsonl] {
      try refuseRates(besides: kinds)
      return (ChannelTable(everything: paced(.jsonl, try environment.jsonLines(checking: to ?? "-"))), nil)
    }
    if let to {
      try refuseRates(besides: kinds)
      return (ChannelTable(everything: paced(.webhook, try environment.webhook(to: to))), nil)
    }
    var routes = try environment.routes(queue)
    for kind in kinds where routes[kind] == nil {
      throw Failure.wrongInput(
        "提醒方式 \(kind.rawValue) 還沒有設定：請設定 \(kind.needs ?? kind.rawValue)",
        "the channel \(kind.rawValue) is not configured: set \(kind.needs ?? "it")")
    }
    if !kinds.isEmpty { routes = routes.filter { kinds.contains($0.key) } }
    try refuseRates(besides: routes.keys)
    for (kind, route) in routes { routes[kind] = paced(kind, route) }
    return (ChannelTable(routes), Set(routes.keys))
  }

  /// A note on due reminders of channels without configuration.
  private func waitingNote(_ served: Set<ChannelKind>?, _ queue: ReminderQueue, _ now: Int) throws -> String? {
    guard let served, channel.isEmpty else { return nil }
    let notes = try queue.waitingNotes(served: served, now: now)
    return notes.isEmpty ? nil : notes.joined(separator: "\nfolkcal: ")
  }
}

// MARK: - Time and reports

extension DeliveryClock {
  /// The system's clock, shifted if the options give a start time.
  static func believing(_ time: TimeOptions) throws -> DeliveryClock {
    let start = Date().timeIntervalSince1970
    let shift = time.now == nil ? 0 : Double(try time.instant()) - start
    return DeliveryClock(
      now: { Date().timeIntervalSince1970 + shift },
      sleep: { seconds in try? await Task.sleep(for: .seconds(max(seconds, 0))) })
  }
}

/// Reports deliveries on standard error.
struct DeliveryReporter: Sendable {
  let json: Bool

  func report(_ report: DeliveryReport) {
    switch report {
    case .trouble(let text): if json { write(["trouble": .text(text)]) } else { StandardError.note(text) }
    case .progress(let tally):
      if json {
        write(.object(tally.parts.map { JSON.Member($0.name, .integer($0.count)) }))
      } else {
        StandardError.note(sentence(tally))
      }
    }
  }

  private func sentence(_ tally: DeliveryTally) -> String {
    let words = [
      "sent": ("已送出", "sent"), "failed": ("會再試一次", "to be tried again"), "gave_up": ("失敗", "failed"),
      "quieted": ("因勿擾時段延後", "put off by quiet hours"), "released": ("放回佇列", "given back"),
      "lost": ("已由其他程式接手", "no longer ours"), "deferred": ("依要求稍後再送", "deferred"), "expired": ("過期", "expired"),
      "cancelled": ("已取消", "cancelled"),
    ]
    let parts = tally.parts.filter { $0.name == "sent" || $0.count > 0 }.map { part in
      let (chinese, english) = words[part.name] ?? (part.name, part.name)
      return Speech.say("\(chinese) \(part.count) 則", "\(part.count) \(english)")
    }
    return parts.joined(separator: Speech.say("，", ", "))
  }

  private func write(_ value: JSON) {
    StandardError.write(value.json() + "\n")
  }
}
