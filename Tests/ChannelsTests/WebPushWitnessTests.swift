import Channels
import Foundation
import TestSupport
import Testing
import Transfer

/// Tools/read-pushes runs these tests; it acts as push service and browsers with independent code.
private let subscriptionFile = ProcessInfo.processInfo.environment["FOLKCAL_PUSH_SUBSCRIPTIONS"]

@Suite("Web Push: read by http-ece and py-vapid", .timed)
struct WebPushWitnessTests {
  @Test(
    "Short, empty, long and odd messages are delivered", .enabled(if: subscriptionFile != nil, "make pushes runs it")
  )
  func witness() async throws {
    let text = try String(contentsOfFile: #require(subscriptionFile), encoding: .utf8)
    let subscriptions = text.split(separator: "\n").map(String.init)
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    let channel = WebPushChannel(
      key: .generate(), contact: try ApplicationServerContact(parsing: "mailto:push@example.com"),
      client: TransferClient(configuration),
      allowsPlainHTTP: true, now: { Int(Date().timeIntervalSince1970) })
    let lengths = [0, 1, 100, 127, 128, 129, 1_000, 3_800, 3_900, 4_000, 20_000]
    let bodies = lengths.map { String(repeating: "a", count: $0) } + ["農曆三月廿三", "👨‍👩‍👧‍👦🇹🇼", "\"\\\u{0}\u{7F}\n"]
    for subscription in subscriptions {
      for (number, body) in bodies.enumerated() {
        let message = Message.reminder(
          key: "witness-\(number)", body: body, expiresAt: Int(Date().timeIntervalSince1970) + 60)
        #expect(await channel.send(message, to: subscription) == .delivered)
      }
    }
  }
}
