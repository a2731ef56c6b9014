internal import Channels

/// How sending a message ended.
struct Attempt: Sendable {
  let message: OutgoingMessage
  let outcome: Outcome
  /// The seconds that it took.
  let seconds: Double
}
