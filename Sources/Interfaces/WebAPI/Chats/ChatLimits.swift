/// How much people may say in chats.
struct ChatLimits: Sendable {
  /// Twenty at once, thirty a minute in the long run: nobody types faster.
  private static let messages = RateLimiter.Rate(perSecond: 0.5, burst: 20)
  private static let notices = RateLimiter.Rate(perSecond: 1.0 / 60, burst: 1)
  private static let codes = RateLimiter.Rate(perSecond: 10.0 / 3_600, burst: 10)

  private let messages = RateLimiter()
  private let notices = RateLimiter()
  private let codes = RateLimiter()

  enum Taking {
    case taken
    /// Too many; the person is told so once.
    case firstRefusal
    case refused
  }

  func takeMessage(of chat: String, now: Double) -> Taking {
    if messages.take(for: chat, Self.messages, now: now) == nil { return .taken }
    return notices.take(for: chat, Self.notices, now: now) == nil ? .firstRefusal : .refused
  }

  /// Counts a code that somebody tries.
  ///
  /// - Returns: the seconds until the next is allowed; nil if this one is.
  func takeCode(of chat: String, now: Double) -> Double? { codes.take(for: chat, Self.codes, now: now) }
}

extension APIService {
  func takeMessage(of chat: String) -> ChatLimits.Taking { chatLimits.takeMessage(of: chat, now: clock()) }
  func takeChatCode(_ chat: String) -> Double? { chatLimits.takeCode(of: chat, now: clock()) }
}
