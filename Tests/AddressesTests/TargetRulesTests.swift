import TestSupport
import Testing

@testable import Addresses

@Suite("Allowed reminder targets", .timed)
struct TargetRulesTests {
  @Test(
    "A private address is recognized in every spelling",
    arguments: [
      "127.0.0.1", "127.1", "2130706433", "0x7f.1", "0x7F000001", "0177.0.0.1", "0", "10.0.0.8", "192.168.1.1",
      "169.254.169.254", "2852039166", "172.31.255.255", "100.64.0.1", "0.0.0.0", "255.255.255.255", "224.0.0.1",
      "127.0.0.1.", "[::1]", "[::]", "[::ffff:10.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::10.0.0.1]",
      "[2002:a00:1::]", "[fe80::1]", "[fd00::1]", "[::127.0.0.1]", "localhost", "LOCALHOST", "localhost.",
      "hooks.localhost", "a.b.localhost.", "localhost.localdomain", "ip6-localhost", "ip6-loopback",
    ])
  func privateHosts(host: String) {
    for port in ["", ":443", ":8443"] {
      let url = "https://\(host)\(port)/secret-path"
      let problem = TargetRules().problem(withWebAddress: url)
      #expect(problem?.english.contains("private networks are not called") == true, "\(url)")
      #expect(problem?.english.contains("secret-path") == false)
      #expect(TargetRules().problem(withTopic: url)?.english.contains("private networks") == true, "\(url)")
      #expect(TargetRules(allowsPrivate: true).problem(withWebAddress: url) == nil, "\(url)")
    }
  }

  @Test(
    "Public addresses and names are accepted with https://",
    arguments: [
      "example.org", "8.8.8.8", "134744072", "[2001:4860:4860::8888]", "[::ffff:8.8.8.8]", "intranet",
      "127.0.0.1.nip.io",
      "localhost.example.org", "mylocalhost", "1.2.3.4.5", "4294967296", "256.1.1.1",
    ])
  func publicHosts(host: String) {
    #expect(TargetRules().problem(withWebAddress: "https://\(host)/a") == nil)
    #expect(TargetRules().problem(withWebAddress: " HTTPS://\(host)/a\t") == nil)
    #expect(TargetRules().problem(withWebAddress: "http://\(host)/a")?.english.contains("https:// only") == true)
    #expect(TargetRules(allowsPrivate: true).problem(withWebAddress: "http://\(host)/a") == nil)
  }

  @Test("A topic of ntfy is one word; the operator's own server may have any address")
  func topics() {
    let rules = TargetRules(ntfyServer: "http://10.0.0.5:8080")
    #expect(rules.problem(withTopic: "https://ntfy.sh/days") == nil)
    #expect(rules.problem(withTopic: "http://10.0.0.5:8080/days") == nil)
    #expect(rules.problem(withTopic: "http://10.0.0.5:8081/days") != nil)
    #expect(rules.problem(withWebAddress: "http://10.0.0.5:8080/days") != nil)
    for wrong in ["https://ntfy.sh/", "https://ntfy.sh/a/b", "https://ntfy.sh/a.b"] {
      #expect(rules.problem(withTopic: wrong)?.english.contains("names no topic") == true, "\(wrong)")
      #expect(TargetRules(allowsPrivate: true).problem(withTopic: wrong) != nil)
    }
  }

  @Test("The error names the operator's remedy")
  func remedy() {
    let rules = TargetRules(remedy: Wording("除非 X 是 1", "unless X is 1"))
    #expect(rules.problem(withWebAddress: "http://a.tw/")?.english.hasSuffix("(unless X is 1)") == true)
    #expect(rules.problem(withWebAddress: "https://127.0.0.1/")?.english.hasSuffix("(unless X is 1)") == true)
  }

  @Test("Mail addresses must be ASCII")
  func mail() {
    #expect(MailAddressShape.problem(with: "mei@example.org") == nil)
    #expect(MailAddressShape.problem(with: "mei@媽祖.tw") == .nonASCIIDomain)
    #expect(MailAddressShape.problem(with: "媽祖@example.org") == .nonASCIILocalPart)
    #expect(MailAddressShape.problem(with: String(repeating: "a", count: 65) + "@example.org") == .badLocalPart)
  }
}
