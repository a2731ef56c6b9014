import JSON

/// Batches of JSON-RPC 2.0 (section 6), which the revision 2025-03-26 has.
extension MCPServer {
  static let mostOfBatch = 50

  /// The answers to the messages of a batch, one after another; nil if none of them gets one.
  func answers(to messages: [JSON]) async throws(MCPMessage.Unreadable) -> JSON? {
    guard (1...Self.mostOfBatch).contains(messages.count) else {
      throw .init(
        .invalidRequest, "一次必須是 1 到 \(Self.mostOfBatch) 個訊息，而不是 \(messages.count) 個",
        "a batch has 1 to \(Self.mostOfBatch) messages, and this has \(messages.count)")
    }
    var answers: [JSON] = []
    for message in messages {
      if let answer = await answer(toOneOfBatch: message) { answers.append(answer) }
    }
    return answers.isEmpty ? nil : .list(answers)
  }

  private func answer(toOneOfBatch message: JSON) async -> JSON? {
    do throws(MCPMessage.Unreadable) {
      guard case .request(let request) = try MCPMessage(message) else { return nil }
      guard request.method != "initialize" else {
        throw .init(.invalidRequest, "initialize 必須單獨送出", "initialize must stand alone", id: request.id)
      }
      return await answer(to: request, in: .batched)
    } catch {
      return error.fault.json(id: error.id, in: language)
    }
  }
}
