internal import Addresses
internal import CCurl

extension Exchange {
  /// Sets libcurl's options; false if libcurl rejected one.
  func prepare(_ configuration: TransferClient.Configuration, _ trust: Trust) -> Bool {
    limits = configuration
    set(CURLOPT_ERRORBUFFER, problem)
    set(CURLOPT_URL, job.urlText)
    // libcurl must not use signals; it resolves names in its own threads.
    set(CURLOPT_NOSIGNAL, 1)
    // Do not wait for a hanging lookup, which would block all transfers (libcurl 7.87; older versions wait).
    _ = ccurl_set_number(easy, CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(configuration.connectTimeout))
    set(CURLOPT_TIMEOUT_MS, milliseconds(configuration.timeout))
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS | CURLPROTO_SMTP | CURLPROTO_SMTPS))
    // The empty text means no proxy; without it libcurl reads the environment.
    if !configuration.usesEnvironmentProxies { set(CURLOPT_PROXY, "") }
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    trust.apply(to: self)
    set(CURLOPT_WRITEFUNCTION, Self.takesBody)
    set(CURLOPT_WRITEDATA, context)
    set(CURLOPT_HEADERFUNCTION, Self.takesHeader)
    set(CURLOPT_HEADERDATA, context)
    note(ccurl_set_socket_callback(easy, Self.opensSocket))
    set(CURLOPT_OPENSOCKETDATA, context)
    switch job.kind {
    case .http(let request): prepare(request)
    case .mail(let mail): prepare(mail)
    }
    return optionFailure == nil
  }

  private func prepare(_ request: HTTPRequest) {
    set(CURLOPT_USERAGENT, limits.userAgent)
    // With HTTP/2, requests to one server share a connection.
    if job.url.scheme == .https { set(CURLOPT_PIPEWAIT, 1) }
    var names: Set<String> = []
    for header in request.headers {
      names.insert(header.name.lowercased())
      // A header without a value is written this way (CURLOPT_HTTPHEADER(3)); "Name:" would remove it.
      append(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)", to: &headerList)
    }
    if request.method == "HEAD" {
      set(CURLOPT_NOBODY, 1)
    } else if request.method != "GET" || !request.body.isEmpty {
      request.body.withUnsafeBytes { note(ccurl_set_body(easy, $0.baseAddress, $0.count)) }
      set(CURLOPT_CUSTOMREQUEST, request.method)
      // Removes headers that libcurl would add: the form type, and Expect for long bodies.
      for name in ["Content-Type", "Expect"] where !names.contains(name.lowercased()) {
        append("\(name):", to: &headerList)
      }
    }
    note(ccurl_set_list(easy, CURLOPT_HTTPHEADER, headerList))
  }

  private func prepare(_ mail: MailSubmission) {
    switch mail.server.encryption {
    case .required: set(CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue))
    case .none: set(CURLOPT_USE_SSL, Int(CURLUSESSL_NONE.rawValue))
    }
    if let user = mail.server.user { set(CURLOPT_USERNAME, user) }
    if let password = mail.server.password { set(CURLOPT_PASSWORD, password) }
    set(CURLOPT_MAIL_FROM, mail.sender)
    for recipient in mail.recipients { append(recipient, to: &recipientList) }
    note(ccurl_set_list(easy, CURLOPT_MAIL_RCPT, recipientList))
    set(CURLOPT_UPLOAD, 1)
    set(CURLOPT_READFUNCTION, Self.givesMail)
    set(CURLOPT_READDATA, context)
    note(ccurl_set_upload_size(easy, mail.message.count))
  }

  /// At least one, because zero means no limit.
  private func milliseconds(_ duration: Duration) -> Int {
    Int(min(max(duration / .milliseconds(1), 1), 86_400_000))
  }
}

// MARK: - One option

extension Exchange {
  func set(_ option: CURLoption, _ value: Int) { note(ccurl_set_number(easy, option, value)) }
  func set(_ option: CURLoption, _ value: String?) { note(ccurl_set_text(easy, option, value)) }
  func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) { note(ccurl_set_pointer(easy, option, value)) }
  func set(_ option: CURLoption, _ callback: ccurl_bytes_callback) {
    note(ccurl_set_bytes_callback(easy, option, callback))
  }

  private func note(_ code: CURLcode) {
    if code != CURLE_OK, optionFailure == nil { optionFailure = code }
  }

  private func append(_ text: String, to list: inout UnsafeMutablePointer<curl_slist>?) {
    guard let longer = ccurl_list_append(list, text) else { return note(CURLE_OUT_OF_MEMORY) }
    list = longer
  }
}
