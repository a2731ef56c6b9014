import ArgumentParser

/// Reminders: who is told what, and when.
struct RemindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind", abstract: "Plan and preview reminders.", subcommands: [PreviewCommand.self])
}
