import Sinks
import TestSupport
import Testing

@testable import WebAPI

@Suite("sign in with Google: the document of the keys", .timed, .timeLimit(.minutes(20)))
struct KeyDocumentTests {
  /// An answer that brings no keys, and what the log is told.
  struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let part: String
    let answer: @Sendable () throws -> SinkAnswer

    init(_ name: String, _ part: String, _ answer: @escaping @Sendable () throws -> SinkAnswer) {
      testDescription = name
      self.part = part
      self.answer = answer
    }

    /// A document with the good key, changed.
    init(key name: String, _ changes: [String: String?]) {
      self.init("a key \(name)", "no RSA key") { .keys([try TestKey.good.get().published(changing: changes)]) }
    }
  }

  @Test("what is no set of keys brings none; the next that is one does", arguments: troubles)
  func trouble(trouble: Trouble) async throws {
    let google = try KeyServer(answering: trouble.answer())
    // A server that says nothing is given up soon here; a good one has time enough even on a busy machine, below.
    let isSilent = trouble.testDescription.hasPrefix("silence") || trouble.testDescription.hasPrefix("drops")
    let signIn = try google.signIn(timeout: isSilent ? .seconds(2) : nil)
    let token = try TestToken.good()
    let error = try #require(await signIn.refusal(ofToken: token))
    let problem = try #require(error.keysProblem)
    #expect(problem.contains(trouble.part))
    #expect(!problem.contains("SECRET") && !error.description.contains("SECRET"))
    guard !isSilent else { return }
    google.answer(.keys([try TestKey.good.get().published()]))
    google.clock.advance(seconds: 10)
    #expect(await signIn.refusal(ofToken: token) == nil)
  }

  static let troubles: [Trouble] = [
    Trouble("404", "404") { .status(404, body: "SECRET") },
    Trouble("500", "500") { .status(500, body: "SECRET") },
    Trouble("204", "204") { .status(204) },
    Trouble("304", "304") { .status(304) },
    Trouble("the keys with another status", "203") {
      .status(203, body: #"{"keys":[\#(try TestKey.good.get().published())]}"#)
    },
    Trouble("a redirect", "302") { .redirect(to: "http://127.0.0.1:1/SECRET") },
    Trouble("nothing", "no set of keys") { .status(200) },
    Trouble("a page", "no set of keys") { .status(200, body: "<html>SECRET") },
    Trouble("a list", "no set of keys") { .status(200, body: "[]") },
    Trouble("an object without keys", "no set of keys") { .status(200, body: #"{"SECRET":1}"#) },
    Trouble("keys that are an object", "no set of keys") { .status(200, body: #"{"keys":{}}"#) },
    Trouble("the old form of PEM by names", "no set of keys") {
      .status(200, body: #"{"good":"-----BEGIN CERTIFICATE-----\nSECRET"}"#)
    },
    Trouble("brackets without end", "no set of keys") {
      .status(200, body: #"{"keys":"# + String(repeating: "[", count: 100_000))
    },
    Trouble("no keys", "no RSA key") { .keys([]) },
    Trouble("keys of other kinds", "no RSA key") {
      .keys(["1", "null", #""SECRET""#, "[]", "{}", #"{"kty":"EC","kid":"good","crv":"P-256","x":"AA","y":"AA"}"#])
    },
    Trouble("a key of 1,024 bits", "no RSA key") { .keys([try TestKey.weak.get().published()]) },
    Trouble(key: "for encryption", ["use": #""enc""#]),
    Trouble(key: "for RS512", ["alg": #""RS512""#]),
    Trouble(key: "for RSA-OAEP", ["alg": #""RSA-OAEP""#]),
    Trouble(key: "for HS256", ["alg": #""HS256""#]),
    Trouble(key: "of another type", ["kty": #""oct""#]),
    Trouble(key: "without a name", ["kid": nil]),
    Trouble(key: "without a modulus", ["n": nil]),
    Trouble(key: "with an empty modulus", ["n": #""""#]),
    Trouble(key: "with a modulus that is no base64", ["n": #""媽祖""#]),
    Trouble(key: "with a modulus of zeros", ["n": "\"" + String(repeating: "A", count: 342) + "\""]),
    Trouble(key: "with an even modulus", ["n": "\"" + String(repeating: "g", count: 342) + "\""]),
    Trouble(key: "of 65,536 bits", ["n": "\"" + String(repeating: "_", count: 10_924) + "\""]),
    Trouble(key: "with an empty exponent", ["e": #""""#]),
    Trouble(key: "with the exponent 0", ["e": #""AA""#]),
    // Every text is its own signature then.
    Trouble(key: "with the exponent 1", ["e": #""AQ""#]),
    Trouble(key: "with an even exponent", ["e": #""AQAA""#]),
    Trouble("a byte more than 256 KB", "127.0.0.1") {
      .status(200, body: #"{"keys":[\#(try TestKey.good.get().published())]}"#.padded(to: 262_145))
    },
    Trouble("an answer without end", "127.0.0.1") { .endless() },
    Trouble("headers without end", "127.0.0.1") { .endlessHeaders },
    Trouble("no HTTP", "127.0.0.1") { .garbage },
    Trouble("an answer that was cut", "127.0.0.1") { .cutShort() },
    Trouble("a reset", "127.0.0.1") { .reset },
    Trouble("a hang-up", "127.0.0.1") { .hangUp },
    Trouble("silence", "did not answer within 2") { .silence },
    Trouble("drops", "did not answer within 2") {
      .dripping(body: String(repeating: " ", count: 1_000), pause: .milliseconds(50))
    },
  ]

  @Test(
    "what a set of keys may have besides",
    arguments: [
      ["use": nil, "alg": nil], ["use": nil], ["alg": nil], ["x5c": #"["AAAA"]"#, "key_ops": #"["verify"]"#],
    ] as [[String: String?]])
  func variants(changes: [String: String?]) async throws {
    let google = try KeyServer(publishing: [TestKey.good.get().published(changing: changes)])
    #expect(await (try google.signIn()).refusal(ofToken: try TestToken.good()) == nil)
  }

  @Test("keys of kinds that we do not know do not hide the good one")
  func mixed() async throws {
    let good = try TestKey.good.get()
    let google = try KeyServer(publishing: [
      "7", "{}", #"{"kty":"AKP","kid":"new","alg":"ML-DSA-65","pub":"AA"}"#,
      good.published(changing: ["use": #""enc""#]), good.published(changing: ["n": #""AA""#]), good.published(),
      good.published(changing: ["alg": #""RS512""#]),
    ])
    #expect(await (try google.signIn()).refusal(ofToken: try TestToken.good()) == nil)
  }

  @Test("256 KB are read")
  func long() async throws {
    let google = try KeyServer(
      answering: .status(200, body: #"{"keys":[\#(try TestKey.good.get().published())]}"#.padded(to: 262_144)))
    #expect(await (try google.signIn()).refusal(ofToken: try TestToken.good()) == nil)
  }
}

extension String {
  /// With blanks at the end, which JSON allows.
  fileprivate func padded(to count: Int) -> String { self + String(repeating: " ", count: count - utf8.count) }
}
