import Addresses
import Folklore
import HTTPTypes
import JSON
import Records
import Store
import WebPages

/// The log of all changes: `/admin/changes`.
enum ChangePages {
  static let all = [
    BrowserPage.get("/admin/changes", .role(.admin)) { visit in try await list(visit) }
  ]

  private static let pageSize = 25
  private static func list(_ visit: Visit) async throws -> PageAnswer {
    let known = PageSection.all.map(\.rawValue) + [Entity.user.rawValue] + AuditEntry.otherKinds
    let kind = visit.query.first("kind").flatMap { known.contains($0) ? $0 : nil }
    let key = (visit.query.first("key") ?? "").trimmed
    let actor = (visit.query.first("actor") ?? "").trimmed
    let before = visit.query.first("before").flatMap { Int($0) }
    let (entries, people) = try await visit.work { store in
      // A person may be given by mail address too.
      let who =
        actor.contains("@") ? (try? store.record(.user, key: actor)).flatMap { $0.id.map { "u\($0)" } } ?? actor : actor
      let entries = try store.audit(
        kind: kind, key: key.isEmpty ? nil : key, actor: who.isEmpty ? nil : who, limit: pageSize + 1, before: before)
      return (entries, try store.people(Set(entries.map(\.actor))))
    }
    var filters = PageBlock(visit.say("條件", "条件", "Filter"))
    filters.isBare = true
    filters.forms = [
      PageForm(
        "/admin/changes", method: .get,
        [
          PageField(
            "kind", visit.say("種類", "种类", "Kind"),
            .choice([("", visit.say("全部", "全部", "All"))] + known.map { ($0, name(of: $0, visit)) }), value: kind ?? ""),
          PageField("key", visit.say("代號", "代号", "Key"), .search, value: key),
          PageField(
            "actor", visit.say("誰（電子郵件或 u12）", "谁（电子邮件或 u12）", "Who (mail address or u12)"), .search, value: actor),
        ], buttons: [PageButton(visit.say("篩選", "筛选", "Apply"), isMain: false)])
    ]
    var blocks = [filters]
    blocks += entries.prefix(pageSize).map { block($0, people, visit) }
    if entries.isEmpty {
      var nothing = PageBlock(visit.say("沒有符合的修改。", "没有符合的修改。", "No change matches."))
      nothing.lines = [visit.say("請改一下條件。", "请改一下条件。", "Change the filter.")]
      blocks.append(nothing)
    }
    if entries.count > pageSize {
      let pairs = [("kind", kind ?? ""), ("key", key), ("actor", actor), ("before", "\(entries[pageSize - 1].id)")]
      blocks[blocks.count - 1].links.append(
        PageLink(
          visit.say("更早的", "更早的", "Earlier ones"),
          "/admin/changes?" + PercentEncoding.query(pairs),
          .button))
    }
    return .page(
      SectionPage(visit.language, title: visit.say("修改紀錄", "修改记录", "Changes"), blocks), section: "changes")
  }

  private static func name(of kind: String, _ visit: Visit) -> String {
    if let entity = PageSection.all.first(where: { $0.rawValue == kind }) { return entity.title(in: visit.language) }
    return switch kind {
    case "user": visit.say("使用者", "用户", "Users")
    case "token": visit.say("權杖", "令牌", "Tokens")
    case "reminder": visit.say("提醒", "提醒", "Reminders")
    case "hold": visit.say("暫停送出", "暂停送出", "Holds of delivery")
    case "image": visit.say("圖片", "图片", "Pictures")
    default: kind
    }
  }

  private static func block(_ entry: AuditEntry, _ people: [String: String], _ visit: Visit) -> PageBlock {
    let entity = PageSection.all.first { $0.rawValue == entry.entity }
    let shown = HistoryPage.Entry(
      id: nil, who: people[entry.actor] ?? entry.actor, action: entry.action, when: visit.time(entry.at),
      before: entry.before, after: entry.after, entity, visit.clock, visit.language)
    var block = PageBlock(
      visit.say(
        "\(shown.title)「\(name(of: entry.entity, visit))：\(entry.key)」",
        "\(shown.title)「\(name(of: entry.entity, visit))：\(entry.key)」",
        "\(shown.title): \(name(of: entry.entity, visit)), \(entry.key)"))
    block.lines = [shown.when]
    block.table = PageTable(
      [visit.say("欄位", "字段", "Field"), visit.say("修改前", "修改前", "Before"), visit.say("修改後", "修改后", "After")],
      shown.rows.map { row in
        guard entry.entity == "reminder" else {
          return PageTable.Row([.init(row.label), .init(row.before), .init(row.after)])
        }
        func name(_ status: String) -> String {
          ReminderStatus(rawValue: status).map { ReminderWords.name(of: $0, visit.language) } ?? status
        }
        return PageTable.Row([.init(visit.say("狀態", "状态", "Status")), .init(name(row.before)), .init(name(row.after))])
      },
      nothing: visit.say("沒有欄位。", "没有字段。", "No fields."))
    switch entry.entity {
    case "reminder": block.links = [PageLink(visit.say("打開", "打开", "Open"), "/admin/reminders/" + entry.key, .button)]
    case "user": block.links = [PageLink(visit.say("打開", "打开", "Open"), "/admin/users/" + entry.key, .button)]
    default: break
    }
    if let entity {
      let path = "/admin/\(entity.plural)/\(PercentEncoding.encode(entry.key))"
      block.links = [
        PageLink(visit.say("打開", "打开", "Open"), path, .button, heard: entry.key),
        PageLink(visit.say("記錄與復原", "记录与恢复", "Changes, undo"), path + "/history", .button, heard: entry.key),
      ]
    }
    return block
  }
}
