internal import Foundation

/// The data with which a service worker shows a notification and opens the app.
///
///     {"body":"農曆三月廿三…","link":"folklore://event/88","tag":"u42-88-main","title":"明天是媽祖聖誕"}
///
/// With a page of the day, `url` is its address: browsers cannot open the app's own scheme.
///
/// A notification replaces one with the same tag, so a repeated message is shown once.
struct PushContent: Encodable {
  let title: String
  var body: String
  let link: String
  let tag: String
  /// Left out if there is no page.
  let url: String?

  /// The content as JSON, with the body shortened if necessary; nil if it is too long even without a body.
  static func json(_ message: Message, limitBytes: Int = PushSubscription.longestContent) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func encoded(_ body: String) -> [UInt8]? {
      let content = PushContent(
        title: message.title, body: body, link: message.link, tag: message.idempotencyKey, url: message.page)
      return (try? encoder.encode(content)).map { [UInt8]($0) }.flatMap { $0.count <= limitBytes ? $0 : nil }
    }
    return message.body.shortened { encoded($0) != nil }.flatMap(encoded)
  }
}
