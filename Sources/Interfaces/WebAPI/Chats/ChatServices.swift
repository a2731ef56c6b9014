/// The services on which people write to us; nil for one that is not configured.
package struct ChatServices: Sendable {
  package var line: LineAccess?
  package var telegram: TelegramAccess?

  package init(line: LineAccess? = nil, telegram: TelegramAccess? = nil) {
    self.line = line
    self.telegram = telegram
  }
}
