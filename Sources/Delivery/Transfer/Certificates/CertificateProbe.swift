internal import Addresses
internal import CCurl
internal import Dispatch

extension CertificateEnd {
  /// When the certificate that a server shows ends, in seconds of UTC since 1970.
  ///
  /// The certificate is not verified, because one that has ended must show its end too. Nothing is sent.
  ///
  /// - Parameter url: of https.
  /// - Throws: `TransferError`, or `Unreadable`.
  public static func instant(ofServer url: String) async throws -> Int {
    let url = try StrictURL(toCall: url, as: [.https])
    let pem = try await withCheckedThrowingContinuation { continuation in
      // libcurl waits for the server.
      DispatchQueue.global().async { continuation.resume(with: Result { try certificate(of: url) }) }
    }
    return try instant(pem: pem)
  }

  private static func certificate(of url: StrictURL) throws -> String {
    if let problem = ccurl_open() { throw TransferError.libraryMissing(problem: String(cString: problem)) }
    guard let easy = ccurl_easy_init() else { throw TransferError.libraryMissing(problem: "libcurl has no memory") }
    defer { ccurl_easy_cleanup(easy) }
    let numbers = [
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_CERTINFO, 1), (CURLOPT_CONNECT_ONLY, 1), (CURLOPT_SSL_VERIFYPEER, 0),
      (CURLOPT_SSL_VERIFYHOST, 0), (CURLOPT_TIMEOUT_MS, 20_000), (CURLOPT_CONNECTTIMEOUT_MS, 10_000),
    ]
    for (option, value) in numbers { _ = ccurl_set_number(easy, option, value) }
    _ = ccurl_set_text(easy, CURLOPT_URL, url.origin + "/")
    _ = ccurl_set_text(easy, CURLOPT_PROXY, "")
    let code = ccurl_easy_perform(easy)
    // A server that shows its certificate and then ends the connection has said enough.
    guard let pem = ccurl_get_certificate(easy) else {
      throw TransferError.couldNotConnect(host: url.host, problem: String(cString: ccurl_easy_strerror(code)))
    }
    return String(cString: pem)
  }
}
