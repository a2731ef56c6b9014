/// Where reminders of users may go, as the operator has configured it: what a channel would refuse is refused when it is given.
///
/// Only DNS knows where a name leads, and tomorrow it may lead elsewhere. So a name is taken here, and the connection of a delivery is what
/// refuses an address in a private network.
package struct TargetRules: Hashable, Sendable {
  /// Whether targets may be in private networks, and without TLS.
  package let allowsPrivate: Bool
  /// The origin of the operator's own ntfy server, which may be anywhere.
  package let ntfyServer: String?
  /// What an operator can do about a refusal, for messages to operators.
  package let remedy: String?

  package init(allowsPrivate: Bool = false, ntfyServer: String? = nil, remedy: String? = nil) {
    self.allowsPrivate = allowsPrivate
    self.ntfyServer = ntfyServer
    self.remedy = remedy
  }

  /// Why no reminder would go to a web address; nil where one would, and for what is no web address at all.
  ///
  /// The host stands in the text, the path does not: it may be a secret.
  package func problem(withWebAddress text: String) -> String? {
    guard !allowsPrivate, let url = try? StrictURL(parsing: text.trimmedOfBlanks, as: [.https, .http]) else {
      return nil
    }
    if url.scheme == .http { return advising("begins with http://: reminders go to https:// only") }
    return url.hostProblem.map { advising("\($0): private networks are not called") }
  }

  /// Why no reminder would go to a topic of an ntfy server.
  package func problem(withTopic text: String) -> String? {
    guard let url = try? StrictURL(parsing: text.trimmedOfBlanks, as: [.https, .http]) else { return nil }
    guard url.ntfyTopic != nil else {
      return "names no topic: https://ntfy.sh/ and 1 to 64 characters of A-Z a-z 0-9 _ - are expected"
    }
    return url.origin == ntfyServer ? nil : problem(withWebAddress: text)
  }

  private func advising(_ problem: String) -> String {
    remedy.map { "\(problem) (\($0))" } ?? problem
  }
}

extension StrictURL {
  /// Why the host is certainly none of the public Internet; nil for a public address, and for a name that DNS may know.
  package var hostProblem: String? {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if let address = InternetAddress(host: name) {
      guard !address.isPublic else { return nil }
      let isAsGiven = ["\(address)", "[\(address)]"].contains(host)
      return isAsGiven ? "\(host) is no public address" : "\(host) is \(address), no public address"
    }
    // RFC 6761, section 6.3, and what Debian's /etc/hosts has besides.
    let isOwnMachine =
      name == "localhost" || name.hasSuffix(".localhost")
      || ["localhost.localdomain", "ip6-localhost", "ip6-loopback"].contains(name)
    return isOwnMachine ? "\(host) is this machine" : nil
  }

  /// The topic that a URL of an ntfy server names: `https://ntfy.sh/topic`.
  package var ntfyTopic: String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let name = parts.first, parts.count == 1, (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == 0x2D || byte == 0x5F
      })
    else { return nil }
    return String(name)
  }
}

extension String {
  /// Without blanks at both ends, as a field keeps it.
  fileprivate var trimmedOfBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
