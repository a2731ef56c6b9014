/// What a mail offers besides its message: leaving the mails, and changing how one is told.
public struct MailLinks: Hashable, Sendable {
  /// For mail programs; nil omits the headers.
  public let unsubscribe: UnsubscribeLinks?
  /// The page on which the reader leaves; nil if there is none.
  public let leave: String?
  /// The page from which the reader comes to ways and settings; nil if there is none.
  public let change: String?

  /// - Parameter leave: by default the link for mail programs.
  public init(unsubscribe: UnsubscribeLinks? = nil, leave: String? = nil, change: String? = nil) {
    self.unsubscribe = unsubscribe
    self.leave = leave ?? unsubscribe?.web
    self.change = change
  }

  public static let none = MailLinks()
}
