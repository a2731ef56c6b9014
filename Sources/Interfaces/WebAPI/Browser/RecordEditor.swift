import Addresses
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Store
import WebPages

/// Shows and saves the form of one record.
struct RecordEditor {
  let visit: Visit
  let entity: Entity
  /// Nil for a new record.
  let key: String?

  init(_ visit: Visit, _ entity: Entity, key: String?) {
    self.visit = visit
    self.entity = entity
    self.key = key
  }

  /// The record as it is kept.
  private struct Kept: Sendable {
    let record: Record
    let values: FormValues
    let tag: String
    let history: [EditPage.Change]
    /// Who changed it last.
    let author: String
  }

  // MARK: Showing

  func show() async throws -> PageAnswer {
    guard let kept = try await kept() else {
      var blank = FormValues(blank, of: entity, names: [:], clock: visit.clock)
      // Links from elsewhere can fill in fields: /admin/new/activities?temple=longshan
      for pair in visit.query.pairs where entity.fields.contains(where: { $0.name == pair.name }) {
        blank.set(pair.name, [pair.value])
      }
      var content = EditPage.Content()
      if let key = visit.query.first("copy") { (blank, content.notice) = try await copied(key) }
      return try await page(blank, content, kept: nil)
    }
    var content = EditPage.Content()
    content.tag = kept.tag
    content.notice = visit.doneNotice
    return try await page(kept.values, content, kept: kept)
  }

  /// The values of a record for another one like it. A single activity moves to the next year.
  private func copied(_ key: String) async throws -> (FormValues, notice: String) {
    let (entity, visit) = (entity, visit)
    let (record, names) = try await visit.work { store in
      let record = try store.shared(entity, key: key)
      return (record, try store.names(of: Self.referred([record.json], of: entity)))
    }
    var members = record.json.members.filter { $0.name != "id" && $0.name != entity.keyName }
    members.append(.init(entity.keyName, .null))
    let name = record[entity.nameField].text ?? key
    var notice = visit.say(
      "這是「\(name)」的複本，還沒有儲存。", "这是「\(name)」的副本，还没有保存。", "This is a copy of “\(name)”. It is not saved yet.")
    if entity == .activity, let next = NextYear(record, visit.clock) {
      members.removeAll { $0.name == "start_at" || $0.name == "end_at" }
      members.append(.init("start_at", .text(CivilTime.iso(unixTime: next.start))))
      members.append(.init("end_at", JSON(next.end.map { CivilTime.iso(unixTime: $0) })))
      let day = visit.clock.local(at: next.start).date
      notice += visit.say(
        "時間改到明年同一個農曆日：\(day)（\(visit.lunar(day))）。", "时间改到明年同一个农历日：\(day)（\(visit.lunar(day))）。",
        " It moved to the same lunar day of the next year: \(day) (\(visit.lunar(day))).")
    } else if entity == .activity {
      notice += visit.say(
        "它依規則每年重複，通常不需要複製。", "它依规则每年重复，通常不需要复制。", " It comes back every year by its rule, so a copy is seldom needed.")
    }
    return (FormValues(.object(members), of: entity, names: names, clock: visit.clock), notice)
  }

  /// The values of a new record: the defaults.
  private var blank: JSON {
    .object(entity.fields.map { JSON.Member($0.name, $0.defaultValue) })
  }

  private func page(
    _ values: FormValues, _ content: EditPage.Content, kept: Kept?, status: HTTPResponse.Status = .ok
  ) async throws -> PageAnswer {
    var content = content
    content.beside = try await beside(values, kept)
    if entity == .activity, let key, visit.role >= .editor {
      content.copyAddress = "/admin/new/activities?copy=" + PercentEncoding.encode(key)
    }
    content.mayWrite = visit.role >= .editor
    content.tiles = visit.service.configuration.mapTiles.map { ($0.address, $0.credit) }
    content.history = kept?.history ?? []
    if entity.fields.contains(where: { $0.name == "rule" }) {
      let conversion = LunarConversion(visit.form.first("_month") == nil ? visit.query : visit.form)
      content.convert = Converter(
        visit.language, month: conversion.month, day: conversion.day, isLeap: conversion.isLeap,
        year: conversion.year ?? visit.lunarYear,
        lines: visit.form.first("_do") == "convert" ? conversion.lines(visit) : [])
    }
    return .page(
      EditPage(
        entity, key: key, name: kept?.record[entity.nameField].text ?? key ?? "", values, content, visit.language,
        text: { $0.problem(in: visit.language) }), section: entity.plural, status: status)
  }

  /// What the server says beside the form: a place that is not where the county is, the coming year of a group.
  private func beside(_ values: FormValues, _ kept: Kept?) async throws -> [PageBlock] {
    var blocks: [PageBlock] = []
    if let point = values.coordinate {
      let check = try await PositionCheck(point, county: values.text("county"), visit)
      if !check.fits {
        var block = PageBlock(visit.say("位置與縣市不合", "位置与县市不合", "Place and county do not fit"))
        block.isWarning = true
        block.lines = [check.note]
        blocks.append(block)
      }
    }
    if entity == .group, let group = kept?.record { blocks.append(try await comingYear(of: group)) }
    return blocks
  }

  private func comingYear(of group: Record) async throws -> PageBlock {
    let catalogue = try await visit.service.keeper.current().catalogue
    let (today, language) = (visit.moment.today, visit.language)
    var days: [(date: SolarDate, event: Event)] = []
    let events = RegionFilter.all.events(of: group["events"].texts.compactMap { catalogue.event($0) })
    for event in events where event.isEnabled {
      let found = try event.rule.occurrences(in: today...today.advanced(by: 365), calendar: LunisolarCalendar.chinese)
      days += found.map { ($0.date, event) }
    }
    var block = PageBlock(visit.say("未來一年", "未来一年", "The coming year"))
    block.table = PageTable(
      [visit.say("國曆", "公历", "Date"), visit.say("日子", "日子", "Day")],
      days.sorted { $0.date < $1.date }.map { day in
        PageTable.Row([
          .init("\(day.date)", note: visit.lunar(day.date)),
          .init(day.event.title.text(in: language), address: "/admin/events/\(PercentEncoding.encode(day.event.key))"),
        ])
      }, nothing: visit.say("沒有日子。", "没有日子。", "There is no day."))
    return block
  }

  private func kept() async throws -> Kept? {
    guard let key else { return nil }
    let (entity, visit) = (entity, visit)
    return try await visit.work { store in
      let record = try store.shared(entity, key: key)
      let names = try store.names(of: Self.referred([record.json], of: entity))
      let entries = try store.audit(entity, key: key, limit: 5)
      let people = try store.people(Set(entries.map(\.actor)))
      let history = entries.map { entry in
        EditPage.Change(
          who: people[entry.actor] ?? entry.actor, what: HistoryWords.action(entry.action, visit.language),
          when: visit.time(entry.at))
      }
      return Kept(
        record: record, values: FormValues(record.json, of: entity, names: names, clock: visit.clock),
        tag: Self.tag(of: record), history: history,
        author: entries.first.map { people[$0.actor] ?? $0.actor } ?? "")
    }
  }

  /// Names a state of a record.
  private static func tag(of record: Record) -> String { EntityTag(of: record.json.json()).value }

  /// The keys that records refer to.
  static func referred(_ records: [JSON], of entity: Entity) -> [Entity: Set<String>] {
    var keys: [Entity: Set<String>] = [:]
    func add(_ value: JSON, _ kind: FieldKind) {
      switch kind {
      case .reference(let other): if let key = value.text { keys[other, default: []].insert(key) }
      case .references(let other): keys[other, default: []].formUnion(value.texts)
      case .objects(let fields): for item in value.list { for field in fields { add(item[field.name], field.kind) } }
      default: break
      }
    }
    for record in records { for field in entity.fields { add(record[field.name], field.kind) } }
    return keys
  }

  // MARK: Saving

  func save() async throws -> PageAnswer {
    var values = FormValues(visit.form, of: entity)
    var content = EditPage.Content()
    content.tag = visit.form.first("_tag") ?? ""
    content.isTyped = true
    let kept = try await kept()
    if let action = visit.form.first("_do") {
      values.apply(action)
      if action == "use" { values.set("rule", [LunarConversion(visit.form).rule]) }
      return try await page(values, content, kept: kept)
    }
    if let kept {
      for field in visit.form.all("_theirs") { values.take(field, from: kept.values) }
    }
    let refused = try await keepPictures(in: &values)
    if entity == .temple, !values.isBlank("lat"),
      values.isBlank("coordinate_quality") || values.has("coordinate_quality", "missing")
    {
      // Whoever gives a place need not say too that there is one.
      values.set("coordinate_quality", ["ok"])
    }
    let (draft, faults) = values.draft(by: visit.reader(try await visit.service.keeper.current()))
    let unreadable = faults + refused
    content.faults = unreadable
    let (entity, key, change, given) = (entity, key, visit.change, draft)
    guard unreadable.isEmpty else {
      // What else is wrong is said at once.
      content.faults += await self.faults(given, change, besides: unreadable)
      return try await page(values, content, kept: kept, status: .unprocessableContent)
    }
    do {
      if visit.form.first("_twice") != "on" {
        let twice = try await visit.work { try $0.lookingTwice(entity, given, key: key, change) }
        if !twice.isEmpty {
          content.twice = twice.map { record in
            EditPage.Link(
              address: "/admin/\(entity.plural)/\(PercentEncoding.encode(record.key))",
              name: record[entity.nameField].text ?? record.key)
          }
          return try await page(values, content, kept: kept, status: .conflict)
        }
      }
      guard let key else { return try await add(given) }
      let tag = content.tag
      _ = try await visit.write { store in
        try store.edit(entity, key: store.shared(entity, key: key).key, change) { old in
          guard Self.tag(of: old) == tag else { throw ChangedMeanwhile() }
          return given
        }
      }
      await visit.refresh()
      return .redirect(to: "/admin/\(entity.plural)/\(PercentEncoding.encode(key))?done=saved")
    } catch let faults as RecordFaults {
      content.faults = faults.faults
      return try await page(values, content, kept: kept, status: .unprocessableContent)
    } catch is ChangedMeanwhile {
      // The next save replaces what is shown here, and nothing later.
      let now = try await self.kept()
      content.saved = now?.values
      content.savedBy = now?.author ?? ""
      content.tag = now?.tag ?? ""
      return try await page(values, content, kept: now, status: .preconditionFailed)
    }
  }

  /// Keeps the pictures that came with the form, and puts their addresses into its fields.
  ///
  /// - Returns: what is wrong with them.
  private func keepPictures(in values: inout FormValues) async throws -> [RecordFault] {
    var faults: [RecordFault] = []
    for field in entity.fields {
      guard let file = visit.form.file("_file." + field.name) else { continue }
      do {
        values.set(field.name, [try await visit.keep(file.bytes)])
      } catch let fault as UploadFault {
        faults.append(RecordFault(field: field.name, fault.text(.english), fault.text(.traditionalChinese)))
      }
    }
    return faults
  }

  private struct ChangedMeanwhile: Error {}

  /// What the store says against a draft.
  private func faults(_ draft: Draft, _ change: Change, besides known: [RecordFault]) async -> [RecordFault] {
    let (entity, key) = (entity, key)
    let names = Set(known.map(\.field))
    do {
      try await visit.work { store in
        guard let key else { return try store.examine(new: draft, of: entity, change) }
        _ = try store.examine(entity, key: key, change) { _ in draft }
      }
    } catch let faults as RecordFaults {
      return faults.faults.filter { !names.contains($0.field) }
    } catch {}
    return []
  }

  private func add(_ draft: Draft) async throws -> PageAnswer {
    let (entity, change) = (entity, visit.change)
    let added = try await visit.write { try $0.add([draft], to: entity, change) }
    await visit.refresh()
    return .redirect(to: "/admin/\(entity.plural)/\(PercentEncoding.encode(added.first?.key ?? ""))?done=added")
  }
}
