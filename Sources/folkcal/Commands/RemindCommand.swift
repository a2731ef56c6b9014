import ArgumentParser

/// Reminders: who is told what, and when.
struct RemindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind", abstract: "Preview, send and try reminders.",
    subcommands: [PreviewCommand.self, DeliverCommand.self, TestMessageCommand.self, ApplicationServerKeysCommand.self])
}
