import Foundation
import TestSupport
import Testing
import Transfer

/// What `make servers` says of its servers: `FOLKCAL_SERVERS_…`.
private let environment = ProcessInfo.processInfo.environment

/// HTTP over TLS, to a server that `make servers` starts; without it these tests are passed over.
@Suite("requests to a real server", .timed, .enabled(if: environment["FOLKCAL_SERVERS_HTTPS"] != nil))
struct RealServerTests {
  private static func client(trusted: Bool) -> TransferClient {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    if trusted { configuration.certificateFile = environment["FOLKCAL_SERVERS_CERTIFICATE"] }
    return TransferClient(configuration)
  }

  private static func request() throws -> HTTPRequest {
    HTTPRequest(method: "POST", url: try #require(environment["FOLKCAL_SERVERS_HTTPS"]), body: Array("hello".utf8))
  }

  @Test("many requests to one server share its connection by HTTP/2")
  func sharing() async throws {
    let client = Self.client(trusted: true)
    let request = try Self.request()
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 {
        group.addTask { String(decoding: try await client.response(to: request).body, as: UTF8.self) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 50)
    #expect(answers[0].hasPrefix("2 "))
    #expect(Set(answers).count == 1)
  }

  @Test("a server whose certificate nobody vouches for gets no request")
  func unknownCertificate() async throws {
    await #expect {
      try await Self.client(trusted: false).response(to: Self.request())
    } throws: {
      "\($0)".hasPrefix("no secure connection to 127.0.0.1: ")
    }
  }
}
