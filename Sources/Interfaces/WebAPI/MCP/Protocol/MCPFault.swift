import Folklore
import HTTPTypes
import JSON

/// The reason why a message was not done: an error object of JSON-RPC 2.0 (section 5.1).
///
/// It is for faults of the client program. What the person or the model got wrong is the result of a tool, so that the model can read it.
struct MCPFault: Error, Sendable {
  let code: Code
  let message: Wording
  var data: JSON = nil

  init(_ code: Code, _ message: Wording, data: JSON = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  init(_ code: Code, _ chinese: String, _ english: String) {
    self.init(code, Wording(chinese, english))
  }

  enum Code: Int, Sendable {
    // JSON-RPC 2.0, section 5.1.
    case parseError = -32_700
    case invalidRequest = -32_600
    case unknownMethod = -32_601
    case invalidParameters = -32_602
    case internalError = -32_603
    // Those of the protocol, revision 2026-07-28.
    case headerMismatch = -32_020
    case unsupportedRevision = -32_022
  }

  /// The whole answer.
  ///
  /// - Parameter id: that of the request; null if it could not be read.
  func json(id: JSON, in language: Language) -> JSON {
    let error = JSON.present([
      "code": .integer(code.rawValue), "message": .text(message.text(in: language)), "data": data,
    ])
    return ["jsonrpc": "2.0", "id": id, "error": error]
  }

  /// The status of HTTP that goes with it. The older revision has its errors in answers with status 200, but for messages that are none.
  func status(in revision: MCPRevision) -> HTTPResponse.Status {
    switch (code, revision) {
    case (.parseError, _), (.invalidRequest, _), (.unsupportedRevision, _), (.headerMismatch, _): .badRequest
    case (.unknownMethod, .stateless): .notFound
    case (.invalidParameters, .stateless): .badRequest
    default: .ok
    }
  }
}
