import Addresses
import Foundation
import TestSupport
import Testing

@Suite("URLs that are called", .timed)
struct StrictURLTests {
  @Test("A URL is split into its parts")
  func parts() throws {
    let url = try StrictURL(parsing: "HTTPS://Hooks.Example.org:8443/a/b?c=d#e", as: [.https])
    #expect(url.host == "hooks.example.org")
    #expect(url.port == 8_443)
    #expect(url.path == "/a/b?c=d")
    #expect(url.origin == "https://hooks.example.org:8443")
    #expect(try StrictURL(parsing: "http://[2001:db8::1]/", as: [.http]).host == "[2001:db8::1]")
    #expect(try StrictURL(parsing: "http://127.0.0.1?x", as: [.http]).path == "?x")
  }

  @Test(
    "A URL that parsers could read differently is rejected, and the message does not repeat it",
    arguments: [
      ("", "the URL does not begin with https://"),
      ("example.org/hook", "the URL does not begin with https://"),
      ("http://example.org", "the URL does not begin with https://"),
      ("file:///etc/passwd", "the URL does not begin with https://"),
      ("https:/example.org", "the URL does not begin with https://"),
      ("https://", "the URL has no host that is a name or an address"),
      ("https:///x", "the URL has no host that is a name or an address"),
      ("https://.example.org", "the URL has no host that is a name or an address"),
      ("https://a..b", "the URL has no host that is a name or an address"),
      ("https://[::1", "the URL has no host that is a name or an address"),
      ("https://[fe80::1%25eth0]/", "the URL has no host that is a name or an address"),
      ("https://[127.0.0.1]/", "the URL has no host that is a name or an address"),
      ("https://exa%6dple.org/", "the URL has no host that is a name or an address"),
      (
        "https://user:secret@example.org/", "the URL has a user or a password before the host: they are given elsewhere"
      ),
      (
        "https://good.example@evil.example/",
        "the URL has a user or a password before the host: they are given elsewhere"
      ),
      ("https://example.org:0/", "the URL has a port that is not between 1 and 65535"),
      ("https://example.org:65536/", "the URL has a port that is not between 1 and 65535"),
      ("https://example.org:+80/", "the URL has a port that is not between 1 and 65535"),
      ("https://example.org:/", "the URL has a port that is not between 1 and 65535"),
    ] as [(String, String)])
  func refused(text: String, message: String) {
    #expect {
      try StrictURL(parsing: text, as: [.https])
    } throws: {
      "\($0)" == message
    }
  }

  @Test(
    "Characters that are not valid in a URL are rejected",
    arguments: [
      "https://媽祖.tw/", "https://a b/", "https://a/\r\nHost: b", "https://a\\b", "https://a/\u{0}", " https://a",
    ])
  func characters(text: String) {
    #expect {
      try StrictURL(parsing: text, as: [.https])
    } throws: {
      "\($0)".contains("percent-encode")
    }
  }

  @Test("Foundation reads accepted URLs in the same way (100,000 malformed variants)")
  func otherParser() throws {
    var generator = SeededGenerator(seed: 6)
    let pieces = [
      "https://", "http://", "HTTPS:", "//", "/", "\\", "@", ":", "?", "#", "[", "]", "[::1]", "[2001:db8::1]", ".",
      "..", "a", "b-c",
      "_", "example.org", "127.0.0.1", "443", "0", "99999", "%2F", "%", "%zz", " ", "\t", "\n", "媽", "\u{0}", "&", "=",
      ";", "user",
    ]
    var taken = 0
    for _ in 0..<100_000 {
      var text = Bool.random(using: &generator) ? "https://" : ""
      for _ in 0..<Int.random(in: 0...6, using: &generator) { text += pieces.randomElement(using: &generator) ?? "" }
      guard let url = try? StrictURL(parsing: text, as: [.https, .http]) else { continue }
      taken += 1
      guard let other = URLComponents(string: text) else { continue }
      let host = try #require(other.host, "\(text)")
      #expect(host.lowercased() == url.host, "\(text)")
      #expect(other.port == url.port, "\(text)")
      #expect(other.user == nil && other.password == nil, "\(text)")
    }
    #expect(taken > 1_000)
  }
}
