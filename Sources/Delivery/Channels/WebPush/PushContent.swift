internal import Foundation

/// What a service worker is sent: all that it needs to show a notification and to open the app.
///
///     {"body":"農曆三月廿三…","link":"folklore://event/88","tag":"u42-88-main","title":"明天是媽祖聖誕"}
///
/// A notification with the tag of one that is shown takes its place, so a message that comes twice is seen once.
struct PushContent: Encodable {
  let title: String
  var body: String
  let link: String
  let tag: String

  /// The content of a message as JSON, the body shortened where it must be; nil where even without its body it is longer
  /// than the limit.
  static func json(_ message: Message, limitBytes: Int = PushSubscription.longestContent) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func encoded(_ body: String) -> [UInt8]? {
      let content = PushContent(title: message.title, body: body, link: message.link, tag: message.idempotencyKey)
      return (try? encoder.encode(content)).map { [UInt8]($0) }.flatMap { $0.count <= limitBytes ? $0 : nil }
    }
    return message.body.shortened { encoded($0) != nil }.flatMap(encoded)
  }
}
