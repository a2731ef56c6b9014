import ArgumentParser
import Foundation
import Store

/// The database to change, and the actor.
struct AuthorOptions: ParsableArguments {
  @OptionGroup var store: DatabaseOptions

  @Option(
    help: ArgumentHelp(
      "The name that the audit log gets; by default FOLKCAL_ACTOR, else the login name.", valueName: "name"))
  var actor: String?

  /// The actor and time.
  func change(_ time: TimeOptions) throws -> Change {
    let environment = ProcessInfo.processInfo.environment
    let name = actor ?? environment["FOLKCAL_ACTOR"].flatMap { $0.isEmpty ? nil : $0 } ?? NSUserName()
    return try Change(
      actor: name.isEmpty ? "unknown" : name, at: time.instant(), today: time.today(),
      targets: DeliveryEnvironment.targets())
  }
}
