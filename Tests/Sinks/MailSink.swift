internal import Foundation
internal import Glibc
internal import Synchronization

/// A mail server for tests on 127.0.0.1, without encryption. It stores mail, or rejects it by a script.
///
///     let sink = try MailSink { $0.hasPrefix("RCPT") ? "550 5.1.1 no such user" : nil }
public final class MailSink: Sendable {
  /// The answer to a command; nil for the answer of success. The script also gets `(greeting)` and `(message)`, which are not commands.
  public typealias Script = @Sendable (_ command: String) -> String?

  public struct Mail: Sendable {
    public let sender: String
    public let recipients: [String]
    /// The original message, without the doubled dots of SMTP.
    public let message: [UInt8]
  }

  /// `smtp://127.0.0.1:54321`
  public let url: String
  private let listener: ListeningSocket
  private let desk = Desk()

  public init(answering script: @escaping Script = { _ in nil }) throws {
    let listener = try ListeningSocket()
    self.listener = listener
    url = "smtp://127.0.0.1:\(listener.port)"
    Thread.detachNewThread { [desk] in
      while let connection = listener.accept() {
        Thread.detachNewThread {
          var talk = MailTalk(connection: connection, script: script)
          talk.hold(desk)
          Glibc.close(connection)
        }
      }
    }
  }

  deinit {
    listener.close()
  }

  public var mails: [Mail] { desk.mails.withLock { $0 } }
  /// All received commands.
  public var commands: [String] { desk.commands.withLock { $0 } }

  fileprivate final class Desk: Sendable {
    let mails = Mutex<[Mail]>([])
    let commands = Mutex<[String]>([])
  }
}

/// One connection of a mail sink.
private struct MailTalk {
  let connection: Int32
  let script: MailSink.Script
  private var unread: [UInt8] = []
  private var sender = ""
  private var recipients: [String] = []

  init(connection: Int32, script: @escaping MailSink.Script) {
    self.connection = connection
    self.script = script
  }

  mutating func hold(_ desk: MailSink.Desk) {
    guard say("(greeting)", or: "220 sink.example ESMTP") else { return }
    while let line = readLine() {
      let command = String(decoding: line, as: UTF8.self)
      desk.commands.withLock { $0.append(command) }
      let word = command.prefix(4).uppercased()
      switch word {
      case "EHLO", "HELO": guard say(command, or: "250-sink.example\r\n250 8BITMIME") else { return }
      case "MAIL":
        (sender, recipients) = (Self.path(command), [])
        guard say(command, or: "250 2.1.0 sender taken") else { return }
      case "RCPT":
        recipients.append(Self.path(command))
        guard say(command, or: "250 2.1.5 recipient taken") else { return }
      case "DATA":
        guard say(command, or: "354 go on") else { return }
        guard script(command) == nil else { continue }
        guard let message = readMessage() else { return }
        if script("(message)") == nil {
          desk.mails.withLock {
            $0.append(MailSink.Mail(sender: sender, recipients: recipients, message: message))
          }
        }
        guard say("(message)", or: "250 2.0.0 taken") else { return }
      case "QUIT":
        _ = say(command, or: "221 goodbye")
        return
      default: guard say(command, or: "250 fine") else { return }
      }
    }
  }

  /// The text between angle brackets.
  private static func path(_ command: String) -> String {
    String(command.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
  }

  private func say(_ command: String, or usual: String) -> Bool {
    let bytes = Array(((script(command) ?? usual) + "\r\n").utf8)
    return Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  private mutating func readMessage() -> [UInt8]? {
    var message: [UInt8] = []
    while let line = readLine() {
      if line == [0x2E] { return message }
      message += (line.first == 0x2E ? line.dropFirst() : line[...]) + [0x0D, 0x0A]
    }
    return nil
  }

  /// The bytes up to CR LF, without it.
  private mutating func readLine() -> [UInt8]? {
    while true {
      if let end = unread.indices.dropFirst().first(where: { unread[$0] == 0x0A && unread[$0 - 1] == 0x0D }) {
        defer { unread.removeFirst(end + 1) }
        return Array(unread[..<(end - 1)])
      }
      var piece = [UInt8](repeating: 0, count: 16_384)
      let count = recv(connection, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      unread += piece.prefix(count)
    }
  }
}
