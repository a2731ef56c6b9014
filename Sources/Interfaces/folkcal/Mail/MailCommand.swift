import ArgumentParser

/// Commands for the mails that come to the operator.
struct MailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mail",
    abstract: Speech.say("處理寄回來的信。", "Read the mails that come back."),
    subcommands: [BouncesCommand.self])
}
