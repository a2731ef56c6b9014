import Sinks
import Testing

@testable import WebAPI

/// A token and why it is refused.
struct RefusedToken: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let error: SignInError
  let token: @Sendable () throws -> String

  init(_ name: String, _ error: SignInError, _ token: @escaping @Sendable () throws -> String) {
    testDescription = name
    self.error = error
    self.token = token
  }

  init(_ name: String, _ flaw: TokenFlaw, _ token: @escaping @Sendable () throws -> String) {
    self.init(name, .invalidToken(flaw), token)
  }
}

extension RefusedToken {
  /// Shows the token, and a good one after it.
  ///
  /// - Parameter requests: how often Google's keys are asked for until the answer.
  func expectRefusal(requests: Int) async throws {
    let google = try KeyServer()
    let signIn = try google.signIn()
    let told = await signIn.refusal(ofToken: try token())
    #expect(told == error)
    #expect(google.sink.requestCount == requests)
    // What is told holds nothing of the token, nor of a key.
    let text = try #require(told).description
    #expect(!text.contains("mei@") && !text.contains("1101694") && !text.contains("evil") && !text.contains("eyJ"))
    // And it does no harm to the next.
    #expect(await signIn.refusal(ofToken: try TestToken.good()) == nil)
  }
}
