public import Folklore

/// A reminder or digest for one user. All attempts of one of the user's days send the same bytes.
public struct Message: Hashable, Sendable {
  /// The same at every attempt and unique: 1 to 64 characters of `A-Z a-z 0-9 _ -`.
  public let idempotencyKey: String
  /// One line.
  public let title: String
  /// A sentence, or a few lines in a digest.
  public let body: String
  /// The deep link into the app: `folklore://event/88`.
  public let link: String
  /// The page of the day on our server: `https://days.example.org/event/88`; nil if there is none for this reader, or the address of the server is
  /// not known.
  public let page: String?
  public let language: Language
  /// The due time, in seconds of UTC since 1970.
  public let scheduledAt: Int
  /// The end of its usefulness, in seconds of UTC since 1970; push services then drop it.
  public let expiresAt: Int
  /// True if it only tells of days ahead, of which their own day may remind again.
  public let isOfDayAhead: Bool
  /// A JSON object in UTF-8 without line breaks, for web hooks and JSON lines.
  public let json: [UInt8]

  public init(
    idempotencyKey: String, title: String, body: String, link: String, language: Language, scheduledAt: Int,
    expiresAt: Int, json: [UInt8], page: String? = nil, isOfDayAhead: Bool = false
  ) {
    self.idempotencyKey = idempotencyKey
    self.title = title
    self.body = body
    self.link = link
    self.language = language
    self.scheduledAt = scheduledAt
    self.expiresAt = expiresAt
    self.json = json
    self.page = page
    self.isOfDayAhead = isOfDayAhead
  }

  /// What a person opens who may not have the app.
  var address: String { page ?? link }
}
