import Folklore
import Geo
import Store
import Synchronization

@testable import WebAPI

/// A person in a chat: says something, and reads the answers.
final class ChatCaller: Sendable {
  let desk: APIDesk
  let service: ChatService
  let id: String
  let language: Language?
  private let count = Mutex(0)

  init(_ desk: APIDesk, _ id: String = "U1", on service: ChatService = .line, language: Language? = nil) {
    (self.desk, self.id, self.service, self.language) = (desk, id, service, language)
  }

  /// What is answered to an action; several answers would be a fault.
  @discardableResult
  func act(_ action: ChatEvent.Action, event: String? = nil) async -> ChatReply? {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let answers = Answers()
    await ChatDesk(service: desk.service).take(
      ChatEvent(
        service: service, id: event ?? "\(service.rawValue) \(id) \(number)", chat: id, language: language,
        action: action)
    ) { answers.add($0) }
    return answers.all.count > 1 ? nil : answers.all.first
  }

  /// Says something, as slowly as people type.
  @discardableResult
  func say(_ text: String) async throws -> ChatReply {
    desk.clock.advance(seconds: 3)
    guard let reply = await act(.text(text)) else { throw NoAnswer(said: text) }
    return reply
  }

  struct NoAnswer: Error {
    let said: String
  }

  private final class Answers: Sendable {
    private let list = Mutex<[ChatReply]>([])
    func add(_ reply: ChatReply) { list.withLock { $0.append(reply) } }
    var all: [ChatReply] { list.withLock { $0 } }
  }

  var chat: Chat? { get throws { try desk.store.chat(service, id) } }
}
