import Channels
import Crypto
import CryptoExtras
import Foundation
import Sinks
import Synchronization
import Testing
import Transfer

/// A local token endpoint and FCM, with an account for it.
struct CloudMessagingGoogle {
  let sink: SinkServer
  let clock = Clock()

  /// - Parameters:
  ///   - token: what the token endpoint answers the question of this number; by default a token of an hour, `token-0`,
  ///     `token-1`…
  ///   - fcm: what FCM answers the message of this number.
  init(
    token: @escaping @Sendable (Int) -> SinkAnswer = { .token("token-\($0)") },
    fcm: @escaping @Sendable (Int) -> SinkAnswer = { _ in .status(200, body: #"{"name":"projects/temples/messages/1"}"#)
    }
  ) throws {
    let counts = Counts()
    sink = try SinkServer { request in
      request.path == "/token" ? token(counts.tokens.take()) : fcm(counts.messages.take())
    }
  }

  var tokenRequests: [SinkRequest] { sink.requests.filter { $0.path == "/token" } }
  var messages: [SinkRequest] { sink.requests.filter { $0.path != "/token" } }

  func channel(timeout: Duration = .seconds(20)) throws -> CloudMessagingChannel {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    configuration.timeout = timeout
    let account = try ServiceAccount(json: Self.keyFile(tokenURL: sink.url + "/token"), allowsPlainHTTP: true)
    return CloudMessagingChannel(
      account: account, client: TransferClient(configuration), baseURL: sink.url, now: { [clock] in clock.now })
  }

  /// A key file as Google gives it, with a key that was made for this run of the tests.
  static func keyFile(tokenURL: String = "https://oauth2.googleapis.com/token", changing: [String: String?] = [:])
    throws -> [UInt8]
  {
    var fields: [String: String] = [
      "type": "service_account", "project_id": "temples", "private_key_id": "0123456789abcdef",
      "private_key": try key.get().pkcs8PEMRepresentation,
      "client_email": "reminders@temples.iam.gserviceaccount.com", "client_id": "1234567890",
      "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": tokenURL,
      "universe_domain": "googleapis.com",
    ]
    for (field, value) in changing { fields[field] = value }
    return [UInt8](try JSONEncoder().encode(fields))
  }

  static let key = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  /// A clock that stands still until it is set.
  final class Clock: Sendable {
    private let seconds = Mutex(Message.reminderTime)
    var now: Int { seconds.withLock { $0 } }
    func advance(seconds amount: Int) { seconds.withLock { $0 += amount } }
  }

  private final class Counts: Sendable {
    let tokens = Count()
    let messages = Count()
  }

  private final class Count: Sendable {
    private let next = Atomic(0)
    func take() -> Int { next.wrappingAdd(1, ordering: .relaxed).oldValue }
  }
}

extension SinkAnswer {
  static func token(_ text: String, seconds: Int = 3_600) -> SinkAnswer {
    .status(200, body: #"{"access_token":"\#(text)","expires_in":\#(seconds),"token_type":"Bearer"}"#)
  }

  /// An error in FCM's format.
  static func fcmError(_ status: Int, _ code: String, headers: [String: String] = [:]) -> SinkAnswer {
    .status(
      status, headers: headers,
      body: #"{"error":{"code":\#(status),"message":"about device:SECRET","status":"X","details":["#
        + #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[]},"#
        + #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}]}}"#)
  }
}
