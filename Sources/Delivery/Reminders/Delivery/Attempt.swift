internal import Channels

/// How sending a message ended.
struct Attempt: Sendable {
  let message: OutgoingMessage
  let outcome: Outcome
  /// The seconds that it took.
  let seconds: Double
  /// How the user's second way ended; nil if it was not tried.
  let fallback: Outcome?
}
