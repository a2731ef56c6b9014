package import Addresses

/// Why a transfer came to nothing.
///
/// Its text names the other side by its host and never holds the path of a URL, a header or a password, for those are
/// often secrets: it may stand in a log or in the database as it is.
public enum TransferError: Error, Hashable, Sendable {
  /// The URL is none, or of a kind that is not asked for.
  case badURL(problem: String)
  /// A header or an address that cannot be sent as it is.
  case badRequest(problem: String)
  /// libcurl could not be opened.
  case libraryMissing(problem: String)
  case couldNotResolve(host: String)
  case couldNotConnect(host: String, problem: String)
  /// The name leads only to addresses that the client is not allowed to speak to.
  case refusedAddress(host: String, address: String)
  /// As many transfers as may are under way to the address; nothing was sent.
  case addressBusy(host: String, address: String)
  case timedOut(host: String, afterSeconds: Double)
  case tls(host: String, problem: String)
  /// The connection was reset or ended before the answer was there.
  case connectionLost(host: String, problem: String)
  /// What came back is not the protocol.
  case notUnderstood(host: String, problem: String)
  /// The answer was longer than the client reads. Its status and headers were there, and are given without the body: what was asked for
  /// may well have been done.
  case tooLarge(host: String, head: HTTPResponse, limitBytes: Int)
  /// The answer broke off, or did not come to its end in time. Its status and headers were there, and are given without the body: what was
  /// asked for may well have been done.
  case cutOff(host: String, head: HTTPResponse, problem: String)
  /// The mail server refused us before it heard of the mail: in its greeting, or at the login.
  case mailServerRefused(host: String, code: Int, reply: String)
  /// The mail server refused the mail, in its own words: 4yz for now, 5yz for good (RFC 5321, section 4.2.1).
  case mailRefused(host: String, code: Int, reply: String)
  /// The task that asked was cancelled.
  case cancelled
  /// The client was closed.
  case closed
  /// Something else that libcurl reports.
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
