package import Addresses

/// The reason why a transfer failed.
///
/// The text names the host but never the path of a URL, a header or a password, which are often secrets; so it may be logged and stored.
public enum TransferError: Error, Hashable, Sendable {
  /// The URL is invalid or has another scheme.
  case badURL(problem: String)
  /// A header or an address with invalid characters.
  case badRequest(problem: String)
  /// libcurl could not be initialized.
  case libraryMissing(problem: String)
  case couldNotResolve(host: String)
  case couldNotConnect(host: String, problem: String)
  /// The name has only addresses that the client may not use.
  case refusedAddress(host: String, address: String)
  /// As many transfers as may are under way to the address; nothing was sent.
  case addressBusy(host: String, address: String)
  case timedOut(host: String, afterSeconds: Double)
  case tls(host: String, problem: String)
  /// The connection ended before the answer.
  case connectionLost(host: String, problem: String)
  /// The answer does not follow the protocol.
  case notUnderstood(host: String, problem: String)
  /// The answer exceeded the limit. Its status and headers are given without the body; the request may have succeeded.
  case tooLarge(host: String, head: HTTPResponse, limitBytes: Int)
  /// The answer broke off or timed out after its headers. Status and headers are given without the body; the request may have succeeded.
  case cutOff(host: String, head: HTTPResponse, problem: String)
  /// The mail server refused the session in its greeting or at the login.
  case mailServerRefused(host: String, code: Int, reply: String)
  /// The mail server refused the mail, with its text: 4yz is temporary, 5yz permanent (RFC 5321, section 4.2.1).
  case mailRefused(host: String, code: Int, reply: String)
  /// The caller's task was cancelled.
  case cancelled
  /// The client was closed.
  case closed
  /// Another error of libcurl.
  case other(host: String, problem: String)
}

extension TransferError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badURL(let problem), .badRequest(let problem), .libraryMissing(let problem): problem
    case .couldNotResolve(let host): "\(host) has no address: the name is wrong, or the name server does not answer"
    case .couldNotConnect(let host, let problem): "no connection to \(host): \(problem)"
    case .refusedAddress(let host, let address):
      "\(host) is at \(address), which is no public address: private networks are not called"
    case .addressBusy(let host, let address):
      "\(host) is at \(address), and many messages are under way to that address"
    case .timedOut(let host, let seconds): "\(host) did not answer within \(Self.rounded(seconds)) s"
    case .tls(let host, let problem): "no secure connection to \(host): \(problem)"
    case .connectionLost(let host, let problem): "\(host) ended the connection: \(problem)"
    case .notUnderstood(let host, let problem): "\(host) answered what is not understood: \(problem)"
    case .tooLarge(let host, let head, let limit):
      "\(host) answered \(head.status) with more than \(limit) bytes: the rest was not read"
    case .cutOff(let host, let head, let problem): "\(host) answered \(head.status) and no more: \(problem)"
    case .mailServerRefused(let host, let code, let reply):
      "\(host) refused us with \(code)" + (reply.isEmpty ? "" : ": \(reply)")
    case .mailRefused(let host, let code, let reply):
      "\(host) refused the mail with \(code)" + (reply.isEmpty ? "" : ": \(reply)")
    case .cancelled: "stopped before it ended"
    case .closed: "the client is closed"
    case .other(let host, let problem): "\(host): \(problem)"
    }
  }

  private static func rounded(_ seconds: Double) -> Double {
    (seconds * 10).rounded() / 10
  }
}

extension StrictURL {
  /// The URL of a transfer.
  ///
  /// - Throws: `TransferError.badURL`.
  package init(toCall text: String, as schemes: [Scheme]) throws(TransferError) {
    do { try self.init(parsing: text, as: schemes) } catch { throw .badURL(problem: error.description) }
  }
}
