import Foundation
import JSON

/// A message of a client (JSON-RPC 2.0).
enum MCPMessage: Sendable {
  case request(MCPRequest)
  /// A message that gets no answer.
  case notification(method: String)
  /// An answer. We ask clients nothing, so nobody waits for it.
  case response

  /// What a client sent at once.
  ///
  /// - Throws: `Unreadable` for what is no JSON.
  static func json(_ bytes: some Collection<UInt8>) throws(Unreadable) -> JSON {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Unreadable(.parseError, "訊息不是 UTF-8", "the message is not UTF-8")
    }
    do { return try JSON(json: Data(bytes)) } catch {
      throw Unreadable(MCPFault(.parseError, Wording(of: error)))
    }
  }

  /// - Throws: `Unreadable`.
  init(_ json: JSON) throws(Unreadable) {
    guard case .object(let members) = json else {
      throw Unreadable(
        .invalidRequest, "必須是一個 JSON 物件；只有版本 \(MCPRevision.batched.rawValue) 可以一次送出幾個訊息",
        "expected one JSON object: only the revision \(MCPRevision.batched.rawValue) has batches")
    }
    let id = members.first { $0.name == "id" }?.value
    guard let method = json["method"].text else {
      guard json["result"] != .null || json["error"] != .null else {
        throw Unreadable(.invalidRequest, "沒有 method，或不是文字", "method is missing, or is no text")
      }
      self = .response
      return
    }
    guard json["jsonrpc"] == "2.0" else {
      throw Unreadable(.invalidRequest, "jsonrpc 必須是 \"2.0\"", "jsonrpc must be \"2.0\"")
    }
    guard let id else {
      self = .notification(method: method)
      return
    }
    guard id.text != nil || id.integer != nil else {
      throw Unreadable(.invalidRequest, "id 必須是文字或整數", "id must be a text or a whole number")
    }
    switch json["params"] {
    case .null, .object: self = .request(MCPRequest(id: id, method: method, params: json["params"]))
    default:
      throw Unreadable(.invalidParameters, "params 必須是 JSON 物件", "params must be a JSON object", id: id)
    }
  }

  /// A message that is none, with the number of the request if it has one.
  struct Unreadable: Error {
    let fault: MCPFault
    var id: JSON = nil

    init(_ fault: MCPFault) { self.fault = fault }

    init(_ code: MCPFault.Code, _ chinese: String, _ english: String, id: JSON = nil) {
      (fault, self.id) = (MCPFault(code, chinese, english), id)
    }
  }
}

/// A request of a client.
struct MCPRequest: Sendable {
  let id: JSON
  let method: String
  /// An object or null.
  let params: JSON
}
