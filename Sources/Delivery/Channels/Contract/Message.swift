public import Folklore

/// What one user is told at one time: one reminder, or the digest of several. Every attempt of one
/// day of the user's sends the same bytes.
public struct Message: Hashable, Sendable {
  /// The same at every attempt, and of no other message: 1 to 64 characters of `A-Z a-z 0-9 _ -`.
  public let idempotencyKey: String
  /// One line.
  public let title: String
  /// A sentence, or a few lines in a digest.
  public let body: String
  /// The deep link into the app: `folklore://event/88`.
  public let link: String
  public let language: Language
  /// When it falls due, in seconds of UTC since 1970.
  public let scheduledAt: Int
  /// When it is of no more use, in seconds of UTC since 1970: push services drop it then.
  public let expiresAt: Int
  /// A JSON object in UTF-8 without line breaks, for programs: what web hooks and lines of JSON carry.
  public let json: [UInt8]

  public init(
    idempotencyKey: String, title: String, body: String, link: String, language: Language, scheduledAt: Int,
    expiresAt: Int, json: [UInt8]
  ) {
    self.idempotencyKey = idempotencyKey
    self.title = title
    self.body = body
    self.link = link
    self.language = language
    self.scheduledAt = scheduledAt
    self.expiresAt = expiresAt
    self.json = json
  }
}
