internal import Foundation

/// The body of a push or reply request, held against the API reference: required members, limits, types, and no members that it does not name.
public struct LineRequest {
  /// A fault, as LINE's `details` name it.
  public struct Fault: Hashable, Sendable {
    public let message: String
    /// `messages[0].contents.body.contents[1].text`
    public let property: String
  }

  private let object: [String: Any]?

  public init(_ body: [UInt8]) {
    object = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
  }

  /// The value of `to` or `replyToken`.
  func target(_ name: String) -> String? { object?[name] as? String }

  /// The message objects, each as JSON with sorted members.
  var messages: [String] {
    (object?["messages"] as? [Any] ?? []).map { message in
      let data = try? JSONSerialization.data(
        withJSONObject: message, options: [.sortedKeys, .withoutEscapingSlashes])
      return String(decoding: data ?? Data(), as: UTF8.self)
    }
  }

  /// - Parameter target: `to` of a push message, `replyToken` of an answer.
  public func faults(target: String) -> [Fault] {
    guard let object else { return [Fault(message: "The request body could not be parsed as JSON", property: "")] }
    var check = LineCheck()
    check.members(
      object, of: [target, "messages", "notificationDisabled"] + (target == "to" ? ["customAggregationUnits"] : []), "")
    let name = object[target] as? String ?? ""
    let isRight = target == "to" ? name.wholeMatch(of: /[UCR][0-9a-f]{32}/) != nil : !name.isEmpty
    if !isRight { check.complain("Invalid", target) }
    let messages = object["messages"] as? [Any] ?? []
    if !(1...5).contains(messages.count) { check.complain("Size must be between 1 and 5", "messages") }
    for (number, message) in messages.enumerated() { check.message(message, "messages[\(number)]") }
    return check.faults
  }
}

/// Collects the faults of message objects.
struct LineCheck {
  private(set) var faults: [LineRequest.Fault] = []

  mutating func complain(_ message: String, _ property: String) {
    faults.append(.init(message: message, property: property.hasPrefix(".") ? String(property.dropFirst()) : property))
  }

  /// Complains about members that the reference does not name.
  mutating func members(_ object: [String: Any], of known: [String], _ path: String) {
    for name in object.keys.sorted() where !known.contains(name) { complain("Unknown property", "\(path).\(name)") }
  }

  /// Complains about text that is missing, empty or too long.
  ///
  /// - Parameter count: its length; by default in UTF-16 code units.
  mutating func text(
    _ value: Any?, _ limit: Int, _ path: String, count: (String) -> Int = { $0.utf16.count }
  ) {
    guard let text = value as? String, !text.allSatisfy(\.isWhitespace) else {
      return complain("May not be empty", path)
    }
    if count(text) > limit { complain("Length must be between 1 and \(limit)", path) }
  }

  /// Complains about a value that is there and is none of these.
  mutating func choice(_ object: [String: Any], _ name: String, _ values: [String], _ path: String) {
    guard let value = object[name] else { return }
    if !values.contains(value as? String ?? "") { complain("Must be one of \(values)", "\(path).\(name)") }
  }

  // MARK: Messages

  fileprivate mutating func message(_ value: Any, _ path: String) {
    guard let message = value as? [String: Any] else { return complain("Must be an object", path) }
    let common = ["type", "quickReply", "sender"]
    switch message["type"] as? String {
    case "text":
      members(message, of: common + ["text", "emojis", "quoteToken"], path)
      text(message["text"], 5_000, "\(path).text")
    case "flex":
      members(message, of: common + ["altText", "contents"], path)
      // Newer documents allow 1,500; ours fit the older limit as well.
      text(message["altText"], 400, "\(path).altText")
      container(message["contents"], "\(path).contents")
    default: complain("Unknown type of message", "\(path).type")
    }
    if let quickReply = message["quickReply"] { self.quickReply(quickReply, "\(path).quickReply") }
  }

  private mutating func quickReply(_ value: Any, _ path: String) {
    let object = value as? [String: Any] ?? [:]
    members(object, of: ["items"], path)
    let items = object["items"] as? [[String: Any]] ?? []
    if !(1...13).contains(items.count) { complain("Size must be between 1 and 13", "\(path).items") }
    for (number, item) in items.enumerated() {
      let place = "\(path).items[\(number)]"
      members(item, of: ["type", "imageUrl", "action"], place)
      choice(item, "type", ["action"], place)
      action(item["action"], "\(place).action", needsLabel: true, isQuickReply: true)
    }
  }

  /// - Parameters:
  ///   - needsLabel: true for buttons and quick replies; the touch of a box needs none.
  ///   - isQuickReply: true in quick replies, which alone may ask for the location.
  mutating func action(_ value: Any?, _ path: String, needsLabel: Bool, isQuickReply: Bool = false) {
    guard let action = value as? [String: Any] else { return complain("Must be specified", path) }
    if needsLabel || action["label"] != nil { text(action["label"], 20, "\(path).label", count: \.count) }
    switch action["type"] as? String {
    case "uri":
      members(action, of: ["type", "label", "uri", "altUri"], path)
      text(action["uri"], 1_000, "\(path).uri")
      let uri = action["uri"] as? String ?? ""
      if !["http://", "https://", "line://", "tel:"].contains(where: uri.hasPrefix) {
        complain("Invalid scheme", "\(path).uri")
      }
      if !uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { complain("Invalid characters", "\(path).uri") }
    case "message":
      members(action, of: ["type", "label", "text"], path)
      text(action["text"], 300, "\(path).text", count: \.count)
    case "location" where isQuickReply: members(action, of: ["type", "label"], path)
    default: complain("Unknown type of action", "\(path).type")
    }
  }
}
