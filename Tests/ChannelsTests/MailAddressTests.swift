import Channels
import TestSupport
import Testing

@Suite("Mail addresses", .timed)
struct MailAddressTests {
  @Test(
    "An address is read with or without a name",
    arguments: [
      ("ming@example.org", "", "ming@example.org"), ("  ming@example.org\n", "", "ming@example.org"),
      ("阿明 <ming@example.org>", "阿明", "ming@example.org"), ("<ming@example.org>", "", "ming@example.org"),
      ("\"Ming, A.\" <ming@example.org>", "Ming, A.", "ming@example.org"),
      ("A <b> <ming@example.org>", "A <b>", "ming@example.org"),
      ("o'neil+days=1/2@mail-1.example.xn--kpry57d", "", "o'neil+days=1/2@mail-1.example.xn--kpry57d"),
      ("a\r\nBcc: b@c <ming@example.org>", "a  Bcc: b@c", "ming@example.org"),
    ] as [(String, String, String)])
  func understood(text: String, name: String, address: String) throws {
    let parsed = try MailAddress(parsing: text)
    #expect(parsed.name == name)
    #expect(parsed.address == address)
  }

  @Test(
    "An invalid address is rejected with a hint",
    arguments: [
      ("", "\"\" has no @: expected a mail address such as ming@example.org"),
      ("ming", "\"ming\" has no @: expected a mail address such as ming@example.org"),
      ("ming@媽祖.tw", "\"ming@媽祖.tw\": the domain is not ASCII: write it in its other form, which begins with xn--"),
      ("明@example.org", "\"明@example.org\": what stands before the @ is not ASCII, which few mail servers pass on"),
    ] as [(String, String)])
  func refused(text: String, message: String) {
    #expect {
      try MailAddress(parsing: text)
    } throws: {
      "\($0)" == message
    }
  }

  @Test(
    "Address forms outside the accepted part of RFC 5321 are rejected",
    arguments: [
      "@example.org", "a@", "a..b@example.org", ".a@example.org", "a.@example.org", "a b@example.org",
      "\"a b\"@example.org", "a@b@example.org", "a@-example.org", "a@example-.org", "a@exam_ple.org", "a@example..org",
      "a@example.org.", "a@[127.0.0.1]", "a>b@example.org", "<a@example.org", "a@example.org>", "a\0@example.org",
      "a@example.org\r\nRCPT TO:<b@example.org", String(repeating: "a", count: 65) + "@example.org",
      "a@" + String(repeating: "b", count: 64) + ".org", "a@" + String(repeating: "b.", count: 130) + "org",
    ])
  func shapes(text: String) {
    #expect(throws: MailAddressError.self) { try MailAddress(parsing: text) }
  }
}
