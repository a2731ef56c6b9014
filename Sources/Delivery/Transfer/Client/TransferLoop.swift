internal import Addresses
internal import CCurl
internal import Glibc

/// The client's thread: takes jobs from the mailbox, runs them by libcurl, and resumes the callers. No other thread uses its state.
final class TransferLoop {
  private let mailbox: Mailbox
  private let configuration: TransferClient.Configuration
  private let multi: UnsafeMutableRawPointer
  private var exchanges: [UnsafeMutableRawPointer: Exchange] = [:]
  /// Easy handles for reuse.
  private var idle: [UnsafeMutableRawPointer] = []
  private let trust: Trust
  /// Where hosts were last found: a connection that is used again shows no address.
  private var networks: [String: InternetAddress] = [:]

  /// Runs the thread.
  static func run(_ mailbox: Mailbox, _ configuration: TransferClient.Configuration) {
    ignoreBrokenPipes()
    guard let multi = ccurl_multi_init() else {
      // Out of memory: every job fails until the client is closed.
      refuse(mailbox)
      return mailbox.end()
    }
    mailbox.hang(Mailbox.Bell(multi: multi))
    do {
      let loop = TransferLoop(mailbox, configuration, multi)
      loop.run()
    }
    mailbox.removeBell()
    ccurl_multi_cleanup(multi)
    mailbox.end()
  }

  private init(_ mailbox: Mailbox, _ configuration: TransferClient.Configuration, _ multi: UnsafeMutableRawPointer) {
    self.mailbox = mailbox
    self.configuration = configuration
    self.multi = multi
    trust = Trust(configuration)
    // Without this, libcurl changes the number of kept connections with the load.
    _ = ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, 512)
  }

  deinit {
    for easy in idle { ccurl_easy_cleanup(easy) }
  }

  private func run() {
    while true {
      let (commands, isClosed) = mailbox.take()
      for command in commands { obey(command) }
      if isClosed { return endAll(with: .closed) }
      if ccurl_multi_perform(multi) != CURLM_OK { endAll(with: .other(host: "libcurl", problem: "out of memory")) }
      tellEnded()
      // Sleeps until libcurl's next timeout or a wake-up.
      _ = ccurl_multi_poll(multi, 60_000)
    }
  }
}

// MARK: - Jobs

extension TransferLoop {
  private func obey(_ command: Mailbox.Command) {
    switch command {
    case .begin(let job, let ticket, let waiter):
      if ticket.isCancelled { return waiter.resume(returning: .failure(.cancelled)) }
      guard let easy = idle.popLast() ?? ccurl_easy_init() else {
        return waiter.resume(returning: .failure(.other(host: job.url.host, problem: "out of memory")))
      }
      let exchange = Exchange(easy, job, ticket, waiter)
      if let share = job.share {
        exchange.network = networks[job.url.host]
        exchange.othersCount = { [unowned self, unowned exchange] network in
          exchanges.values.count {
            $0.network == network && $0.job.share?.owner == share.owner && $0 !== exchange
          }
        }
      }
      if exchange.prepare(configuration, trust), ccurl_multi_add(multi, easy) == CURLM_OK {
        exchanges[easy] = exchange
      } else {
        exchange.end(with: .failure(.other(host: job.url.host, problem: "libcurl does not take the request")))
        keep(easy)
      }
    case .end(let ticket):
      guard let exchange = exchanges.values.first(where: { $0.ticket === ticket }) else { return }
      end(exchange, with: .failure(.cancelled))
    }
  }

  private func tellEnded() {
    var easy: UnsafeMutableRawPointer?
    var code = CURLE_OK
    while ccurl_multi_next_ended(multi, &easy, &code) {
      guard let easy, let exchange = exchanges[easy] else { continue }
      end(exchange, with: exchange.ending(code))
    }
  }

  private func end(_ exchange: Exchange, with ending: Job.Ending) {
    exchanges[exchange.easy] = nil
    if let network = exchange.network {
      // Anybody can make up names.
      if networks.count >= 10_000 { networks = [:] }
      networks[exchange.job.url.host] = network
    }
    _ = ccurl_multi_remove(multi, exchange.easy)
    exchange.end(with: ending)
    keep(exchange.easy)
  }

  private func endAll(with error: TransferError) {
    for exchange in Array(exchanges.values) { end(exchange, with: .failure(error)) }
  }

  private func keep(_ easy: UnsafeMutableRawPointer) {
    guard idle.count < 256 else { return ccurl_easy_cleanup(easy) }
    ccurl_easy_reset(easy)
    idle.append(easy)
  }
}

// MARK: - The thread

extension TransferLoop {
  /// Writing to a closed connection must not end the program. libcurl does not touch signals here, so SIGPIPE is blocked in this thread only.
  private static func ignoreBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  private static func refuse(_ mailbox: Mailbox) {
    while true {
      let (commands, isClosed) = mailbox.take()
      for case .begin(let job, _, let waiter) in commands {
        waiter.resume(returning: .failure(.other(host: job.url.host, problem: "out of memory")))
      }
      if isClosed { return }
      usleep(10_000)
    }
  }
}
