public import Channels
internal import Dispatch
public import Folklore
public import Store

extension Route {
  /// Sends to the user's chat on LINE or Telegram. The service is one server that the operator has chosen; only the operator can mend its failures.
  ///
  /// A chat whose user has blocked us (`Outcome.gone`) is switched off; the next reminders are rejected without a call until the user comes back.
  ///
  /// - Parameters:
  ///   - channel: its target is the service's name of the chat.
  ///   - now: seconds of UTC since 1970.
  public static func toChats(
    of queue: ReminderQueue, on service: ChatService, _ channel: any Channel, now: @escaping @Sendable () -> Int
  ) -> Route {
    // As in `AsyncReminderQueue`: SQLite blocks the thread that calls it.
    let line = DispatchQueue(label: "folkcal.chats")
    return Route(pauseKey: { _ in "" }) { message, recipient in
      let chat: Chat?
      do {
        chat = try await line.perform { try queue.chat(of: recipient.id, on: service) }
      } catch {
        return .failed(reason: "the user's chats cannot be read: \(error)".failureReason)
      }
      guard let chat else { return .rejected(reason: "the user has no chat on \(service.title)") }
      guard chat.isActive else { return .rejected(reason: "the user has blocked us on \(service.title)") }
      let outcome = await channel.send(message, to: chat.id).ofOperatorsServer
      guard case .gone(let reason) = outcome else { return outcome }
      // If this fails, the next message finds the chat closed again.
      try? await line.perform { try queue.switchOff(chat, now: now()) }
      return .rejected(reason: reason)
    }
  }

  /// To chats on LINE, of whose monthly messages those are kept that reminders of the day itself will need.
  ///
  /// - Parameter now: seconds of UTC since 1970.
  public static func toLine(
    of queue: ReminderQueue, _ client: LineClient, now: @escaping @Sendable () -> Int
  ) -> Route {
    let line = DispatchQueue(label: "folkcal.quota")
    let reserve = LineReserve(client) { limit, monthEnd in
      // If it cannot be counted, nothing is kept.
      (try? await line.perform {
        try queue.countOfTheDay(by: ChannelKind.line.rawValue, before: monthEnd, atMost: limit)
      }) ?? 0
    }
    return .toChats(of: queue, on: .line, LineChannel(client, keeping: reserve, now: now), now: now)
  }
}
