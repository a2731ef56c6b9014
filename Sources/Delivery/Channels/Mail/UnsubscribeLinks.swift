public import Folklore

/// The links for `List-Unsubscribe` (RFC 2369, section 3.2; RFC 8058).
public struct UnsubscribeLinks: Hashable, Sendable {
  /// `https://…`: a POST unsubscribes at once (RFC 8058, section 3.1), so the link identifies the user by an unguessable token.
  public let web: String
  /// `mailto:…`, for mail programs without one-click support.
  public let mail: String?

  /// - Throws: `UnsubscribeLinkError` for a link that cannot be used in a header.
  public init(web: String, mail: String? = nil) throws(UnsubscribeLinkError) {
    guard web.hasPrefix("https://"), Self.isPlain(web) else { throw .notHTTPS }
    if let mail { guard mail.hasPrefix("mailto:"), Self.isPlain(mail) else { throw .notMailto } }
    self.web = web
    self.mail = mail
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= 900 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>,\"".utf8.contains($0) }
  }

  var header: String {
    let links = ([web] + (mail.map { [$0] } ?? [])).map { "<\($0)>" }
    return "List-Unsubscribe: \(links.joined(separator: ",\r\n "))\r\n"
      + "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"
  }
}

public enum UnsubscribeLinkError: SpokenError, Hashable, Sendable {
  case notHTTPS
  case notMailto

  public var description: String {
    let shape = "printable ASCII without commas, quotes and angle brackets, at most 900 characters"
    return switch self {
    case .notHTTPS: "the web link to unsubscribe is no https:// URL of \(shape)"
    case .notMailto: "the mail link to unsubscribe is no mailto: URL of \(shape)"
    }
  }

  public var chinese: String {
    let shape = "只能有可見的 ASCII 字元，不能有逗號、引號和角括號，最多 900 個字"
    return switch self {
    case .notHTTPS: "取消訂閱的網頁連結不是 https:// 網址：\(shape)"
    case .notMailto: "取消訂閱的郵件連結不是 mailto: 網址：\(shape)"
    }
  }

  public var code: String {
    switch self {
    case .notHTTPS: "bad_unsubscribe_link"
    case .notMailto: "bad_unsubscribe_mail"
    }
  }
}
