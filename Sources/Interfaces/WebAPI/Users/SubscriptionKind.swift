import Folklore
import HTTPTypes
import JSON
import Records
import Store

/// A kind of subscription, to an event or a group, with its JSON and changes.
enum SubscriptionKind: String, Sendable {
  case event, group

  /// The field of a user.
  var field: String { rawValue + "_subscriptions" }

  /// An entry of that field.
  func entry(_ key: String, isEnabled: Bool) -> JSON {
    .object([JSON.Member(rawValue, .text(key)), JSON.Member("is_enabled", .flag(isEnabled))])
  }

  /// The subscriptions as the API shows them.
  func list(of user: Record, _ call: Call) -> JSON {
    .list(
      user[field].list.map { item in
        let key = item[rawValue].text ?? ""
        let (id, name) = described(key, call)
        return .object([
          JSON.Member(rawValue + "_id", JSON(id)), JSON.Member(rawValue, .text(key)),
          JSON.Member(self == .event ? "title" : "name", JSON(name)), JSON.Member("enabled", item["is_enabled"]),
        ])
      })
  }

  private func described(_ key: String, _ call: Call) -> (id: Int?, name: String?) {
    switch self {
    case .event:
      let event = call.data.catalogue.event(key)
      return (event?.id, event?.title.text(in: call.language))
    case .group:
      let group = call.data.groups.first { $0.key == key }
      return (
        group?.id, group?.name(in: call.language) ?? call.data.temple(ofGroup: key)?.name(in: call.language)
      )
    }
  }

  /// Changes the named subscriptions, all or none.
  func change(_ call: Call) async throws -> Answer {
    guard case .list(let items) = try await call.object(["subscriptions"])["subscriptions"] else {
      throw Problem.field(
        "subscriptions", .missingValue, "沒有寫，或不是清單", "is missing, or is not a list", .unprocessableContent)
    }
    guard items.count <= 1_000 else {
      throw Problem.field(
        "subscriptions", .tooManyValues, "超過 1000 個", "are more than 1000", .unprocessableContent)
    }
    let changes = try items.enumerated().map { try change($1, "subscriptions[\($0)]", call) }
    if self == .group {
      let (keys, change) = (changes.map(\.key), call.change)
      try await call.write { try $0.openTemples(ofGroups: keys, change) }
    }
    let user = try await call.editUser { user in
      var list = user[field].list
      for (key, isEnabled) in changes {
        let place = list.firstIndex { $0[rawValue] == .text(key) }
        switch (place, isEnabled) {
        case (let place?, nil): list.remove(at: place)
        case (let place?, let flag?): list[place] = list[place].setting("is_enabled", .flag(flag))
        case (nil, let flag?):
          list.append(entry(key, isEnabled: flag))
        case (nil, nil): break
        }
      }
      return [Draft.Given(field, .list(list))]
    }
    return .json(self.list(of: user, call))
  }

  /// One change: the key, and whether it is followed; nil to remove the entry.
  private func change(_ item: JSON, _ place: String, _ call: Call) throws -> (key: String, isEnabled: Bool?) {
    func fail(_ code: Problem.Code, _ chinese: String, _ english: String) -> Problem {
      .field(place, code, chinese, english, .unprocessableContent)
    }
    for member in item.members where ![rawValue, rawValue + "_id", "enabled"].contains(member.name) {
      throw fail(
        .unknownMember, "沒有欄位 \(member.name.prefix(50))", "no such member as \(member.name.prefix(50))")
    }
    let name: String
    switch (item[rawValue], item[rawValue + "_id"]) {
    case (.text(let key), .null): name = key
    case (.null, .integer(let id)): name = "\(id)"
    default:
      throw fail(
        .missingValue, "需要編號 \(rawValue)_id 或代號 \(rawValue)", "needs \(rawValue)_id, a number, or \(rawValue), a key")
    }
    let isEnabled: Bool?
    switch item.members.first(where: { $0.name == "enabled" })?.value {
    case nil: isEnabled = true
    case .null: isEnabled = nil
    case .flag(let flag): isEnabled = flag
    default:
      throw fail(
        .invalidValue, "enabled 必須是 true、false 或 null", "enabled is none of true, false, null")
    }
    guard let key = key(of: name, call) else {
      let kind: Problem.RecordKind = self == .event ? .event : .group
      throw fail(
        .noSuchRecord, "\(kind.chinese)「\(name.prefix(70))」不存在", "\(rawValue) \"\(name.prefix(70))\" does not exist")
    }
    return (key, isEnabled)
  }

  private func key(of name: String, _ call: Call) -> String? {
    switch self {
    case .event: call.data.event(name)?.key
    case .group: call.data.groupKey(name)
    }
  }
}
