internal import Addresses
internal import CCurl

/// A running transfer: its easy handle and the data received. Used only on the client's thread.
final class Exchange {
  let easy: UnsafeMutableRawPointer
  let job: Job
  let ticket: Ticket
  private let waiter: Job.Waiter

  /// libcurl's error message. libcurl writes here until it is reset.
  let problem: UnsafeMutablePointer<CChar>
  /// Lists that libcurl does not copy.
  var headerList: UnsafeMutablePointer<curl_slist>?
  var recipientList: UnsafeMutablePointer<curl_slist>?
  /// The first option that libcurl rejected.
  var optionFailure: CURLcode?

  var limits = TransferClient.Configuration()
  var headers: [HTTPRequest.Header] = []
  var headerBytes = 0
  /// True when the status and all headers have arrived.
  var hasHead = false
  /// True for an interim status.
  var isInterim = false
  var reply = MailReply()
  var body: [UInt8] = []
  var bodyBytes = 0
  var isTooLarge = false
  /// The bytes of the mail given to libcurl.
  var sentBytes = 0
  var hasOpenedSocket = false
  var refusedAddress: InternetAddress?
  /// Where it connects to, if its address is shared.
  var network: InternetAddress?
  /// A network that has its share.
  var busyNetwork: InternetAddress?
  /// How many others are under way to a network.
  var othersCount: (InternetAddress) -> Int = { _ in 0 }
  private let start = ContinuousClock.now

  init(_ easy: UnsafeMutableRawPointer, _ job: Job, _ ticket: Ticket, _ waiter: Job.Waiter) {
    self.easy = easy
    self.job = job
    self.ticket = ticket
    self.waiter = waiter
    problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
    problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    ccurl_list_free(headerList)
    ccurl_list_free(recipientList)
    problem.deallocate()
  }

  func end(with ending: Job.Ending) {
    waiter.resume(returning: ending)
  }
}

// MARK: - Result

extension Exchange {
  /// The result from libcurl's code and the data received.
  func ending(_ code: CURLcode) -> Job.Ending {
    var status = 0
    _ = ccurl_get_number(easy, CURLINFO_RESPONSE_CODE, &status)
    if code == CURLE_OK { return .success(HTTPResponse(status: status, headers: headers, body: body)) }
    return .failure(error(code, status: status))
  }

  private func error(_ code: CURLcode, status: Int) -> TransferError {
    let host = job.url.host
    let problem = text(of: code)
    let head = HTTPResponse(status: status, headers: headers)
    // A mail server's own message is better than libcurl's.
    if case .mail = job.kind, reply.code >= 400, code != CURLE_OPERATION_TIMEDOUT {
      // libcurl reports a refused MAIL, RCPT or DATA as a send error; later refusals come after the data.
      return code == CURLE_SEND_ERROR || sentBytes > 0
        ? .mailRefused(host: host, code: reply.code, reply: reply.text)
        : .mailServerRefused(host: host, code: reply.code, reply: reply.text)
    }
    if hasHead, !isTooLarge { return .cutOff(host: host, head: head, problem: problem) }
    switch code {
    case CURLE_URL_MALFORMAT: return .badURL(problem: "the URL is none that libcurl understands")
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .couldNotResolve(host: host)
    case CURLE_COULDNT_CONNECT:
      if let refusedAddress, !hasOpenedSocket {
        return .refusedAddress(host: host, address: refusedAddress.description)
      }
      if let busyNetwork, !hasOpenedSocket { return .addressBusy(host: host, address: busyNetwork.description) }
      return .couldNotConnect(host: host, problem: problem)
    case CURLE_OPERATION_TIMEDOUT:
      return .timedOut(host: host, afterSeconds: passedLimit / .seconds(1))
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED:
      return .tls(host: host, problem: problem)
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return .connectionLost(host: host, problem: problem)
    // The scheme was checked before, so this concerns the server's protocol.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_CHUNK_FAILED:
      return .notUnderstood(host: host, problem: problem)
    case CURLE_WRITE_ERROR where isTooLarge:
      return .tooLarge(host: host, head: head, limitBytes: limits.largestBodyBytes)
    case CURLE_WRITE_ERROR: return .notUnderstood(host: host, problem: problem)
    default: return .other(host: host, problem: problem)
    }
  }

  /// The time limit that a transfer reached. The time that it took is another each time, and reasons of the same fault are the same text.
  private var passedLimit: Duration {
    // libcurl counts whole milliseconds.
    ContinuousClock.now - start + .milliseconds(20) < limits.timeout ? limits.connectTimeout : limits.timeout
  }

  private func text(of code: CURLcode) -> String {
    let text = String(cString: problem)
    return (text.isEmpty ? String(cString: ccurl_easy_strerror(code)) : text).withoutMeasurements
  }
}

extension String {
  /// A message of libcurl without what differs from one attempt to the next: times, bytes and our own port.
  ///
  ///     Operation timed out after 5001 milliseconds with 0 bytes received   ->   Operation timed out
  ///     Failed to connect to a.example port 443 after 3 ms: …               ->   Failed to connect to a.example port 443: …
  var withoutMeasurements: String {
    replacing(#/ (?:after|in) \d+ ?(?:ms|milliseconds|s|seconds)\b/#, with: "")
      .replacing(
        #/ with \d+ (?:out of \d+ )?(?:outstanding )?(?:read )?(?:bytes?|data)(?: (?:received|remaining(?: to read)?))?/#,
        with: ""
      )
      .replacing(#/ from \S+ port \d+/#, with: "")
  }
}
