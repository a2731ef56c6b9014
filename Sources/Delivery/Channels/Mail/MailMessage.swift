internal import Folklore
internal import Foundation

/// A message as mail bytes (RFC 5322 and RFC 2045 to 2047). The same message to the same address always gives the same bytes.
struct MailMessage {
  let message: Message
  let from: MailAddress
  let to: MailAddress
  var seal: MailSeal?
  let links: MailLinks

  /// Lines end in CR LF; all is ASCII; no line exceeds 998 octets, and only one with a long link or Message-ID exceeds 78 (RFC 5322, section 2.1.1).
  var bytes: [UInt8] {
    // Neither base64 nor a part's header can contain "=_" (RFC 2045, section 6.7).
    let boundary = "=_\(message.idempotencyKey)"
    var text = HeaderText.address("From", from) + HeaderText.address("To", to)
    text += HeaderText.unstructured("Subject", message.title)
    // The due time, which is the same at every attempt.
    text += "Date: \(HTTPDate.text(message.scheduledAt, zone: "+0000"))\r\n"
    text += messageID
    text += links.unsubscribe?.header ?? ""
    // Prevents automatic replies (RFC 3834, section 5).
    text += "Auto-Submitted: auto-generated\r\n"
    text += "Content-Language: \(message.language.rawValue)\r\n"
    text += "MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"\r\n\r\n"
    let body = MailBody(message, links)
    // The preferred part comes last (RFC 2046, section 5.1.4).
    text += "--\(boundary)\r\n" + Self.part("text/plain", body.plainText)
    text += "--\(boundary)\r\n" + Self.part("text/html", body.html)
    text += "--\(boundary)--\r\n"
    return Array(text.utf8)
  }

  private var messageID: String {
    let local = seal?.localPart(of: message.idempotencyKey, to: to.address) ?? message.idempotencyKey
    // On one line even beyond 78 characters: not every program unfolds it before it compares.
    return "Message-ID: <\(local)@\(from.domain)>\r\n"
  }

  /// Base64 is half as long as quoted-printable for Chinese, and servers do not change its lines.
  private static func part(_ type: String, _ text: String) -> String {
    let canonical = text.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: "\r\n")
    let body = Data(canonical.utf8).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
    ])
    return "Content-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n\(body)\r\n"
  }
}
