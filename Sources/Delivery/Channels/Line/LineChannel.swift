/// Sends to chats with our LINE Official Account by push messages. The target is LINE's `userId`.
///
///     let channel = LineChannel(LineClient(token: token, client: client)) { clock.now }
///     await channel.send(message, to: "U4af4980629…")
///
/// A message with a page becomes a Flex message with a button; without one it is plain text. All attempts carry the same `X-Line-Retry-Key`, so
/// LINE delivers the message once even if its first answer was lost. LINE remembers a key for 24 hours: an attempt after that would be a second
/// message. Reminders end with their day; only an operator's `remind retry` may come later.
///
/// LINE accepts a message to somebody who has blocked us and drops it, so blocking is learnt from the webhook alone (`unfollow`). The profile, which
/// is 404 then, is not asked for: that would double the calls, and a message that is dropped costs no quota.
public struct LineChannel: Channel {
  private let line: LineClient
  private let reserve: LineReserve?
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - reserve: what is kept of the month's messages; nil for nothing.
  ///   - now: the time in seconds of UTC since 1970.
  public init(_ line: LineClient, keeping reserve: LineReserve? = nil, now: @escaping @Sendable () -> Int) {
    self.line = line
    self.reserve = reserve
    self.now = now
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    guard target.isLineUser else {
      return .rejected(reason: "the chat is no user of LINE: expected U and 32 hexadecimal digits")
    }
    guard let content = message.forLine else { return .rejected(reason: "the message has no text") }
    if message.isOfDayAhead, let left = await reserve?.take(now: now()) {
      return .withheld(
        reason: "LINE's last \(left) messages of this month are kept for reminders of the day itself",
        retryAfterSeconds: LineAnswer.quotaWaitSeconds)
    }
    return await line.push(content, to: target, retryKey: LineRetryKey(message.idempotencyKey).text, now: now())
  }
}

extension String {
  /// True for LINE's `userId`: `U` and 32 hexadecimal digits. Groups and rooms begin with `C` and `R`.
  package var isLineUser: Bool {
    utf8.count == 33 && utf8.first == UInt8(ascii: "U")
      && utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
