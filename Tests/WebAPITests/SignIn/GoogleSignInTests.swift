import Foundation
import Sinks
import TestSupport
import Testing
import Transfer

@testable import WebAPI

/// OpenID Connect Core 1.0, section 3.1.3.7.
@Suite("sign in with Google", .timed, .timeLimit(.minutes(20)))
struct GoogleSignInTests {
  private let web = KeyServer.clientID
  private let phone = KeyServer.otherClientID

  @Test("a good token says who somebody is")
  func good() async throws {
    let google = try KeyServer()
    let signIn = try google.signIn()
    #expect(
      try await signIn.identity(ofToken: TestToken.good())
        == GoogleIdentity(
          subject: "110169484474386276334", email: "mei@gmail.com", isAddressGoogles: true, name: "林美",
          picture: "https://lh3.googleusercontent.com/a/mei=s96-c"))
    let request = try #require(google.sink.requests.first)
    #expect(request.method == "GET")
    #expect(request.path == "/oauth2/v3/certs?a=b")
  }

  @Test("nothing is asked of Google before the first token")
  func quiet() throws {
    let google = try KeyServer()
    _ = try google.signIn()
    #expect(google.sink.connectionCount == 0)
  }

  @Test(
    "what may be so or so",
    arguments: [
      ["iss": #""accounts.google.com""#],
      ["aud": "\"\(KeyServer.otherClientID)\""],
      ["aud": "[\"\(KeyServer.clientID)\"]", "azp": nil],
      ["aud": "[\"\(KeyServer.clientID)\",\"\(KeyServer.otherClientID)\"]"],
      ["azp": nil],
      // An Android app shows itself under an ID of its own.
      ["azp": #""folkcal-android.apps.googleusercontent.com""#],
      ["email_verified": #""true""#],
      ["exp": "\(KeyServer.Clock.start - 59)"],
      ["exp": "\(KeyServer.Clock.start + 10).75"],
      ["iat": "\(KeyServer.Clock.start + 60)"],
      ["nbf": "\(KeyServer.Clock.start + 60)"],
      ["nbf": "\(KeyServer.Clock.start - 86400)"],
      ["iat": "0"],
      ["hd": #""example.org""#, "unknown": #"{"a":[1,2,{}]}"#],
      ["name": nil, "picture": nil],
    ] as [[String: String?]])
  func variants(changes: [String: String?]) async throws {
    let signIn = try KeyServer().signIn()
    #expect(await signIn.refusal(ofToken: try TestToken.good(claims: changes)) == nil)
  }

  @Test(
    "headers that are as good",
    arguments: [
      ["typ": nil], ["typ": #""at+jwt""#], ["x": "1e300"], ["x": "[[[[]]]]"], ["jku": #""https://evil.example/""#],
    ]
      as [[String: String?]])
  func headers(changes: [String: String?]) async throws {
    let signIn = try KeyServer().signIn()
    #expect(await signIn.refusal(ofToken: try TestToken.good(header: changes)) == nil)
  }

  @Test(
    "a name becomes one line that can be kept, and nobody is turned away for it",
    arguments: [
      (#""Mei Lin""#, "Mei Lin"), (#""  Mei\r\n\tLin ""#, "Mei Lin"), (#""Mei\u2028Lin""#, "Mei Lin"),
      (#""Mei\u0000Lin""#, "Mei Lin"), (#""""#, nil), (#"" \n ""#, nil), ("7", nil), ("null", nil), ("{}", nil),
      ("\"" + String(repeating: "媽", count: 300) + "\"", String(repeating: "媽", count: 200)),
    ] as [(String, String?)])
  func names(json: String, name: String?) async throws {
    let signIn = try KeyServer().signIn()
    #expect(try await signIn.identity(ofToken: TestToken.good(claims: ["name": json])).name == name)
  }

  @Test(
    "a picture that is no https URL is left out",
    arguments: [
      #""http://example.org/a.png""#, #""javascript:alert(1)""#, #""data:image/png;base64,AAAA""#, #""""#, "7", "null",
      #""https://user@example.org/a.png""#, #""https://example.org/\" onload=\"x""#, #""//example.org/a.png""#,
      "\"https://example.org/" + String(repeating: "a", count: 2_000) + "\"",
    ])
  func pictures(json: String) async throws {
    let signIn = try KeyServer().signIn()
    let identity = try await signIn.identity(ofToken: TestToken.good(claims: ["picture": json]))
    #expect(identity.picture == nil)
    #expect(identity.name == "林美")
  }

  @Test("without client IDs of ours nobody is let in")
  func noClientIDs() async throws {
    let signIn = try KeyServer().signIn(clientIDs: [])
    for audience in ["\"\(web)\"", "[]", #""""#] {
      #expect(await signIn.refusal(ofToken: try TestToken.good(claims: ["aud": audience])) == .notOurs)
    }
  }

  /// "Authenticate with a backend server": when Google is authoritative for an address.
  @Test(
    "an address is Google's own where it is of Gmail, or the account of an organisation at Google",
    arguments: [
      (["email": #""mei@gmail.com""#], true), (["email": #""Mei@GMail.com""#], true),
      (["email": #""mei@example.org""#], false), (["email": #""mei@gmail.com.example.org""#], false),
      (["email": #""mei@notgmail.com""#], false), (["email": #""mei@example.org""#, "hd": #""example.org""#], true),
      (["email": #""mei@example.org""#, "hd": #""""#], false), (["email": #""mei@example.org""#, "hd": "null"], false),
      (["email": #""mei@example.org""#, "hd": "true"], false),
    ] as [([String: String?], Bool)])
  func ownAddress(changes: [String: String?], isGoogles: Bool) async throws {
    let signIn = try KeyServer().signIn()
    #expect(try await signIn.identity(ofToken: TestToken.good(claims: changes)).isAddressGoogles == isGoogles)
  }

  @Test("people do not wait long for the keys, and 256 KB are read at most")
  func client() {
    let configuration = TransferClient.Configuration.forSigningKeys
    #expect(configuration.connectTimeout <= .seconds(5))
    #expect(configuration.timeout <= .seconds(10))
    #expect(configuration.largestBodyBytes == 262_144)
    #expect(configuration.keptBodyBytes == 262_144)
    #expect(configuration.addresses == .publicOnly)
  }
}
