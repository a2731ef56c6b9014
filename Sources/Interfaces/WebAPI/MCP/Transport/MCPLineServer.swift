package import Folklore
import JSON
import Logging

/// The server of an assistant that started this program: a message a line, in and out (the transport "stdio").
///
/// Messages are answered one after another, in their order, so that what a tool changed is seen by the next. A request that the client
/// cancels has been answered by then; the protocol allows that.
package struct MCPLineServer: Sendable {
  private let service: APIService
  private let caller: Caller
  private let language: Language?

  /// - Parameters:
  ///   - user: who the assistant works for; nil for nobody, who may only read public data.
  ///   - language: the language of answers and problems; by default the user's.
  package init(_ service: APIService, user: (id: Int, uuid: String)?, language: Language?) {
    self.service = service
    caller = user.map { .signedIn(userID: $0.id, uuid: $0.uuid) } ?? .nobody
    self.language = language
  }

  /// The most bytes of a line.
  package var longestLine: Int { service.configuration.bodyLimit }

  /// The answer to a line, without its end; nil for what gets none.
  package func answer(to line: [UInt8]) async -> [UInt8]? {
    guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return nil }
    do throws(MCPMessage.Unreadable) {
      let json = try MCPMessage.json(line)
      await seeChanges()
      let answer: JSON?
      if case .list(let messages) = json {
        answer = try await server.answers(to: messages)
      } else {
        guard case .request(let request) = try MCPMessage(json) else { return nil }
        answer = await self.answer(to: request)
      }
      await finishChanges()
      return answer?.bytes
    } catch {
      return refusal(error.fault, id: error.id).bytes
    }
  }

  /// The answer to a line with too many bytes.
  package var answerToLongLine: [UInt8] {
    let fault = MCPFault(
      .invalidRequest, "這一行超過 \(longestLine) 個位元組", "the line is longer than \(longestLine) bytes")
    return refusal(fault, id: nil).bytes
  }

  private func answer(to request: MCPRequest) async -> JSON {
    guard MCPEnvelope.isIn(request) else { return await server.answer(to: request, in: .handshake) }
    do throws(MCPFault) { try MCPEnvelope.check(request, nil) } catch { return refusal(error, id: request.id) }
    return await server.answer(to: request, in: .stateless)
  }

  private var server: MCPServer {
    MCPServer(
      responder: APIResponder(service: service), caller: caller, source: RequestSource.ofThisProcess,
      acceptLanguage: language?.rawValue)
  }

  private func refusal(_ fault: MCPFault, id: JSON) -> JSON { fault.json(id: id, in: language ?? .english) }

  // MARK: What a server does beside its requests

  /// Reads the public data again if another program has changed them.
  private func seeChanges() async {
    do { try await service.keeper.refresh() } catch {
      service.logger.error("the public data cannot be read: \(error)")
    }
  }

  /// Plans reminders again where a tool changed what a user follows.
  private func finishChanges() async {
    guard caller != .nobody else { return }
    do { try await service.completeReplans() } catch {
      service.logger.error("the reminders are not planned again yet: \(error)")
    }
  }
}
