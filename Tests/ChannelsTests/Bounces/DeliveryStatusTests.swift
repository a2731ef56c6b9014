import Foundation
import TestSupport
import Testing

@testable import Channels

@Suite("Reports of failed delivery", .timed)
struct DeliveryStatusTests {
  private static let seal = MailSeal(secret: Array(1...32))
  private static let kai = "kai@example.com"

  private static func id(to address: String = kai, key: String = "rem_8f3k2-1") -> String {
    "<\(seal.localPart(of: key, to: address))@example.org>"
  }

  private static func read(_ text: String, lineEnd: String = "\n") throws -> DeliveryStatus {
    try #require(DeliveryStatus(Array(text.replacing("\n", with: lineEnd).utf8)))
  }

  private static func proven(_ status: DeliveryStatus) -> [String?] {
    status.recipients.map { status.provenAddress(of: $0, by: seal) }
  }

  @Test("The shapes of all servers are read, with both ends of lines", arguments: ["\n", "\r\n"])
  func shapes(lineEnd: String) throws {
    let id = Self.id()
    for text in [
      ExampleReport.postfix(id, Self.kai), ExampleReport.exim(id, Self.kai, reply: "550 5.1.1 no such user"),
      ExampleReport.exchange(id, Self.kai), ExampleReport.gmail(id, Self.kai),
    ] {
      let status = try Self.read(text, lineEnd: lineEnd)
      #expect(status.recipients.map(\.address) == [Self.kai])
      #expect(status.recipients.map(\.verdict) == [.isGone], "\(text)")
      #expect(Self.proven(status) == [Self.kai])
    }
  }

  @Test("A reason is one line of the status and the server's words")
  func reason() throws {
    let status = try Self.read(ExampleReport.postfix(Self.id(), Self.kai))
    #expect(
      status.recipients[0].reason
        == "5.1.1: 550 5.1.1 <kai@example.com>: Recipient address rejected: User unknown in virtual mailbox table")
    let long = try Self.read(
      ExampleReport.exim(Self.id(), Self.kai, reply: "550 \u{1B}[2J" + String(repeating: "x", count: 5_000)))
    #expect(long.recipients[0].reason.count <= 200 && !long.recipients[0].reason.contains("\u{1B}"))
  }

  @Test("An appendix of several recipients: each has its own fate (RFC 3464, appendix E.2)")
  func severalRecipients() throws {
    let status = try Self.read(
      ExampleReport.text(
        status: """
          Reporting-MTA: dns; cs.example.edu

          Original-Recipient: rfc822;arathib@vnet.example.com
          Final-Recipient: rfc822;arathib@vnet.example.com
          Action: failed
          Status: 5.0.0 (permanent failure)
          Diagnostic-Code: smtp;  550 'arathib@vnet.example.com' is not a registered gateway user
          Remote-MTA: dns; vnet.example.com

          Original-Recipient: rfc822;johnh@hpnjld.example.com
          Final-Recipient: rfc822;johnh@hpnjld.example.com
          Action: delayed
          Status: 4.0.0 (hpnjld.example.com: host name lookup failure)

          Original-Recipient: rfc822;wsnell@sdcc13.example.edu
          Final-Recipient: rfc822;wsnell@sdcc13.example.edu
          Action: failed
          Status: 5.0.0
          Diagnostic-Code: smtp; 550 user unknown
          """, returned: ExampleReport.headers(Self.id(to: "wsnell@sdcc13.example.edu"), to: "a list")))
    #expect(status.recipients.map(\.verdict) == [.isGone, .isTemporary, .isGone])
    #expect(Self.proven(status) == [nil, nil, "wsnell@sdcc13.example.edu"])
  }

  /// RFC 3463 says what each code is about; RFC 5321, section 4.2.3, what the replies are about.
  @Test(
    "Only failures for good that are about the address itself end the mails",
    arguments: [
      ("5.1.1", .isGone), ("5.1.0", .isGone), ("5.1.2", .isGone), ("5.1.3", .isGone), ("5.1.6", .isGone),
      ("5.1.10", .isGone), ("5.2.0", .isGone), ("5.2.1", .isGone), ("5.4.1", .isGone), ("5.4.4", .isGone),
      ("5.2.2", .isFull), ("5.2.3", .isRefused), ("5.3.4", .isRefused), ("5.5.0", .isRefused), ("5.6.1", .isRefused),
      ("5.7.1", .isRefused), ("5.7.26", .isRefused), ("5.1.8", .isRefused), ("5.4.7", .isTemporary),
      ("4.1.1", .isTemporary), ("4.4.1", .isTemporary), ("4.2.2", .isTemporary), ("nonsense", .isTemporary),
      ("", .isTemporary),
    ] as [(String, DeliveryStatus.Verdict)])
  func verdicts(code: String, verdict: DeliveryStatus.Verdict) throws {
    let status = try Self.read(ExampleReport.postfix(Self.id(), Self.kai, status: code))
    #expect(status.recipients.map(\.verdict) == [verdict])
  }

  @Test(
    "A status without a detail is told by the server's reply",
    arguments: [
      ("550 no such user", .isGone), ("551 user not local", .isGone), ("553 no such name", .isGone),
      ("552 quota exceeded", .isFull), ("554 spam", .isRefused), ("550 5.7.1 spam", .isRefused),
      ("550 5.2.2 over quota", .isFull), ("421 come back", .isTemporary), ("unknown user", .isGone),
      ("host mx.example.com [192.0.2.5] said: 550 5.1.1 unknown", .isGone),
    ] as [(String, DeliveryStatus.Verdict)])
  func replies(reply: String, verdict: DeliveryStatus.Verdict) throws {
    let status = try Self.read(ExampleReport.exim(Self.id(), Self.kai, reply: reply))
    #expect(status.recipients.map(\.verdict) == [verdict])
  }

  @Test(
    "What was delayed, delivered, relayed or expanded has not failed",
    arguments: ["delayed", "delivered", "relayed", "expanded"])
  func actions(action: String) throws {
    let status = try Self.read(ExampleReport.postfix(Self.id(), Self.kai, status: "5.1.1", action: action))
    #expect(status.recipients[0].verdict != .isGone)
  }

  // MARK: Addresses

  @Test("An address that was encoded on the way is decoded (RFC 3461, section 4), and one that only looks so is not")
  func encodedAddresses() throws {
    for (field, address) in [
      ("rfc822;kai+2Bnews@example.com", "kai+news@example.com"),
      ("rfc822; kai+2bnews@example.com", "kai+2bnews@example.com"),
      ("rfc822; <Kai@Example.COM>", "kai@example.com"), ("RFC822 ; kai@example.com (Kai; at work)", "kai@example.com"),
      ("kai@example.com", "kai@example.com"), ("utf-8; \\x{6176}@example.com", "慶@example.com"),
      ("utf-8;慶@example.com", "慶@example.com"),
    ] {
      let status = try Self.read(
        ExampleReport.text(
          status:
            "Reporting-MTA: dns; a\n\nOriginal-Recipient: \(field)\nFinal-Recipient: x-local; 17\nAction: failed\nStatus: 5.1.1",
          returned: ExampleReport.headers(Self.id(to: address), to: "somebody else")))
      #expect(Self.proven(status) == [address], "\(field)")
    }
  }

  @Test("A mail that was forwarded and came back from there is about the address that we wrote to")
  func forwarded() throws {
    let report = ExampleReport.postfix(Self.id(), "kai@elsewhere.example")
      .replacing("<kai@elsewhere.example>\nSubject", with: "<kai@example.com>\nSubject")
    #expect(try Self.proven(Self.read(report)) == [Self.kai])
  }

  @Test("A report in base64 or quoted-printable, and one of the kind for addresses beyond ASCII (RFC 6533), is read")
  func encodings() throws {
    let plain = "Reporting-MTA: dns; a\n\nFinal-Recipient: rfc822; kai@example.com\nAction: failed\nStatus: 5.1.1"
    let base64 = Data(plain.utf8).base64EncodedString(options: .lineLength64Characters)
    let quoted = plain.replacing("=", with: "=3D").replacing("Recipient", with: "Recip=\nient").replacing(
      "@", with: "=40")
    for (text, encoding) in [(base64, "base64"), (quoted, "Quoted-Printable"), (plain, "8bit")] {
      for type in ["message/delivery-status", "message/global-delivery-status"] {
        let status = try Self.read(
          ExampleReport.text(
            status: text, returned: ExampleReport.headers(Self.id(), to: Self.kai), type: type, encoding: encoding))
        #expect(Self.proven(status) == [Self.kai], "\(encoding)")
        #expect(status.recipients[0].verdict == .isGone)
      }
    }
  }

  // MARK: Proofs

  @Test("A report that does not return a Message-ID of ours for that address proves nothing")
  func forged() throws {
    let other = MailSeal(secret: Array(2...33))
    for id in [
      "<rem_8f3k2-1@example.org>", "<rem_8f3k2-1.AAAAAAAAAAAAAAAAAAAAAA@example.org>", "", "<>", "<@>", "<.>",
      Self.id(to: "mei@example.com"), "<\(other.localPart(of: "rem_8f3k2-1", to: Self.kai))@example.org>",
      Self.id().replacing("rem_8", with: "rem_9"),
    ] {
      let status = try Self.read(ExampleReport.postfix(id, Self.kai))
      #expect(status.recipients[0].verdict == .isGone && Self.proven(status) == [nil], "\(id)")
    }
  }

  @Test("A seal holds for one key and one address, in capital letters too")
  func seals() {
    let id = Self.id(to: "Kai@Example.com")
    #expect(Self.seal.holds(id, to: "kai@example.com") && Self.seal.holds("  \(id) ", to: "KAI@example.com"))
    #expect(!Self.seal.holds(id, to: "kai@example.org"))
    #expect(!MailSeal(secret: [1]).holds(id, to: Self.kai))
    // 128 bits of base64url, and characters of an atom only (RFC 5322, section 3.2.3).
    #expect(id.wholeMatch(of: #/<rem_8f3k2-1\.[A-Za-z0-9_-]{22}@example\.org>/#) != nil)
  }

  // MARK: Other mails

  @Test("Other mails are no reports")
  func others() {
    let postfix = ExampleReport.postfix(Self.id(), Self.kai)
    for text in [
      "", "\n", "Subject: hello\n\nFinal-Recipient: rfc822; kai@example.com\nAction: failed\nStatus: 5.1.1\n",
      ExampleReport.qmail, postfix.replacing("delivery-status;", with: "disposition-notification;"),
      postfix.replacing("multipart/report", with: "text/plain"),
      postfix.replacing("Content-Type: message/delivery-status", with: "Content-Type: text/plain"),
      postfix.replacing("Final-Recipient", with: "X-A").replacing("Original-Recipient", with: "X-B"),
    ] {
      #expect(DeliveryStatus(Array(text.utf8)) == nil, "\(text.prefix(200))")
    }
  }

  @Test("A report that a scanner has wrapped is read, one that somebody attached to a mail is not")
  func wrapped() throws {
    let report = ExampleReport.postfix(Self.id(), Self.kai)
    let head = try #require(report.firstRange(of: "Content-Type: multipart/report"))
    let inner = String(report[head.lowerBound...])
    let wrapped = "From: a@b\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=w\n\n--w\n\(inner)\n--w--\n"
    #expect(try Self.proven(Self.read(wrapped)) == [Self.kai])
    let attached =
      "From: a@b\nContent-Type: multipart/mixed; boundary=w\n\n--w\nContent-Type: message/rfc822\n\n\(report)\n--w--\n"
    #expect(DeliveryStatus(Array(attached.utf8)) == nil)
  }

  // MARK: Garbage

  /// Cut at each byte, and with bytes changed at random: nothing may crash, and what is proven is the address that the mail went to.
  @Test("Reports that were cut or garbled do no harm")
  func garbled() throws {
    var random = SeededGenerator(seed: 29)
    let id = Self.id()
    for text in [
      ExampleReport.postfix(id, Self.kai), ExampleReport.gmail(id, Self.kai), ExampleReport.exchange(id, Self.kai),
    ] {
      let bytes = Array(text.utf8)
      for end in bytes.indices { check(Array(bytes[..<end])) }
      for _ in 0..<3_000 {
        var garbled = bytes
        for _ in 0..<Int.random(in: 1...30, using: &random) {
          let place = Int.random(in: garbled.indices, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: garbled[place] = .random(in: .min ... .max, using: &random)
          case 1: garbled.remove(at: place)
          case 2: garbled.insert(contentsOf: Array("=\"();\\\n\r\t --".utf8).shuffled(using: &random), at: place)
          default: garbled.removeSubrange(place..<min(garbled.count, place + 40))
          }
          if garbled.isEmpty { break }
        }
        check(garbled)
      }
    }
  }

  private func check(_ bytes: [UInt8]) {
    guard let status = DeliveryStatus(bytes) else { return }
    for recipient in status.recipients {
      _ = (recipient.verdict, recipient.reason)
      let proven = status.provenAddress(of: recipient, by: Self.seal)
      #expect(proven == nil || proven == Self.kai)
    }
  }

  @Test("A mail of a megabyte of boundaries, fields or parentheses is read within seconds")
  func large() {
    let head = "Content-Type: multipart/report; boundary=b\n\n"
    for text in [
      head + String(repeating: "--b\n", count: 250_000),
      head + "--b\nContent-Type: message/delivery-status\n\n"
        + String(repeating: "Final-Recipient: rfc822; a@b\nAction: failed\n\n", count: 20_000),
      "Content-Type: " + String(repeating: "(", count: 1_000_000) + "\n\n",
      "Content-Type: multipart/report;" + String(repeating: "\n a=b;", count: 150_000) + "\n\n",
      head + String(repeating: "--b\nContent-Type: multipart/mixed; boundary=b\n\n", count: 20_000),
    ] {
      let start = ContinuousClock.now
      _ = DeliveryStatus(Array(text.utf8))
      #expect(start.duration(to: .now) < .seconds(120))
    }
  }
}
