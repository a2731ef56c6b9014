import Channels
import Foundation
import JSON
import Logging
package import ServiceLifecycle

/// Asks Telegram for updates while the server runs (`getUpdates`), in place of a webhook: for a server that Telegram cannot reach.
///
/// Telegram keeps an update until a later question confirms it by its number. That question follows when the update has been taken, so an update is
/// not lost if the program is killed meanwhile: it comes again, and `ChatDesk` knows it by its number.
struct TelegramPolling: Service {
  let client: TelegramClient
  let logger: Logger
  /// The longest wait after a failure.
  var longestPause = Duration.seconds(60)
  let take: @Sendable (ChatEvent) async -> Void

  /// Runs until the service stops; what is being taken is finished.
  func run() async throws {
    logger.info("asking Telegram for messages")
    await cancelWhenGracefulShutdown { await showMenu() }
    await poll()
  }

  private func showMenu() async {
    do throws(TelegramAnswer) {
      try await TelegramMenu.show(by: client)
    } catch {
      if !error.isCancelled { logger.info("the menu on Telegram was not set: \(error.reason)") }
    }
  }

  private func poll() async {
    var offset: Int?
    var faults = Faults()
    while !Task.isCancelled, !Task.isShuttingDownGracefully {
      let asked = offset
      switch await cancelWhenGracefulShutdown({ await client.updates(from: asked) }) {
      case .success(let answer):
        if faults.end() { logger.notice("Telegram answers again") }
        guard let last = await takeAll(in: answer) else {
          // All before is confirmed. Without a number Telegram begins with the first that is not: after a week without updates it counts from a number
          // by chance, which may be a smaller one (`Update`).
          offset = nil
          continue
        }
        offset = last + 1
      case .failure(let answer):
        if answer.isCancelled { return }
        // Once, because it lasts until the operator does something.
        if faults.isNew(answer.reason) { logger.error("no messages from Telegram: \(answer.reason)") }
        let pause = max(min(faults.pause, longestPause), answer.retryAfterSeconds.map { .seconds($0) } ?? .zero)
        await cancelWhenGracefulShutdown { try? await Task.sleep(for: pause) }
      }
    }
  }

  /// Takes the events of an answer: one person's after each other, different people's at once.
  ///
  /// - Returns: the highest number; nil if there was no update.
  private func takeAll(in answer: [UInt8]) async -> Int? {
    let bot = client.token.bot
    let updates = ((try? JSON(json: Data(answer))) ?? .null)["result"].list.compactMap { TelegramUpdate($0, bot: bot) }
    let events = Dictionary(grouping: updates.compactMap(\.event), by: \.chat)
    await withTaskGroup { group in
      for events in events.values {
        group.addTask { for event in events { await take(event) } }
      }
    }
    return updates.map(\.number).max()
  }

  /// What went wrong, and how often since it last went well.
  private struct Faults {
    private var count = 0
    private var told: String?

    /// 1, 2, 4… seconds.
    var pause: Duration { .seconds(1 << min(max(count - 1, 0), 10)) }

    /// Counts a fault.
    ///
    /// - Returns: false if it was the last one, too.
    mutating func isNew(_ reason: String) -> Bool {
      count += 1
      defer { told = reason }
      return told != reason
    }

    /// - Returns: true if something went wrong before.
    mutating func end() -> Bool {
      defer { (count, told) = (0, nil) }
      return count > 0
    }
  }
}

extension APIService {
  /// The service that asks Telegram for updates; nil if it is not to be asked.
  package var telegramPolling: (any Service)? {
    guard let telegram = chats.telegram, telegram.polls else { return nil }
    let desk = TelegramDesk(self, telegram)
    return TelegramPolling(client: telegram.client, logger: logger) { await desk.take($0) }
  }
}
