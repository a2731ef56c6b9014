import Records
import TestSupport
import Testing

/// The options of `folkcal admin KIND add` are named like the fields of the kind's record, and given to them by that name.
@Suite("options and fields", .timed)
struct FieldOptionTests {
  /// Of an event `leap` and `short` are parts of the rule; `time_zone` of a user is --user-time-zone, because --time-zone is the operator's.
  @Test(
    "each option that add has for a field is the name of one, and each plain field has an option",
    arguments: [Entity.source, .deity, .event, .temple, .activity, .group, .user])
  func names(entity: Entity) throws {
    let add = try Self.options(entity, "add")
    let common = try Self.options(entity, "remove").union(["--file", "--editor", "--leap", "--short"])
    var named = Set(add.subtracting(common).map { String($0.dropFirst(2)).replacing("-", with: "_") })
    if named.remove("user_time_zone") != nil { named.insert("time_zone") }
    let fields = entity.fields.filter { !$0.isSecret || $0.name == "google_id" }.map(\.name)
    #expect(named.isSubset(of: fields), "\(named.subtracting(fields))")
    // What has parts has commands of its own.
    let lists = [
      "settings", "event_subscriptions", "group_subscriptions", "devices", "tokens", "own_events", "revision",
      // What reports of failed delivery tell; folkcal admin user bounce changes it.
      "bounced_address", "bounced_at", "bounce_reason",
    ]
    #expect(Set(fields).subtracting(lists).isSubset(of: named), "\(Set(fields).subtracting(named))")
  }

  /// The long options that the help of a command names.
  private static func options(_ entity: Entity, _ command: String) throws -> Set<String> {
    let help = try Program.run("admin", entity.rawValue, command, "--help").output
    return Set(help.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
  }
}
