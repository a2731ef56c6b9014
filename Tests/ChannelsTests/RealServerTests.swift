import Channels
import Foundation
import TestSupport
import Testing
import Transfer

/// The settings of `make servers`: `FOLKCAL_SERVERS_…`.
private let environment = ProcessInfo.processInfo.environment

/// Mail to a real server, which `make servers` starts; without it these tests are passed over.
@Suite("Mail to a real server", .timed, .enabled(if: environment["FOLKCAL_SERVERS_SENT"] != nil), .serialized)
struct RealServerTests {
  private static func value(_ name: String) throws -> String { try #require(environment["FOLKCAL_SERVERS_\(name)"]) }

  private static func channel(_ url: String, password: String? = nil, trusted: Bool = true) throws -> MailChannel {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    if trusted { configuration.certificateFile = try value("CERTIFICATE") }
    let server = MailServer(
      url: url, user: try value("USER"), password: try password ?? value("PASSWORD"))
    return MailChannel(
      connections: MailConnections(configuration), server: server,
      from: try MailAddress(parsing: "農曆提醒 <days@example.org>")
    ) { _, _ in
      MailLinks(unsubscribe: try? UnsubscribeLinks(web: "https://example.org/leave", mail: "mailto:leave@example.org"))
    }
  }

  private static let target = "阿明 \"M\" <ming@example.org>"

  @Test("Every text arrives unchanged", arguments: ["STARTTLS", "SMTPS"])
  func texts(encryption: String) async throws {
    let channel = try Self.channel(try Self.value(encryption))
    let texts = [
      "明天是媽祖聖誕 🎉", "plain", "a\r\nBcc: all@example.org", String(repeating: "👨‍👩‍👧‍👦媽", count: 80),
      String(repeating: "x", count: 2_500), ".\n..\n.a", "<b>&\"'", "=?UTF-8?B?aGFja2Vk?=",
    ]
    let sent = JSONLinesChannel()
    for (index, text) in texts.enumerated() {
      let message = Message.example(key: "\(encryption)-\(index)", title: text, body: text)
      #expect(await channel.send(message, to: Self.target) == .delivered)
      let row: [String: Any] = [
        "key": message.idempotencyKey, "title": text, "body": text, "link": message.link,
        "scheduled_at": message.scheduledAt,
      ]
      let json = String(decoding: try JSONSerialization.data(withJSONObject: row), as: UTF8.self)
      #expect(await sent.send(.example(json: json), to: try Self.value("SENT")) == .delivered)
    }
  }

  @Test("An unknown recipient is rejected")
  func unknownUser() async throws {
    let outcome = try await Self.channel(try Self.value("STARTTLS")).send(.example(), to: "nobody@example.org")
    #expect(outcome == .gone(reason: "127.0.0.1 refused the mail with 550: 5.1.1 no such user"))
  }

  @Test("A wrong password is not a fault of the message and is not shown")
  func wrongPassword() async throws {
    let outcome = try await Self.channel(try Self.value("STARTTLS"), password: "guess").send(
      .example(), to: Self.target)
    guard case .failed(let reason, nil) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.contains("535"), "\(reason)")
    #expect(!reason.contains("guess"))
  }

  @Test("A server with an untrusted certificate gets no mail", arguments: ["STARTTLS", "SMTPS"])
  func unknownCertificate(encryption: String) async throws {
    let outcome = try await Self.channel(try Self.value(encryption), trusted: false).send(.example(), to: Self.target)
    guard case .failed(let reason, nil) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.hasPrefix("no secure connection to 127.0.0.1"))
  }
}
