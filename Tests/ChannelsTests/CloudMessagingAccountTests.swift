import Channels
import Crypto
import CryptoExtras
import Foundation
import TestSupport
import Testing

@Suite("FCM: the service account", .timed)
struct CloudMessagingAccountTests {
  @Test("Google's key file is read")
  func read() throws {
    let account = try ServiceAccount(json: CloudMessagingGoogle.keyFile())
    #expect(account.project == "temples")
    #expect(account.email == "reminders@temples.iam.gserviceaccount.com")
  }

  @Test("A key in the older form of PEM is accepted")
  func pkcs1() throws {
    let pem = try CloudMessagingGoogle.key.get().pemRepresentation
    #expect(throws: Never.self) {
      try ServiceAccount(json: CloudMessagingGoogle.keyFile(changing: ["private_key": pem]))
    }
  }

  @Test(
    "An incomplete or invalid key file is rejected with its fault",
    arguments: [
      (["type": "authorized_user"], .anotherKind("authorized_user")), (["type": nil], .anotherKind(nil)),
      (["project_id": nil], .missing("project_id")), (["client_email": ""], .missing("client_email")),
      (["private_key": nil], .missing("private_key")), (["private_key": "SECRET"], .unreadableKey),
      (["private_key": "-----BEGIN PRIVATE KEY-----\nSECRET\n-----END PRIVATE KEY-----\n"], .unreadableKey),
      (["project_id": "../../SECRET"], .badProject), (["project_id": "a b"], .badProject),
      (["token_uri": "http://example.org/token"], .badTokenURL), (["token_uri": "token"], .badTokenURL),
      (["token_uri": "https://example.org/\r\nX: y"], .badTokenURL),
    ] as [([String: String?], ServiceAccountError)])
  func lacking(changing: [String: String?], problem: ServiceAccountError) throws {
    let json = try CloudMessagingGoogle.keyFile(changing: changing)
    #expect(throws: problem) { try ServiceAccount(json: json) }
    #expect(!problem.description.contains("SECRET"))
  }

  @Test("Keys of another kind and short keys are rejected")
  func otherKeys() throws {
    let elliptic = P256.Signing.PrivateKey().pemRepresentation
    let short = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1_024)).pemRepresentation
    for pem in [elliptic, short] {
      let json = try CloudMessagingGoogle.keyFile(changing: ["private_key": pem])
      #expect(throws: ServiceAccountError.unreadableKey) { try ServiceAccount(json: json) }
    }
  }

  @Test(
    "Text without a JSON object fails", arguments: ["", "[]", "null", "{", "-----BEGIN PRIVATE KEY-----", "\u{FEFF}"])
  func noJSON(text: String) {
    #expect(throws: ServiceAccountError.notJSON) { try ServiceAccount(json: Array(text.utf8)) }
  }

  @Test("Printing an account does not show its key")
  func description() throws {
    let account = try ServiceAccount(json: CloudMessagingGoogle.keyFile())
    var dumped = ""
    dump(account, to: &dumped)
    for text in ["\(account)", String(reflecting: account), dumped] {
      #expect(text.contains("temples") && !text.contains("PRIVATE") && text.count < 300)
    }
  }
}
