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
    abstract: "Send the reminders that are due.",
    discussion: """
      Each user's reminders go by the user's own channel, where it is configured; the others stay in the queue. With --channel jsonl all \
      of them are written as lines of JSON to --to, or to standard output; with --channel webhook --to URL all are posted to that URL. \
      Without --to, --channel names whose reminders are sent: those of the users of these channels.

      A message that fails is tried again after half a minute and after five; the third failure is the last. A server that asks to wait \
      is waited for. Any number of workers may run at once. SIGTERM and SIGINT let what is under way finish, for ten seconds, and give \
      back the rest; a second one does not wait.

      Channels are configured by the environment:
        \(ChannelKind.variables)
        FOLKCAL_ALLOW_PRIVATE_ADDRESSES  1: targets of users may be in private networks, and without TLS
        FOLKCAL_CA_FILE  certificates (PEM) that are trusted, and no others
      """)

  @Flag(help: "Send until nothing is due; this is the default.")
  var once = false

  @Flag(help: "Also wait for later reminders, until the program is stopped.")
  var follow = false

  @Option(
    help: ArgumentHelp(
      "\(ChannelKind.list(where: \.isSent)); all but jsonl may be repeated.", valueName: "name"))
  var channel: [String] = []

  @Option(
    help: ArgumentHelp("The target of all messages: a file for jsonl, a URL for webhook.", valueName: "file|url"))
  var to: String?

  @Option(
    help: ArgumentHelp("The most messages per second of a channel; may be repeated.", valueName: "name=number"))
  var rate: [String] = []

  @Option(
    parsing: .unconditional,
    help: "Simultaneous messages per channel, 1 to 1024; for mail at most 8.")
  var concurrency = 64

  @Option(
    parsing: .unconditional,
    help: "Seconds that a worker may hold a reminder; after that another worker may send it; 10 to 3600.")
  var lease = 60

  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp("The address of the server whose pages messages link to.", valueName: "https://days.example.org")
  )
  var publicURL: String?

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
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
    let worker = DeliveryWorker(
      queue: queue, channels: channels.table, writer: MessageWriter(templates, site: site),
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
    guard !(once && follow) else { throw Failure.wrongInput("--once and --follow exclude each other") }
    guard (1...1_024).contains(concurrency) else {
      throw Failure.wrongInput("--concurrency \(concurrency) is not between 1 and 1024")
    }
    guard (10...3_600).contains(lease) else { throw Failure.wrongInput("--lease \(lease) is not between 10 and 3600") }
    let kinds = try channel.map(ChannelKind.init(sent:))
    guard kinds.count == 1 || !kinds.contains(.jsonl) else {
      throw Failure.wrongInput("--channel jsonl takes everything: give no other beside it")
    }
    if to != nil {
      guard kinds == [.jsonl] || kinds == [.webhook] else {
        throw Failure.wrongInput("--to needs --channel jsonl or --channel webhook")
      }
    }
    return (kinds, try Dictionary(rate.map(Self.rate)) { $1 })
  }

  /// A rate such as `webhook=50`.
  private static func rate(_ text: String) throws -> (ChannelKind, Double) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let number = Double(parts[1]), (0.01...1_000_000).contains(number) else {
      throw Failure.wrongInput("--rate \(text): expected a channel and messages a second, such as webhook=50")
    }
    return (try ChannelKind(sent: parts[0]), number)
  }

  /// Selects the routes of reminders.
  ///
  /// - Returns: the routes, and the channels that they serve; nil for all.
  private func table(
    _ environment: DeliveryEnvironment, _ queue: ReminderQueue, _ kinds: [ChannelKind], _ rates: [ChannelKind: Double]
  ) throws -> (table: ChannelTable, served: Set<ChannelKind>?) {
    func refuseRates(besides served: some Collection<ChannelKind>) throws {
      for name in rates.keys.filter({ !served.contains($0) }).map(\.rawValue).sorted() {
        throw Failure.wrongInput("--rate \(name)=…: the channel \(name) is not served by this command")
      }
    }
    func paced(_ kind: ChannelKind, _ route: Route) -> Route {
      var route = route
      route.concurrency = concurrency
      route.perSecond = rates[kind]
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
      throw Failure.wrongInput("the channel \(kind.rawValue) is not configured: set \(kind.needs ?? "it")")
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
      "failed": "to be tried again", "gave_up": "failed", "quieted": "put off by quiet hours", "released": "given back",
      "lost": "no longer ours",
    ]
    return tally.parts.filter { $0.name == "sent" || $0.count > 0 }
      .map { "\($0.count) \(words[$0.name] ?? $0.name)" }.joined(separator: ", ")
  }

  private func write(_ value: JSON) {
    StandardError.write(value.json() + "\n")
  }
}
