import Channels
import Foundation
import HTTPTypes
import HummingbirdCore
import JSON

/// What Telegram sends updates to: `/chats/telegram`, the address of the webhook.
package enum TelegramPages {
  package static let path = "/chats/telegram"

  static let all = [webhook]

  private static let webhook: BrowserPage = {
    var page = BrowserPage.post(path) { try await receive($0) }
    page.takesForeignForms = true
    page.limitsSenders = false
    return page
  }()

  /// Checks the secret, answers at once, and handles the update afterwards, because Telegram sends an update again if the answer is late. The bytes
  /// are not read before the secret is right.
  private static func receive(_ visit: Visit) async throws -> PageAnswer {
    let service = visit.service
    guard let telegram = service.chats.telegram, telegram.hasWebhook else { throw PageProblem.nothingHere }
    guard telegram.isSecret(visit.request.headers[.telegramSecret]) else {
      // Telegram's few servers send for all people, so only others are counted.
      try service.take(1, of: visit.source.limitKey) { Wording.tooManyRequests(perSecond: $0) }
      return problem(.unauthorized, visit.say("權杖不符", "令牌不符", "the secret token is wrong"))
    }
    guard let json = try? JSON(json: Data(visit.body)),
      let update = TelegramUpdate(json, bot: telegram.client.token.bot)
    else {
      return problem(
        .badRequest, visit.say("內容不是 Telegram 的更新", "内容不是 Telegram 的更新", "the body is no update of Telegram"))
    }
    if let event = update.event {
      Task { await TelegramDesk(service, telegram).take(event) }
    }
    return .json([:])
  }

  private static func problem(_ status: HTTPResponse.Status, _ text: String) -> PageAnswer {
    .json(["error": .text(text)], status: status)
  }
}

/// Hands events to the conversation, and its replies to Telegram.
struct TelegramDesk: Sendable {
  private let service: APIService
  private let telegram: TelegramAccess

  init(_ service: APIService, _ telegram: TelegramAccess) {
    (self.service, self.telegram) = (service, telegram)
  }

  func take(_ event: ChatEvent) async {
    await ChatDesk(service: service).take(event) { reply in
      await telegram.answer(reply, in: event.chat, service.logger, now: Int(service.clock()))
    }
  }
}

extension HTTPField.Name {
  fileprivate static let telegramSecret = HTTPField.Name("X-Telegram-Bot-Api-Secret-Token") ?? .via
}
