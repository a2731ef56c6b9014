/// Reports in the shapes in which mail servers write them: the structure of RFC 3464, appendix E, and of what Postfix, Exim, Exchange and Gmail
/// send. The words are our own.
enum ExampleReport {
  /// A report with one recipient.
  ///
  /// - Parameters:
  ///   - type: of the part with the statuses.
  ///   - returned: the last part with its headers.
  static func text(
    status: String, returned: String, top: String = "", type: String = "message/delivery-status",
    encoding: String? = nil
  ) -> String {
    """
    Return-Path: <>
    Received: from mail.example.net by mx.example.org; Sun, 20 Apr 2025 08:00:09 +0800
    From: MAILER-DAEMON@mail.example.net (Mail Delivery System)
    To: bounces@example.org
    Subject: Undelivered mail
    Auto-Submitted: auto-replied
    MIME-Version: 1.0
    \(top)Content-Type: multipart/report; report-type=delivery-status;
    \tboundary="RAA14128.773615765/mail.example.net"
    Message-ID: <20250420000009.3F1C2@mail.example.net>

    This is a MIME-encapsulated message.

    --RAA14128.773615765/mail.example.net
    Content-Description: Notification
    Content-Type: text/plain; charset=us-ascii

    The mail could not be delivered.

    --RAA14128.773615765/mail.example.net
    Content-Description: Delivery report
    Content-Type: \(type)
    \(encoding.map { "Content-Transfer-Encoding: \($0)\n" } ?? "")
    \(status)

    --RAA14128.773615765/mail.example.net
    \(returned)

    --RAA14128.773615765/mail.example.net--

    """
  }

  /// The mail that came back, as a whole.
  static func mail(_ messageID: String, to address: String) -> String {
    """
    Content-Description: Undelivered Message
    Content-Type: message/rfc822

    Return-Path: <days@example.org>
    From: =?UTF-8?B?6L6y5puG5o+Q6YaS?= <days@example.org>
    To: =?UTF-8?B?6Zi/5piO?=
     <\(address)>
    Subject: =?UTF-8?B?5piO5aSp5piv5aq956WW6IGW6KqV?=
    Message-ID:
     \(messageID)
    Content-Type: text/plain

    ...
    """
  }

  /// Its headers alone.
  static func headers(_ messageID: String, to address: String) -> String {
    """
    Content-Type: text/rfc822-headers

    From: <days@example.org>
    To: \(address)
    Message-Id: \(messageID)
    """
  }

  static func postfix(_ id: String, _ address: String, status: String = "5.1.1", action: String = "failed") -> String {
    text(
      status: """
        Reporting-MTA: dns; mail.example.net
        X-Postfix-Queue-ID: 3F1C2
        X-Postfix-Sender: rfc822; days@example.org
        Arrival-Date: Sun, 20 Apr 2025 08:00:03 +0800 (CST)

        Final-Recipient: rfc822; \(address)
        Original-Recipient: rfc822;\(address)
        Action: \(action)
        Status: \(status)
        Remote-MTA: dns; mx.example.com
        Diagnostic-Code: smtp; 550 \(status) <\(address)>: Recipient address rejected:
            User unknown in virtual mailbox table
        """, returned: mail(id, to: address))
  }

  /// Exim gives no detail in Status; its reply has it, or not.
  static func exim(_ id: String, _ address: String, reply: String) -> String {
    text(
      status: """
        Reporting-MTA: dns; mail.example.net

        Action: failed
        Final-Recipient: rfc822;\(address)
        Status: 5.0.0
        Remote-MTA: dns; mx.example.com
        Diagnostic-Code: smtp; \(reply)
        """, returned: headers(id, to: address))
  }

  /// Exchange wraps a report of its own words, and names what it answers.
  static func exchange(_ id: String, _ address: String, status: String = "5.1.10") -> String {
    text(
      status: """
        Reporting-MTA: dns;AB1PR01MB0001.example.com
        Received-From-MTA: dns;mail.example.net
        Arrival-Date: Sun, 20 Apr 2025 00:00:04 +0000

        Final-Recipient: rfc822;\(address)
        Action: failed
        Status: \(status)
        Diagnostic-Code: smtp;550 \(status) RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup
        """, returned: "Content-Type: text/plain\n\n(not returned)", top: "In-Reply-To: \(id)\nReferences: \(id)\n")
  }

  /// Gmail writes comments, and spells types in capital letters.
  static func gmail(_ id: String, _ address: String) -> String {
    text(
      status: """
        Reporting-MTA: dns; googlemail.com
        Arrival-Date: Sat, 19 Apr 2025 17:00:04 -0700 (PDT)
        X-Original-Message-ID: \(id)

        Final-Recipient: RFC822 (a type); \(address) (nobody)
        Action: FAILED (for good)
        Status: 5.1.1 (bad destination; mailbox address)
        Remote-MTA: dns; mx.example.com. (192.0.2.5, the server for the domain example.com.)
        Diagnostic-Code: smtp; 550-5.1.1 The account does not exist. Please check
         550 5.1.1 for spelling errors. - gsmtp
        Last-Attempt-Date: Sat, 19 Apr 2025 17:00:06 -0700 (PDT)
        """, returned: mail(id, to: address), type: "Message/Delivery-Status")
  }

  /// A bounce without a report (qmail's own format): no program can rely on it.
  static let qmail = """
    From: MAILER-DAEMON@mail.example.net
    To: days@example.org
    Subject: failure notice

    Hi. This is the qmail-send program at mail.example.net.
    I'm afraid I wasn't able to deliver your message to the following addresses.
    This is a permanent error; I've given up. Sorry it didn't work out.

    <kai@example.com>:
    192.0.2.5 does not like recipient.

    --- Below this line is a copy of the message.

    Message-ID: <key.seal@example.org>

    """
}
