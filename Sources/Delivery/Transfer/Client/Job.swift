internal import Addresses

/// The data of a transfer, checked by the caller's task and passed to the client's thread.
struct Job: Sendable {
  typealias Ending = Result<HTTPResponse, TransferError>
  typealias Waiter = CheckedContinuation<Ending, Never>

  enum Kind: Sendable {
    case http(HTTPRequest)
    case mail(MailSubmission)
  }

  let kind: Kind
  let url: StrictURL
  /// The URL as passed to libcurl.
  let urlText: String
  let share = AddressShare.current
  let progress = Download.progress

  init(_ request: HTTPRequest) throws(TransferError) {
    url = try StrictURL(toCall: request.url, as: [.https, .http])
    urlText = request.url
    kind = .http(request)
    guard Self.isToken(request.method) else {
      throw .badRequest(problem: "the method of the request is not a word of HTTP")
    }
    for header in request.headers {
      guard Self.isToken(header.name) else { throw .badRequest(problem: "the name of a header is not a word of HTTP") }
      guard !header.value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw .badRequest(problem: "the value of the header \(header.name) has a control character")
      }
    }
  }

  init(_ mail: MailSubmission) throws(TransferError) {
    url = try StrictURL(toCall: mail.server.url, as: [.smtp, .smtps])
    urlText = mail.server.url
    kind = .mail(mail)
    guard !mail.recipients.isEmpty else { throw .badRequest(problem: "the mail has no recipient") }
    for address in [mail.sender] + mail.recipients where !Self.isPlainAddress(address) {
      throw .badRequest(problem: "an address in the envelope has a character that cannot stand there")
    }
  }

  /// RFC 9110, section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  /// True if an address cannot end or extend its SMTP command.
  private static func isPlainAddress(_ text: String) -> Bool {
    text.contains("@") && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E }
  }
}
