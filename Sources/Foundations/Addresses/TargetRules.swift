/// The operator's rules for targets of reminders. They are checked when a user sets a target.
///
/// A name is accepted here, because its DNS entry can change. The connection of each delivery rejects addresses in
/// private networks.
package struct TargetRules: Hashable, Sendable {
  /// True if targets may be in private networks and may lack TLS.
  package let allowsPrivate: Bool
  /// The origin of the operator's own ntfy server, which may be at any address.
  package let ntfyServer: String?
  /// The operator's way to allow a rejected target, for messages to operators.
  package let remedy: Wording?

  package init(allowsPrivate: Bool = false, ntfyServer: String? = nil, remedy: Wording? = nil) {
    self.allowsPrivate = allowsPrivate
    self.ntfyServer = ntfyServer
    self.remedy = remedy
  }

  /// The reason to reject a web address; nil for an allowed one, and for text that is not a web address.
  ///
  /// The text names the host but not the path, which may be a secret.
  package func problem(withWebAddress text: String) -> Wording? {
    guard !allowsPrivate, let url = try? StrictURL(parsing: text.trimmedOfBlanks, as: [.https, .http]) else {
      return nil
    }
    if url.scheme == .http {
      return advising("的開頭是 http://：提醒只送到 https:// 的網址", "begins with http://: reminders go to https:// only")
    }
    return url.hostProblem.map {
      advising("的\($0.chinese)：提醒不送到私人網路", "\($0.english): private networks are not called")
    }
  }

  /// The reason to reject a topic of an ntfy server.
  package func problem(withTopic text: String) -> Wording? {
    guard let url = try? StrictURL(parsing: text.trimmedOfBlanks, as: [.https, .http]) else { return nil }
    guard url.ntfyTopic != nil else {
      return Wording(
        "沒有主題：請寫 https://ntfy.sh/ 和 1 到 64 個字（A-Z a-z 0-9 _ -）",
        "names no topic: https://ntfy.sh/ and 1 to 64 characters of A-Z a-z 0-9 _ - are expected")
    }
    return url.origin == ntfyServer ? nil : problem(withWebAddress: text)
  }

  private func advising(_ chinese: String, _ english: String) -> Wording {
    guard let remedy else { return Wording(chinese, english) }
    return Wording("\(chinese)（\(remedy.chinese)）", "\(english) (\(remedy.english))")
  }
}

extension StrictURL {
  /// The reason why the host is not public; nil for a public address, and for a name that DNS may resolve.
  package var hostProblem: Wording? {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if let address = InternetAddress(host: name) {
      guard !address.isPublic else { return nil }
      let isAsGiven = ["\(address)", "[\(address)]"].contains(host)
      return isAsGiven
        ? Wording("主機 \(host) 不是公開的位址", "\(host) is no public address")
        : Wording("主機 \(host) 是 \(address)，不是公開的位址", "\(host) is \(address), no public address")
    }
    // RFC 6761, section 6.3, and the further names in Debian's /etc/hosts.
    let isOwnMachine =
      name == "localhost" || name.hasSuffix(".localhost")
      || ["localhost.localdomain", "ip6-localhost", "ip6-loopback"].contains(name)
    return isOwnMachine ? Wording("主機 \(host) 是這台機器", "\(host) is this machine") : nil
  }

  /// The topic in a URL of an ntfy server: `https://ntfy.sh/topic`.
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
  /// The text without blanks at both ends, as a field stores it.
  fileprivate var trimmedOfBlanks: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
