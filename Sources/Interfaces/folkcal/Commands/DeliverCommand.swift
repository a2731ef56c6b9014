import ArgumentParser
import Channels
import Foundation
import JSON
import Reminders
import Store

/// Sends what is due.
///
///     folkcal remind deliver --follow
///     folkcal remind deliver --once --channel jsonl --to reminders.jsonl
struct DeliverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Send the reminders that are due.",
    discussion: """
      Each user's reminders go by the user's own channel, where it is configured; the others stay in the queue. With --channel jsonl all \
      of them are written as lines of JSON to --to, or to standard output; with --channel webhook --to URL all are posted to that URL. \
      Without --to, --channel names whose reminders are sent: those of the users of these channels.

      A message that fails is tried again after half a minute and after five; the third failure is the last. A server that asks to wait \
      is waited for. Any number of workers may run at once. SIGTERM and SIGINT let what is under way finish, for ten seconds, and give \
      back the rest; a second one does not wait.

      Channels are configured by the environment:
        FOLKCAL_WEBHOOK_SECRET  whsec_… with which requests are signed; several are separated by a blank
        FOLKCAL_NTFY_TOKEN, FOLKCAL_NTFY_URL  an access token, and the only server that is shown it
        FOLKCAL_SMTP_URL  smtp://user:password@host:587 (with STARTTLS) or smtps://…
        FOLKCAL_MAIL_FROM  農曆提醒 <days@example.org>
        FOLKCAL_UNSUBSCRIBE_URL  https://…/{user}, {user} being the user's UUID
        FOLKCAL_VAPID_KEY, FOLKCAL_VAPID_CONTACT  for Web Push: the private key or the path of its file, and mailto:…
        FOLKCAL_FCM_KEY  for apps: the path of the service account's key file
        FOLKCAL_FCM_URL  another server than Google's
        FOLKCAL_ALLOW_PRIVATE_ADDRESSES  1: targets of users may be in private networks, and without TLS
        FOLKCAL_CA_FILE  certificates (PEM) that are trusted, and no others
      """)

  @Flag(help: "Send until nothing is due; this is the default.")
  var once = false

  @Flag(help: "Wait for what falls due, until the program is stopped.")
  var follow = false

  @Option(
    help: ArgumentHelp(
      "jsonl, webhook, mail, ntfy or push; all but jsonl may be repeated.", valueName: "name"))
  var channel: [String] = []

  @Option(
    help: ArgumentHelp("Where everything goes: a file for jsonl, a URL for webhook.", valueName: "file|url"))
  var to: String?

  @Option(
    help: ArgumentHelp("At most so many messages a second by a channel; may be repeated.", valueName: "name=number"))
  var rate: [String] = []

  @Option(
    parsing: .unconditional,
    help: "How many messages of a channel are under way at once, 1 to 1024; of mails at most 8.")
  var concurrency = 64

  @Option(
    parsing: .unconditional,
    help: "How many seconds a reminder is held for: a worker that dies is made up for after that; 10 to 3600.")
  var lease = 60

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try DeliveryClock.believing(time)
    var configuration = DeliveryWorker.Configuration()
    configuration.leaseSeconds = lease
    let rates = try checked()
    let templates = try data.templates()
    FileFaults.endWithSentence(about: try Store.path(of: data.store.url))
    let queue = ReminderQueue(try data.store.open(for: .delivery, stopping: .byCommand))
    let environment = try DeliveryEnvironment { Int(clock.now()) }
    let channels = try table(environment, queue, rates)
    if case .some(let note) = try waitingNote(channels.served, queue, Int(clock.now())) { StandardError.note(note) }

    let reporter = DeliveryReporter(json: output.json)
    let worker = DeliveryWorker(
      queue: queue, channels: channels.table, writer: MessageWriter(templates), configuration: configuration,
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

// MARK: - What is asked for

extension DeliverCommand {
  static let names = ["jsonl", "webhook", "mail", "ntfy", "push"]

  /// Checks the command line.
  ///
  /// - Returns: the rates of channels.
  private func checked() throws -> [String: Double] {
    guard !(once && follow) else { throw Failure.wrongInput("--once and --follow exclude each other") }
    guard (1...1_024).contains(concurrency) else {
      throw Failure.wrongInput("--concurrency \(concurrency) is not between 1 and 1024")
    }
    guard (10...3_600).contains(lease) else { throw Failure.wrongInput("--lease \(lease) is not between 10 and 3600") }
    for name in channel { try Self.check(name) }
    guard channel.count == 1 || !channel.contains("jsonl") else {
      throw Failure.wrongInput("--channel jsonl takes everything: give no other beside it")
    }
    if to != nil {
      guard channel == ["jsonl"] || channel == ["webhook"] else {
        throw Failure.wrongInput("--to needs --channel jsonl or --channel webhook")
      }
    }
    return try Dictionary(rate.map(Self.rate)) { $1 }
  }

  private static func check(_ name: String) throws {
    guard names.contains(name) else {
      throw Failure.wrongInput("\"\(name)\" is no channel; channels are \(names.joined(separator: ", "))")
    }
  }

  /// `webhook=50`.
  private static func rate(_ text: String) throws -> (String, Double) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let number = Double(parts[1]), (0.01...1_000_000).contains(number) else {
      throw Failure.wrongInput("--rate \(text): expected a channel and messages a second, such as webhook=50")
    }
    try check(parts[0])
    return (parts[0], number)
  }

  /// Which way reminders go.
  ///
  /// - Returns: the names of the users' channels that are served, too; nil for all.
  private func table(
    _ environment: DeliveryEnvironment, _ queue: ReminderQueue, _ rates: [String: Double]
  ) throws -> (table: ChannelTable, served: Set<String>?) {
    func refuseRates(besides served: some Collection<String>) throws {
      for name in rates.keys.sorted() where !served.contains(name) {
        throw Failure.wrongInput("--rate \(name)=…: the channel \(name) is not served by this command")
      }
    }
    func paced(_ name: String, _ route: Route) -> Route {
      var route = route
      route.concurrency = concurrency
      route.perSecond = rates[name]
      return route
    }
    if channel == ["jsonl"] {
      try refuseRates(besides: ["jsonl"])
      return (ChannelTable(everything: paced("jsonl", try environment.jsonLines(checking: to ?? "-"))), nil)
    }
    if let to {
      try refuseRates(besides: ["webhook"])
      return (ChannelTable(everything: paced("webhook", try environment.webhook(to: to))), nil)
    }
    var routes = try environment.routes(queue)
    for name in channel where routes[name] == nil {
      throw Failure.wrongInput("the channel \(name) is not configured: set \(DeliveryEnvironment.needs[name] ?? "it")")
    }
    if !channel.isEmpty { routes = routes.filter { channel.contains($0.key) } }
    try refuseRates(besides: routes.keys)
    for (name, route) in routes { routes[name] = paced(name, route) }
    return (ChannelTable(routes), Set(routes.keys))
  }

  /// What is due and not served, because nobody has configured it.
  private func waitingNote(_ served: Set<String>?, _ queue: ReminderQueue, _ now: Int) throws -> String? {
    guard let served, channel.isEmpty else { return nil }
    let waiting = try queue.dueCounts(now: now).filter {
      !served.contains($0.key) && DeliveryEnvironment.needs[$0.key] != nil
    }
    guard !waiting.isEmpty else { return nil }
    return waiting.sorted { $0.key < $1.key }.map { name, count in
      "\(count) due \(count == 1 ? "reminder waits" : "reminders wait") for the channel \(name), which is not configured: set "
        + (DeliveryEnvironment.needs[name] ?? "it")
    }.joined(separator: "\nfolkcal: ")
  }
}

// MARK: - Time and reports

extension DeliveryClock {
  /// The system's clock, or one that was at the given time when the command began.
  static func believing(_ time: TimeOptions) throws -> DeliveryClock {
    let start = Date().timeIntervalSince1970
    let shift = time.now == nil ? 0 : Double(try time.instant()) - start
    return DeliveryClock(
      now: { Date().timeIntervalSince1970 + shift },
      sleep: { seconds in try? await Task.sleep(for: .seconds(max(seconds, 0))) })
  }
}

/// Says on standard error what is done.
struct DeliveryReporter: Sendable {
  let json: Bool

  func report(_ report: DeliveryReport) {
    switch report {
    case .trouble(let text): if json { write(["trouble": .text(text)]) } else { StandardError.note(text) }
    case .progress(let tally):
      if json {
        write(.object(parts(tally).map { JSON.Member($0.name, .integer($0.count)) }))
      } else {
        StandardError.note(sentence(tally))
      }
    }
  }

  private func parts(_ tally: DeliveryTally) -> [(name: String, count: Int)] {
    [
      ("sent", tally.sent), ("failed", tally.failed), ("gave_up", tally.gaveUp), ("deferred", tally.deferred),
      ("expired", tally.expired), ("quieted", tally.quieted), ("released", tally.released), ("lost", tally.lost),
    ]
  }

  private func sentence(_ tally: DeliveryTally) -> String {
    let words = [
      "failed": "to be tried again", "gave_up": "failed", "quieted": "put off by quiet hours", "released": "given back",
      "lost": "no longer ours",
    ]
    return parts(tally).filter { $0.name == "sent" || $0.count > 0 }
      .map { "\($0.count) \(words[$0.name] ?? $0.name)" }.joined(separator: ", ")
  }

  private func write(_ value: JSON) {
    StandardError.write(value.json() + "\n")
  }
}
