import ArgumentParser
import Foundation
import Store

/// The database to change, and the actor.
struct AuthorOptions: ParsableArguments {
  @OptionGroup var store: DatabaseOptions

  @Option(
    help: .say(
      "修改紀錄上的名稱；預設是 FOLKCAL_ACTOR，沒有設定時是登入名稱。",
      "The name that the audit log gets; by default FOLKCAL_ACTOR, else the login name.", valueName: "name"))
  var actor: String?

  /// The actor and time.
  func change(_ time: TimeOptions) throws -> Change {
    try Change(
      actor: Self.name(given: actor), at: time.instant(), today: time.today(), targets: DeliveryEnvironment.targets())
  }

  /// The name of the actor: the given one, that of FOLKCAL_ACTOR, or the login name.
  static func name(given: String? = nil) -> String {
    let environment = ProcessInfo.processInfo.environment
    let name = given ?? environment["FOLKCAL_ACTOR"].flatMap { $0.isEmpty ? nil : $0 } ?? NSUserName()
    return name.isEmpty ? "unknown" : name
  }
}
