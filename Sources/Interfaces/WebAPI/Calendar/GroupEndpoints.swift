import Folklore
import HTTPTypes
import JSON
import Records
import Store

/// Curated lists of events: `/api/groups`.
enum GroupEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/api/groups", name: "listGroups", summary: "The groups that users can follow.", tag: .groups,
      parameters: [CommonParameters.language.declaration], schema: .list(of: .schema("Group")),
      caching: .shared(seconds: 300), freshness: .day
    ) { call in
      let groups = call.data.groups.filter { $0["is_enabled"] == .flag(true) }
      return .json(.list(groups.map { json(of: $0, call) }))
    },
    Endpoint(
      method: .get, path: "/api/groups/{id}", name: "getGroup", summary: "A group.", tag: .groups,
      parameters: [CommonParameters.id("group", example: "mazu"), CommonParameters.language.declaration],
      schema: .schema("Group"),
      refusals: [.notFound], caching: .shared(seconds: 300), freshness: .day
    ) { call in
      .json(json(of: try call.group(), call))
    },
    Endpoint(
      method: .get, path: "/api/groups/{id}/items", name: "listGroupItems",
      summary: "The events of a group in its own order, deities' days and others apart, each with its next day.",
      tag: .groups,
      parameters: [
        CommonParameters.id("group", example: "mazu"), CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration,
      ],
      schema: .schema("GroupItems"), refusals: [.notFound], caching: .shared(seconds: 300), freshness: .day
    ) { call in
      let events = try call.group()["events"].texts.compactMap { call.data.event($0) }
      let json = EventJSON(call: call)
      return .json([
        "deities": .list(try events.filter { $0.kind == .deity }.map { try json.groupItem($0) }),
        "festivals": .list(try events.filter { $0.kind != .deity }.map { try json.groupItem($0) }),
      ])
    },
  ]

  private static func json(of group: Record, _ call: Call) -> JSON {
    [
      "id": JSON(group.id), "key": .text(group.key), "name": .text(group.name(in: call.language)),
      "description": group["description"], "enabled": group["is_enabled"], "video_url": group["video_url"],
      "created_at": .text(CivilTime.iso(unixTime: group.createdAt)),
      "event_count": .integer(group["events"].texts.count { call.data.event($0) != nil }),
    ]
  }
}

extension Call {
  /// The group in the path.
  fileprivate func group() throws -> Record {
    guard let group = data.group(id) else {
      throw Problem.noSuch(.group, id.prefix(70), listedAt: "/api/groups")
    }
    return group
  }
}
