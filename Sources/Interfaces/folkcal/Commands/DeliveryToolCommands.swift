import ArgumentParser
import Channels
import Foundation
import Reminders
import Store

/// Sends one user a message immediately.
///
///     folkcal remind test u42 "Can you read this?"
struct TestMessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Send a user a test message now by the user's channel, and print the result.",
    discussion: "Channels are configured as for remind deliver. The exit status is 1 if the message was not delivered.")

  @Argument(help: "UUID, mail address, or number such as u42.") var user: String
  @Argument(help: "The text of the message.") var message: String

  @OptionGroup var time: TimeOptions
  @OptionGroup var data: DataOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try DeliveryClock.believing(time)
    let now: @Sendable () -> Int = { Int(clock.now()) }
    let templates = try data.templates()
    let queue = ReminderQueue(try data.store.open())
    let messenger = try TestMessenger(queue, DeliveryEnvironment(now: now), MessageWriter(templates), now: now)
    let (text, user) = (message, user)
    let sent = try Asynchronous.run { try await messenger.send(text, to: user) }
    if output.json {
      // The jsonl channel has already written to standard output.
      try output.printJSON(["channel": sent.channel, "outcome": sent.outcome, "reason": sent.reason])
    } else {
      print("\(sent.channel): \(sent.outcome)" + (sent.reason.isEmpty ? "" : ": \(sent.reason)"))
    }
    if !sent.isDelivered { throw Failure.failed("the test message was not delivered") }
  }
}

/// Creates a key pair for Web Push.
///
///     folkcal remind vapid-keys >> /etc/default/folkcal
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
    try output.print(
      public: ("FOLKCAL_VAPID_PUBLIC_KEY", key.publicText), private: ("FOLKCAL_VAPID_KEY", key.privateText),
      use: "What pages give to pushManager.subscribe as applicationServerKey")
  }
}

/// Creates a key pair for web hooks.
///
///     folkcal remind webhook-keys >> /etc/default/folkcal
struct WebhookKeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhook-keys",
    abstract: "Make a key pair that web hooks are signed with, as lines for the environment.",
    discussion: """
      Receivers verify with the public key, which may be shown to anybody. A secret that is shared with them (whsec_) lets each of them sign \
      what the others take for ours.
      """)

  @OptionGroup var output: OutputOptions

  func run() throws {
    let pair = WebhookSecret.generatePair()
    try output.print(
      public: ("FOLKCAL_WEBHOOK_PUBLIC_KEY", pair.public), private: ("FOLKCAL_WEBHOOK_SECRET", pair.secret),
      use: "What receivers verify with (Standard Webhooks, v1a)")
  }
}

extension OutputOptions {
  /// Prints a key pair as lines for the environment, each with a variable and its value.
  ///
  /// - Parameter use: the purpose of the public key.
  fileprivate func print(
    public: (name: String, key: String), private: (name: String, key: String), use: String
  ) throws {
    guard !json else { return try printJSON(["public": `public`.key, "private": `private`.key]) }
    Swift.print("# \(use):\n\(`public`.name)=\(`public`.key)")
    Swift.print("# A secret:\n\(`private`.name)=\(`private`.key)")
  }
}
