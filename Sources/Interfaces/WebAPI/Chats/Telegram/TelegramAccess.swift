package import Channels
import Crypto
import Foundation
import Logging

/// Our Telegram bot: how its updates reach us, and what answers them.
package struct TelegramAccess: Sendable {
  let client: TelegramClient
  /// The bot's user name without @, for links into the chat.
  package let botName: String
  /// The hash of what Telegram sends along with each update; nil if it sends none to us.
  private let secretHash: SHA256.Digest?
  /// True if we ask Telegram for updates.
  let polls: Bool

  /// - Parameters:
  ///   - secret: the webhook's secret token; nil without a webhook.
  ///   - polls: true to ask for updates, in place of a webhook.
  package init(client: TelegramClient, secret: String?, polls: Bool, botName: String) {
    self.client = client
    self.botName = botName
    self.polls = polls
    secretHash = secret.map { SHA256.hash(data: Array($0.utf8)) }
  }

  /// True if updates come by a webhook.
  var hasWebhook: Bool { secretHash != nil }

  /// True for the secret of `X-Telegram-Bot-Api-Secret-Token`. Hashes are compared, which takes the same time for every text.
  func isSecret(_ text: String?) -> Bool {
    guard let secretHash, let text else { return false }
    return SHA256.hash(data: Array(text.utf8)) == secretHash
  }

  /// Answers in a chat. An answer that fails is lost, and logged without what it said.
  ///
  /// - Parameter now: the time in seconds of UTC since 1970.
  func answer(_ reply: ChatReply, in chat: String, _ logger: Logger, now: Int) async {
    guard let number = Int64(chat), let message = reply.forTelegram else { return }
    var outcome = await client.send(message, to: number, now: now)
    // A person who taps fast gets answers faster than Telegram likes, about one a second in a chat.
    if case .deferred(_, let seconds) = outcome, (1...5).contains(seconds) {
      try? await Task.sleep(for: .seconds(seconds))
      outcome = await client.send(message, to: number, now: now)
    }
    guard outcome != .delivered else { return }
    logger.warning("an answer to a chat on Telegram was lost: \(outcome.reason)")
  }
}
