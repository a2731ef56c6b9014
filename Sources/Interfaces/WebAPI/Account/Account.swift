import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Lunisolar
import Records
import Reminders
import Store
import WebPages

/// What one account holds, from one reading, for its own pages.
struct Account: Sendable {
  let user: Record
  /// The user's own days, and the followed temples.
  let days: PersonalDays
  var own: [Event] { days.own }
  /// Changes with everything that the account's pages show, so that two devices notice each other.
  let revision: String

  init(_ visit: Visit) async throws {
    let key = try visit.person().userUUID
    (user, days, revision) = try await visit.work { store in
      let user = try store.record(.user, key: key)
      return (user, try store.personalDays(of: user), try Self.revision(of: user, store))
    }
  }

  /// The revision alone: pages ask for it often, so the own days are not read.
  static func revision(_ visit: Visit) async throws -> String {
    let key = try visit.person().userUUID
    return try await visit.work { try Self.revision(of: $0.record(.user, key: key), $0) }
  }

  private static func revision(of user: Record, _ store: Store) throws -> String {
    let shown = user.json(without: Entity.user.secretFields.union(["tokens"]))
    return EntityTag(of: shown.json(), try store.ownEventRevisions(of: user)).value
  }

  var settings: JSON { user["settings"] }

  /// The user's own zone; the server's if this machine does not know it.
  func clock(_ visit: Visit) -> ZonedClock { visit.clock(of: user) }

  func wishes(_ data: PublicData) throws -> UserWishes {
    try UserWishes(user, days, shared: data.catalogue)
  }
}

extension Visit {
  /// The user's own zone; the server's if this machine does not know it.
  func clock(of user: Record) -> ZonedClock {
    (try? ZonedClock(identifier: user["time_zone"].text ?? "")) ?? clock
  }

  /// The part of the app to which the page belongs, for its tab.
  var part: String {
    ["/settings", "/choice", "/choose", "/account"].contains { request.uri.path.hasPrefix($0) } ? "choice" : ""
  }

  /// The query of the address with its mark; empty if there is none.
  var queryText: String { request.uri.query.map { "?" + $0 } ?? "" }

  /// The links above a page of the account.
  var aboveSettings: [PageLink] { [PageLink(say("提醒設定", "提醒设置", "Reminders"), "/settings")] }

  /// Changes the account, and tells a script the new revision, or sends a browser to a page.
  ///
  /// - Parameter path: where a browser goes.
  func saved(_ path: String) async throws -> PageAnswer {
    guard acceptsOnlyJSON else { return .redirect(to: path) }
    return .json(["revision": .text(try await Account.revision(self))])
  }

  /// The answer to a script whose change was refused.
  func refused(_ sentence: String) -> PageAnswer {
    .json(["error": .text(sentence)], status: .unprocessableContent)
  }

  /// Changes fields of the account.
  ///
  /// - Throws: `RecordFaults`.
  func editAccount(_ make: @escaping @Sendable (Record) throws -> [Draft.Given]) async throws {
    let (key, change) = (try person().userUUID, change)
    @Sendable func draft(_ user: Record) throws -> Draft { Draft(fields: try make(user)) }
    // Faulty and empty changes need no write transaction.
    if try await work({ try $0.examine(.user, key: key, change, draft) }) != nil { return }
    _ = try await write { try $0.edit(.user, key: key, change, draft) }
  }

  /// Why somebody is reminded of a day.
  func reasons(_ event: Event, _ wishes: UserWishes) -> [String] {
    wishes.reasons(for: event).map { reason in
      switch reason {
      case .own: say("自己的日子", "自己的日子", "own day")
      case .chosen: say("自己選的", "自己选的", "chosen")
      case .group(let group):
        say("群組「", "群组「", "group ") + group.name.text(in: language) + say("」", "」", "")
      case .newMoon: say("初一的開關", "初一的开关", "first of the month")
      case .fullMoon: say("十五的開關", "十五的开关", "fifteenth")
      }
    }
  }
}
