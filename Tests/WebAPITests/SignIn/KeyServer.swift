import Addresses
import CryptoExtras
import Foundation
import Sinks
import Synchronization
import Transfer

@testable import WebAPI

/// Google as these tests need it: a server on this machine that publishes keys, and a clock.
final class KeyServer: Sendable {
  static let clientID = "folkcal-web.apps.googleusercontent.com"
  static let otherClientID = "folkcal-ios.apps.googleusercontent.com"

  let sink: SinkServer
  let clock = Clock()
  private let current: Current

  /// - Parameter answer: what every request is answered with until another is told.
  init(answering answer: SinkAnswer) throws {
    let current = Current(answer)
    self.current = current
    sink = try SinkServer { _ in current.answer }
  }

  convenience init(publishing keys: [String]? = nil, headers: [String: String] = [:]) throws {
    try self.init(answering: .keys(keys ?? [TestKey.good.get().published()], headers: headers))
  }

  func answer(_ answer: SinkAnswer) {
    current.set(answer)
  }

  /// The server stands for as long as what is made here.
  ///
  /// - Parameter timeout: of the client; only tests of a server that says nothing need a short one.
  func signIn(clientIDs: [String] = [clientID, otherClientID], timeout: Duration? = nil) throws -> GoogleSignIn {
    var configuration = TransferClient.Configuration.forSigningKeys
    configuration.addresses = .any
    // A busy machine must not make a good server look like a slow one.
    configuration.connectTimeout = .seconds(60)
    configuration.timeout = timeout ?? .seconds(60)
    return GoogleSignIn(
      clientIDs: clientIDs, keysURL: try StrictURL(parsing: sink.url + "/oauth2/v3/certs?a=b", as: [.http]),
      client: TransferClient(configuration), now: { self.clock.now })
  }

  /// A clock that stands still until it is set.
  final class Clock: Sendable {
    /// 2027-01-15T08:00:00Z
    static let start = 1_800_000_000
    private let seconds = Mutex(start)
    var now: Int { seconds.withLock { $0 } }
    func advance(seconds amount: Int) { seconds.withLock { $0 += amount } }
    func set(_ time: Int) { seconds.withLock { $0 = time } }
  }

  private final class Current: Sendable {
    private let state: Mutex<SinkAnswer>
    init(_ answer: SinkAnswer) { state = Mutex(answer) }
    var answer: SinkAnswer { state.withLock { $0 } }
    func set(_ answer: SinkAnswer) { state.withLock { $0 = answer } }
  }
}

extension SinkAnswer {
  /// A set of keys (RFC 7517, section 5).
  static func keys(_ keys: [String], headers: [String: String] = [:]) -> SinkAnswer {
    .status(200, headers: headers, body: #"{"keys":[\#(keys.joined(separator: ","))]}"#)
  }
}

extension GoogleSignIn {
  /// Why a token is refused; nil where it is taken.
  func refusal(ofToken token: String) async -> SignInError? {
    do throws(SignInError) {
      _ = try await identity(ofToken: token)
      return nil
    } catch {
      return error
    }
  }
}

extension SignInError {
  /// The problem that a log would show; nil where it is another error.
  var keysProblem: String? {
    if case .keysUnreachable(let problem) = self { problem } else { nil }
  }
}
