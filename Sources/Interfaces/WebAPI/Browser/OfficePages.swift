import Addresses
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Store
import WebPages

/// The back office: lists and forms of all kinds of records, made from their descriptions.
enum OfficePages {
  static let all = [
    BrowserPage.get("/admin/rule", .role(.reader)) { visit in
      .json(RulePreview(visit.query.first("rule") ?? "", visit, try await visit.service.keeper.current()).json)
    },
    BrowserPage.get("/admin/convert", .role(.reader)) { visit in
      let conversion = LunarConversion(visit.query)
      return .json(["lines": JSON(conversion.lines(visit)), "rule": .text(conversion.rule)])
    },
    BrowserPage.get("/admin/choices/{kind}", .role(.reader)) { visit in
      let entity = try visit.entity()
      var query = ListQuery()
      query.search = visit.query.first("search")
      query.limit = 12
      if entity == .event { query.conditions = [.init(field: "owner", value: "")] }
      guard let search = query.search, !search.isEmpty, search.count <= 100 else { return .json(.list([])) }
      let asked = query
      let page = try await visit.work { try $0.list(entity, asked) }
      return .json(.list(page.records.map { .text("\($0[entity.nameField].text ?? "")（\($0.key)）") }))
    },
    BrowserPage.post("/admin/undo/{id}", .role(.editor)) { visit in
      let (id, change) = (Int(visit.id) ?? 0, visit.change)
      let undone: (entity: Entity, key: String)
      do {
        undone = try await visit.write { try $0.undo(id, of: PageSection.all, change) }
      } catch UndoRefusal.noSuchChange {
        throw PageProblem.notUndone
      } catch UndoRefusal.changedSince(let field) {
        throw PageProblem.changedSince(field: field)
      }
      await visit.refresh()
      let path = "/admin/\(undone.entity.plural)/\(PercentEncoding.encode(undone.key))"
      let isKept = (try? await visit.work { try $0.record(undone.entity, key: undone.key) }) != nil
      return .redirect(to: isKept ? path + "?done=undone" : "/admin/\(undone.entity.plural)?done=undone")
    },
    BrowserPage.get("/admin/new/{kind}", .role(.editor)) { visit in
      try await RecordEditor(visit, try visit.entity(), key: nil).show()
    },
    BrowserPage.post("/admin/new/{kind}", .role(.editor), bodyLimit: ImagePages.uploadLimit) { visit in
      try await RecordEditor(visit, try visit.entity(), key: nil).save()
    },
    BrowserPage.get("/admin/{kind}", .role(.reader)) { visit in
      let name = visit.id
      for (suffix, type) in [(".csv", RecordTable.Format.csv), (".json", .json)] where name.hasSuffix(suffix) {
        let entity = try visit.entity(named: String(name.dropLast(suffix.count)))
        return try await RecordTable(visit, entity).file(as: type)
      }
      return try await RecordTable(visit, try visit.entity()).page()
    },
    BrowserPage.get("/admin/{kind}/{key}", .role(.reader)) { visit in
      try await RecordEditor(visit, try visit.entity(), key: visit.key).show()
    },
    BrowserPage.post("/admin/{kind}/{key}", .role(.editor), bodyLimit: ImagePages.uploadLimit) { visit in
      try await RecordEditor(visit, try visit.entity(), key: visit.key).save()
    },
    BrowserPage.get("/admin/{kind}/{key}/history", .role(.reader), history),
    BrowserPage.get("/admin/{kind}/{key}/remove", .role(.editor)) { visit in
      let (entity, key) = (try visit.entity(), visit.key)
      let (record, references) = try await visit.work { store in
        (try store.shared(entity, key: key), try store.references(to: entity, key: key))
      }
      return .page(
        RemovePage(
          entity, key: key, name: record[entity.nameField].text ?? key, references: references, visit.language),
        section: entity.plural)
    },
    BrowserPage.post("/admin/{kind}/{key}/remove", .role(.editor)) { visit in
      let (entity, key, change) = (try visit.entity(), visit.key, visit.change)
      _ = try await visit.write { store in
        try store.remove(entity, key: store.shared(entity, key: key).key, change)
      }
      await visit.refresh()
      return .redirect(to: "/admin/\(entity.plural)?done=removed")
    },
  ]

  private static func history(_ visit: Visit) async throws -> PageAnswer {
    let (entity, key) = (try visit.entity(), visit.key)
    let (entries, names, record, isOwn) = try await visit.work { store in
      let entries = try store.audit(entity, key: key, limit: 100)
      let kept = try? store.record(entity, key: key)
      let isOwn = entity == .event && kept.map { $0["owner"] != .null } == true
      return (entries, try store.people(Set(entries.map(\.actor))), isOwn ? nil : kept, isOwn)
    }
    // Users' own days are theirs, also those that are gone.
    guard record != nil || (!entries.isEmpty && !isOwn && !entries.contains(where: \.isOfOwnDay)) else {
      throw PageProblem.nothingHere
    }
    // Undoing an addition would be removing the record, which has a page of its own.
    let shown = entries.map { entry in
      HistoryPage.Entry(
        id: visit.role >= .editor && entry.action != "add" ? entry.id : nil, who: names[entry.actor] ?? entry.actor,
        action: entry.action, when: visit.time(entry.at), before: entry.before, after: entry.after, entity,
        visit.clock, visit.language)
    }
    return .page(
      HistoryPage(
        entity, key: key, name: record?[entity.nameField].text ?? key, isKept: record != nil, entries: shown,
        visit.language), section: entity.plural)
  }
}

extension Visit {
  /// The kind of record in the path.
  ///
  /// - Throws: `PageProblem.nothingHere`.
  func entity(named name: String? = nil) throws -> Entity {
    let name = name ?? id
    guard let entity = PageSection.all.first(where: { $0.plural == name }) else { throw PageProblem.nothingHere }
    return entity
  }

  /// The lunar date of a day: `農曆十月廿三`.
  func lunar(_ date: SolarDate) -> String {
    (try? LunisolarCalendar.chinese.lunarDate(on: date))?.text(in: language) ?? ""
  }

  /// What was done before the browser came here.
  var doneNotice: String? {
    switch query.first("done") {
    case "saved": say("已儲存。", "已保存。", "Saved.")
    case "added": say("已新增。", "已新增。", "Added.")
    case "removed": say("已刪除。", "已删除。", "Deleted.")
    case "undone": say("已復原。", "已恢复。", "Undone.")
    default: nil
    }
  }
}

extension Store {
  /// A record that the back office may show: users' own days are theirs.
  func shared(_ entity: Entity, key: String) throws -> Record {
    let record = try record(entity, key: key)
    guard entity != .event || record["owner"] == .null else {
      throw RecordError.noSuchRecord(entity, key: key, similar: [])
    }
    return record
  }
}
