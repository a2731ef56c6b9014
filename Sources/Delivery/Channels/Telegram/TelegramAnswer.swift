public import Folklore
internal import Foundation
internal import Transfer

/// What came back for a call of a method.
///
///     {"ok":false,"error_code":429,"description":"Too Many Requests: retry after 5","parameters":{"retry_after":5}}
///
/// Telegram does not list its descriptions; those that mean that a chat is over are compared as its server has them
/// (https://github.com/tdlib/telegram-bot-api, `Client.cpp`). No text of it has the token.
public struct TelegramAnswer: Error, Sendable {
  /// The status; nil if no answer came.
  let status: Int?
  let body: [UInt8]
  private let form: Form?
  private let response: HTTPResponse?
  private let failure: TransferError?
  private let token: TelegramToken

  init(_ response: HTTPResponse, _ token: TelegramToken) {
    (status, body, self.token) = (response.status, response.body, token)
    form = try? JSONDecoder().decode(Form.self, from: Data(response.body))
    (self.response, failure) = (response, nil)
  }

  init(_ error: TransferError, _ token: TelegramToken) {
    switch error {
    // The status came before the answer broke off.
    case .tooLarge(_, let head, _), .cutOff(_, let head, _): status = head.status
    default: status = nil
    }
    (body, form, response, failure, self.token) = ([], nil, nil, error, token)
  }

  private struct Form: Decodable {
    let ok: Bool
    let description: String?
    let parameters: Parameters?

    /// `ResponseParameters`
    struct Parameters: Decodable {
      let newChat: Int64?
      let retryAfter: Int?

      enum CodingKeys: String, CodingKey {
        case newChat = "migrate_to_chat_id"
        case retryAfter = "retry_after"
      }
    }
  }

  /// True if Telegram did what was asked.
  var isOK: Bool { status.map { (200..<300).contains($0) } == true && form?.ok == true }

  /// The member `result`.
  func result<Value: Decodable>() throws(TelegramAnswer) -> Value {
    guard let envelope = try? JSONDecoder().decode(Envelope<Value>.self, from: Data(body)) else { throw self }
    return envelope.result
  }

  private struct Envelope<Value: Decodable>: Decodable {
    let result: Value
  }

  /// The seconds that Telegram asks to wait, from 1 to a day.
  package var retryAfterSeconds: Int? {
    (form?.parameters?.retryAfter).map { min(max($0, 1), 86_400) }
  }

  /// True if somebody else takes the bot's updates: another program, or a webhook.
  package var isConflict: Bool { status == 409 }
  /// True if the caller stopped.
  package var isCancelled: Bool { failure == .cancelled || failure == .closed }
}

// MARK: - The meaning for a message

extension TelegramAnswer {
  /// The meaning of an answer to `sendMessage`. What only the operator can mend is `closed`, and the reason says what to do.
  ///
  /// - Parameter now: the time in seconds of UTC since 1970.
  func outcome(now: Int) -> Outcome {
    if isOK { return .delivered }
    let reason = reason
    // The answer broke off after its status: the message may have been taken.
    guard let response else {
      guard let failure else { return .failed(reason: reason) }
      return failure.outcome(now: now).withReason(reason).sparingTheMessage
    }
    switch response.status {
    case 400, 403, 413:
      // Without Telegram's own form it comes from a proxy, and says nothing about the chat.
      guard form != nil else { return .failed(reason: reason) }
      return isChatOver ? .gone(reason: reason) : .rejected(reason: reason)
    case 401, 404: return .closed(reason: reason)
    case 429:
      return .deferred(
        reason: reason, retryAfterSeconds: retryAfterSeconds ?? response.retryAfterSeconds(now: now) ?? 60)
    case 200..<300: return .failed(reason: reason)
    default: return response.outcome(now: now).withReason(reason).sparingTheMessage
    }
  }

  /// True if the chat takes no message from us any more: the person has blocked us (403), or is no more (403), or never was (400); or the number now
  /// belongs to nobody, because a group became a supergroup.
  private var isChatOver: Bool {
    if response?.status == 403 || form?.parameters?.newChat != nil { return true }
    let text = form?.description?.lowercased() ?? ""
    return ["chat not found", "user not found", "user is deactivated", "peer_id_invalid", "user_id_invalid"]
      .contains(where: text.contains)
  }
}

// MARK: - In words

extension TelegramAnswer: SpokenError {
  /// What went wrong, on one line: `Telegram answered 403: Forbidden: bot was blocked by the user`.
  package var reason: String {
    if let failure, status == nil { return token.hidden(in: failure.description).failureReason }
    let said = (form?.description).map { token.hidden(in: $0) }
    // Advice first, because a long explanation is cut.
    let parts = ["Telegram answered \(status ?? 0)", advice.english, said].compactMap { $0 }
    return parts.joined(separator: ": ").failureReason
  }

  public var description: String { reason }

  public var chinese: String {
    if let failure, status == nil { return token.hidden(in: failure.chinese).failureReason }
    let said = (form?.description).map { token.hidden(in: $0) }
    let parts = ["Telegram 的回應是 \(status ?? 0)", advice.chinese, said].compactMap { $0 }
    return parts.joined(separator: "：").failureReason
  }

  public var code: String { "telegram_failed" }

  /// What the operator can do.
  private var advice: (chinese: String?, english: String?) {
    switch status {
    case 401:
      (
        "它不接受這個權杖；請把 @BotFather 的 /token 所顯示的設為 FOLKCAL_TELEGRAM_TOKEN",
        "it does not take the token; set FOLKCAL_TELEGRAM_TOKEN to the one that /token of @BotFather shows"
      )
    case 404 where form != nil:
      ("權杖不完整；請檢查 FOLKCAL_TELEGRAM_TOKEN", "the token is not whole; see FOLKCAL_TELEGRAM_TOKEN")
    case 404: ("那裡不是 Telegram；請檢查 FOLKCAL_TELEGRAM_URL", "no Telegram is there; see FOLKCAL_TELEGRAM_URL")
    case 409:
      (
        "別的程式也在接收這個機器人的訊息，或設定了 Webhook；請停掉那個程式，或執行 folkcal remind telegram-webhook --remove",
        "another program takes the bot's messages too, or a webhook is set; stop that program, or run folkcal remind telegram-webhook --remove"
      )
    case .some(200..<300): ("回應的內容不是 Telegram 的", "the content is none of Telegram's")
    default: (nil, nil)
    }
  }
}
