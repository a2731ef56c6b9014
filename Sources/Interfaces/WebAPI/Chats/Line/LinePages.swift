import Foundation
import HTTPTypes
import HummingbirdCore
import JSON
import Logging

/// What LINE sends to: `/chats/line`, the webhook URL of the channel.
enum LinePages {
  static let all = [webhook]

  private static let webhook: BrowserPage = {
    var page = BrowserPage.post("/chats/line") { try await receive($0) }
    page.takesForeignForms = true
    page.limitsSenders = false
    return page
  }()

  /// Checks the signature, answers at once, and handles the events afterwards, because LINE waits for seconds only. The bytes are not read before
  /// the signature holds.
  private static func receive(_ visit: Visit) async throws -> PageAnswer {
    let service = visit.service
    guard let line = service.chats.line else { throw PageProblem.nothingHere }
    guard line.hasSigned(visit.body, visit.request.headers[.lineSignature]) else {
      // LINE's few servers send for all users, so only others are counted.
      try service.take(1, of: visit.source.limitKey) { Wording.tooManyRequests(perSecond: $0) }
      return problem(.unauthorized, visit.say("簽章不符", "签名不符", "the signature is wrong"))
    }
    guard let body = try? JSON(json: Data(visit.body)), let events = LineEvent.all(in: body) else {
      return problem(.badRequest, visit.say("內容不是 LINE 的事件", "内容不是 LINE 的事件", "the body has no events of LINE"))
    }
    // The button "Verify" of the console sends no events.
    if !events.isEmpty { Task { await handle(events, line, service) } }
    return .json([:])
  }

  /// One after another: what a person says comes in order.
  private static func handle(_ events: [LineEvent], _ line: LineAccess, _ service: APIService) async {
    let desk = ChatDesk(service: service)
    for event in events {
      await desk.take(event.event) { reply in
        guard let token = event.replyToken else { return }
        await line.answer(reply, to: token, service.logger, now: Int(service.clock()))
      }
    }
  }

  private static func problem(_ status: HTTPResponse.Status, _ text: String) -> PageAnswer {
    .json(["error": .text(text)], status: status)
  }
}

extension HTTPField.Name {
  fileprivate static let lineSignature = HTTPField.Name("X-Line-Signature") ?? .via
}
