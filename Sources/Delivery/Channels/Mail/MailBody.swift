internal import Folklore

/// The two texts of a mail: what happened, the page of the day, and how to leave the mails or change them.
struct MailBody {
  private let message: Message
  private let links: MailLinks

  init(_ message: Message, _ links: MailLinks) {
    self.message = message
    self.links = links
  }

  private func say(_ traditionalChinese: String, _ simplifiedChinese: String, _ english: String) -> String {
    message.language.say(traditionalChinese, simplifiedChinese, english)
  }

  /// What the reader can open. The app's link opens nothing on a machine without the app, so it stands only where we know no page at all.
  private var address: String? {
    message.page ?? (links.change == nil || message.link.hasPrefix("https://") ? message.link : nil)
  }

  /// The links below the message, each with its words.
  private var offers: [(words: String, address: String)] {
    [
      links.change.map {
        (say("變更提醒方式與設定", "更改提醒方式与设置", "Change ways and settings"), $0)
      },
      links.leave.map { (say("不再收提醒信", "不再收提醒邮件", "Get no more of these mails"), $0) },
    ].compactMap(\.self)
  }

  // MARK: Plain

  var plainText: String {
    var text = "\(message.title)\n\n\(message.body)\n"
    if let address { text += "\n\(address)\n" }
    // The signature's mark, which mail programs set apart.
    if !offers.isEmpty { text += "\n-- \n" }
    for offer in offers { text += offer.words + say("：", "：", ": ") + offer.address + "\n" }
    return text
  }

  // MARK: HTML

  /// Mail programs know only a part of CSS: styles stand at their elements, and the sheet holds what these cannot say, the dark colours. A program that
  /// ignores the sheet shows the light ones, or inverts them.
  var html: String {
    let body = Self.escaped(message.body).split(omittingEmptySubsequences: false) { $0.isNewline }
      .joined(separator: "<br>\n")
    return """
      <!DOCTYPE html>
      <html lang="\(message.language.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="supported-color-schemes" content="light dark">
      <title>\(Self.escaped(message.title))</title>
      <style>
      :root { color-scheme: light dark; }
      @media (prefers-color-scheme: dark) {
        .page { background: #17130f !important; }
        .card { background: #241e18 !important; border-color: #453a2e !important; }
        .text { color: #f3ece1 !important; }
        .quiet, .quiet a { color: #c9bba6 !important; }
        .main { background: #e9a48f !important; color: #2a1109 !important; }
        .link { color: #f0b3a0 !important; }
      }
      </style>
      </head>
      <body class="page" style="margin:0;padding:24px 12px;background:#f6f1e8;\(Self.font)">
      <div class="card" style="max-width:560px;margin:0 auto;padding:24px;background:#fffdf8;border:1px solid #e4d9c6;\
      border-radius:12px">
      <h1 class="text" style="margin:0 0 12px;font-size:22px;line-height:1.4;color:#2b2118">\(Self.escaped(message.title))</h1>
      <p class="text" style="margin:0;font-size:17px;line-height:1.8;color:#2b2118;overflow-wrap:anywhere">\(body)</p>
      \(opening)</div>
      \(footer)</body>
      </html>

      """
  }

  private static let font =
    "font-family:system-ui,-apple-system,'Segoe UI','PingFang TC','Noto Sans CJK TC','Noto Sans TC','Microsoft JhengHei',sans-serif"

  /// A button for the page of the day, else the link itself.
  private var opening: String {
    guard let address else { return "" }
    let link = Self.escaped(address)
    guard message.page != nil else {
      return """
        <p style="margin:20px 0 0;font-size:17px;line-height:1.6;overflow-wrap:anywhere">\
        <a class="link" style="color:#9a2f1b" href="\(link)">\(link)</a></p>

        """
    }
    return """
      <p style="margin:22px 0 0"><a class="main" href="\(link)" style="display:inline-block;padding:11px 20px;\
      background:#9a2f1b;color:#ffffff;font-size:17px;line-height:1.4;text-decoration:none;border-radius:8px">\
      \(say("在網頁上看", "在网页上看", "See it on the web"))</a></p>

      """
  }

  private var footer: String {
    guard !offers.isEmpty else { return "" }
    let links = offers.map { offer in
      """
      <a href="\(Self.escaped(offer.address))" style="display:inline-block;padding:10px 8px;color:#6b5c4a">\(offer.words)</a>
      """
    }
    return """
      <p class="quiet" style="max-width:560px;margin:10px auto 0;text-align:center;font-size:15px;line-height:1.5;\
      color:#6b5c4a">
      \(links.joined(separator: "\n"))
      </p>

      """
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
