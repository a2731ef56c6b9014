import Addresses
import Foundation
import TestSupport
import Testing
import Transfer

@testable import WebAPI

/// What Tools/check-sign-in runs: it is Google, with other people's code.
private let orderFile = ProcessInfo.processInfo.environment["FOLKCAL_SIGN_IN"]

@Suite("sign in with Google: judged beside PyJWT", .timed)
struct SignInWitnessTests {
  private struct Order: Decodable {
    let keysURL: String
    let clientID: String
    let now: Int
    let accepted: [String]
    let refused: [String]
    let secret: [UInt8]
    let uuid: String
    let session: String
    let badSessions: [String]
    let sessionFile: String

    enum CodingKeys: String, CodingKey {
      case keysURL = "keys_url"
      case clientID = "client_id"
      case now, accepted, refused, secret, uuid, session
      case badSessions = "bad_sessions"
      case sessionFile = "session_file"
    }
  }

  @Test(
    "tokens of PyJWT are taken or refused, and it reads our own",
    .enabled(if: orderFile != nil, "Tools/check-sign-in runs it"))
  func witness() async throws {
    let file = URL(fileURLWithPath: try #require(orderFile))
    let order = try JSONDecoder().decode(Order.self, from: Data(contentsOf: file))
    var configuration = TransferClient.Configuration.forSigningKeys
    configuration.addresses = .any
    let signIn = GoogleSignIn(
      clientIDs: [order.clientID], keysURL: try StrictURL(parsing: order.keysURL, as: [.http]),
      client: TransferClient(configuration), now: { order.now })
    for token in order.accepted {
      let identity = try await signIn.identity(ofToken: token)
      #expect(
        identity
          == GoogleIdentity(
            subject: "110169484474386276334", email: "mei@gmail.com", isAddressGoogles: true, name: "林美"))
    }
    for token in order.refused {
      let error = try #require(await signIn.refusal(ofToken: token))
      #expect(error.keysProblem == nil)
    }
    let tokens = try SessionTokens(secret: order.secret)
    let user = SessionUser(userID: 42, uuid: order.uuid, expiresAt: order.now + 900)
    #expect(tokens.user(ofToken: order.session, now: order.now) == user)
    for token in order.badSessions { #expect(tokens.user(ofToken: token, now: order.now) == nil) }
    let token = try tokens.make(userID: 42, uuid: order.uuid, now: order.now).token
    try token.write(toFile: order.sessionFile, atomically: true, encoding: .utf8)
  }
}
