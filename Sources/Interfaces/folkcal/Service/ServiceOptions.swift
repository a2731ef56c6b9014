import ArgumentParser
import Foundation
import Store

/// The parts of a service that run beside the server.
struct ServiceOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-plan"),
    help: .say("不排程提醒，也不清除舊提醒：由其他程式負責。", "Do not plan reminders nor remove old ones: another program does."))
  var noPlan = false

  @Flag(name: .customLong("no-deliver"), help: .say("不送出提醒：由其他程式負責。", "Do not send reminders: another program does."))
  var noDeliver = false

  @Option(
    help: ArgumentHelp.say(
      "SQLite 資料庫每日備份的資料夾；預設為資料庫旁的 backups。",
      "The folder of the daily backups of a SQLite database; by default backups beside it.", valueName: "folder"))
  var backups: String?

  @Flag(name: .customLong("no-backup"), help: .say("不備份。", "Do not make backups."))
  var noBackup = false

  @Flag(
    name: .customLong("renew-temples"),
    help: .say(
      "每個月從內政部的登記冊更新廟宇；不移除任何廟宇。", "Renew the temples from the ministry's register each month; none is removed."))
  var renewTemples = false

  func validate() throws {
    guard backups == nil || !noBackup else {
      throw ValidationError(
        Speech.say("--backups 與 --no-backup 不能同時使用", "--backups and --no-backup exclude each other"))
    }
  }

  /// The folder of the backups of a database file.
  func backupFolder(of url: String) throws -> String {
    try backups ?? (Store.path(of: url) as NSString).deletingLastPathComponent + "/backups"
  }
}
