import ArgumentParser
import Foundation
import Store

/// The parts of a service that run beside the server.
struct ServiceOptions: ParsableArguments {
  @Flag(name: .customLong("no-plan"), help: "Do not plan reminders nor remove old ones: another program does.")
  var noPlan = false

  @Flag(name: .customLong("no-deliver"), help: "Do not send reminders: another program does.")
  var noDeliver = false

  @Option(
    help: ArgumentHelp(
      "The folder of the daily backups of a SQLite database; by default backups beside it.", valueName: "folder"))
  var backups: String?

  @Flag(name: .customLong("no-backup"), help: "Do not make backups.")
  var noBackup = false

  func validate() throws {
    guard backups == nil || !noBackup else {
      throw ValidationError("--backups and --no-backup exclude each other")
    }
  }

  /// The folder of the backups of a database file.
  func backupFolder(of url: String) throws -> String {
    try backups ?? (Store.path(of: url) as NSString).deletingLastPathComponent + "/backups"
  }
}
