import ArgumentParser

/// Commands for reminders.
struct RemindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind",
    abstract: Speech.say("排程、預覽、送出與管理提醒。", "Plan, preview, deliver and manage reminders."),
    subcommands: [
      PlanCommand.self, PreviewCommand.self, ReminderListCommand.self, ReminderShowCommand.self, DeliverCommand.self,
      TestMessageCommand.self, ApplicationServerKeysCommand.self, WebhookKeysCommand.self,
      TelegramWebhookCommand.self, RetryCommand.self, CancelCommand.self, MarkSentCommand.self,
      PauseCommand.self, ResumeCommand.self, HoldCommand.self, ReleaseCommand.self, CleanupCommand.self,
      HookCommand.self,
      ReminderStatisticsCommand.self,
    ])
}
