import ArgumentParser
import Channels
import Foundation
import Reminders
import Store

/// Sends one user a message now.
///
///     folkcal remind test u42 "Can you read this?"
struct TestMessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Send a user a test message now, by the user's own channel, and say what became of it.",
    discussion: "Channels are configured as for remind deliver. The exit status is 1 where the message was not taken.")

  @Argument(help: "UUID, mail address, or number such as u42.") var user: String
  @Argument(help: "What the message says.") var message: String

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try DeliveryClock.believing(time)
    let now: @Sendable () -> Int = { Int(clock.now()) }
    let templates = try data.templates()
    let queue = ReminderQueue(try data.store.open())
    let environment = try DeliveryEnvironment(now: now)
    let recipient = try queue.recipient(user)
    guard let route = try environment.routes(queue)[recipient.channel] else {
      let needs = DeliveryEnvironment.needs[recipient.channel].map { ", which is not configured: set \($0)" }
      throw Failure.failed("the user's channel is \(recipient.channel)\(needs ?? ", by which nothing is sent")")
    }
    let text = MessageWriter(templates).test(
      message, user: recipient.uuid, channel: recipient.channel, language: recipient.language, now: now())
    let outcome = try Asynchronous.run { await route.attempt(text, to: recipient) }
    try tell(outcome, recipient)
    if outcome != .delivered { throw Failure.failed("the test message was not delivered") }
  }

  private func tell(_ outcome: Outcome, _ recipient: Recipient) throws {
    let (word, reason) =
      switch outcome {
      case .delivered: ("delivered", "")
      case .failed(let reason, _): ("failed", reason)
      case .deferred(let reason, _): ("deferred", reason)
      case .rejected(let reason): ("rejected", reason)
      case .gone(let reason): ("gone", reason)
      }
    if output.json {
      // What jsonl writes is on standard output already.
      return try output.printJSON(["channel": recipient.channel, "outcome": word, "reason": reason])
    }
    print("\(recipient.channel): \(word)" + (reason.isEmpty ? "" : ": \(reason)"))
  }
}

/// A new key pair for Web Push.
///
///     folkcal remind vapid-keys >> /etc/folkcal/environment
struct ApplicationServerKeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vapid-keys",
    abstract: "Make a key pair for Web Push, as lines for the environment.",
    discussion: """
      It is made once: subscriptions are made for one public key, and a new pair loses them all. The private key is a secret.
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    let key = ApplicationServerKey.generate()
    guard !output.json else { return try output.printJSON(["public": key.publicText, "private": key.privateText]) }
    print("# What pages give to pushManager.subscribe as applicationServerKey:")
    print("FOLKCAL_VAPID_PUBLIC_KEY=\(key.publicText)")
    print("# A secret:")
    print("FOLKCAL_VAPID_KEY=\(key.privateText)")
  }
}
