import JSON
import Records

/// The three-way merge of one record: the source's last entry, its new entry, and the database.
///
/// A temple can have two sources, the shipped data and a register. A source's value is not an operator's edit for the other source, and the
/// later change counts.
struct FieldMerge {
  /// Fields that only sources have changed.
  private(set) var given: [Draft.Given] = []
  /// Fields that both source and operator changed, with the source's values; they stay.
  private(set) var kept: [JSON.Member] = []
  /// Fields of a group that stay because the source changed only a part of the group.
  private(set) var incomplete: [JSON.Member] = []

  private let entry: JSON
  private let base: JSON?
  private let others: [JSON]
  private let record: Record

  /// - Parameters:
  /// - entry: the source's new and earlier values.
  /// - base: the source's last entry; nil for a record that is new to it. Then only empty fields are filled.
  /// - others: the last entries of other sources.
  init(_ entry: JSON, base: JSON?, others: [JSON] = [], _ record: Record) {
    self.entry = entry
    self.base = base
    self.others = others
    self.record = record
    let groups = FieldGroup.of(record.entity)
    for group in groups { merge(group) }
    let grouped = Set(groups.flatMap(\.names))
    for member in entry.members where !grouped.contains(member.name) { merge(member) }
    let order = Dictionary(
      entry.members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    kept.sort { order[$0.name, default: 0] < order[$1.name, default: 0] }
  }

  // MARK: Single fields

  private mutating func merge(_ member: JSON.Member) {
    guard let field = mergedField(member.name) else { return }
    let (now, offered) = (record[field.name], held(member.value, field))
    guard offered != now else { return }
    let was = said(field, in: base)
    if let was {
      guard offered != was else { return }
    } else if isEmpty(now, field) {
      given.append(Draft.Given(member.name, member.value))
      return
    }
    if isEdited(field) {
      kept.append(member)
    } else if let was, now == was || !isEmpty(offered, field) {
      // This source must not remove another source's value.
      given.append(Draft.Given(member.name, member.value))
    }
  }

  /// A field that merging may change; not the number or key.
  private func mergedField(_ name: String) -> Field? {
    guard name != "id", name != record.entity.keyName else { return nil }
    return record.entity.index(of: name).map { record.entity.fields[$0] }
  }

  /// A value in the record's form, so that 25 equals 25.0.
  private func held(_ value: JSON, _ field: Field) -> JSON {
    let value = (try? field.kind.checked(value, isText: false)) ?? value
    if record.entity == .temple, field.name == "county", let county = value.text {
      return .text(Record.countyName(county))
    }
    return value == .null ? field.defaultValue : value
  }

  /// The source's value of a field; nil if it has none.
  private func said(_ field: Field, in source: JSON?) -> JSON? {
    source?.members.first { $0.name == field.name }.map { held($0.value, field) }
  }

  private func isEmpty(_ value: JSON, _ field: Field) -> Bool {
    value == field.defaultValue || (field.name == FieldGroup.quality && value == .text("missing"))
  }

  /// True if a field still has the source's value.
  private func isOwn(_ field: Field) -> Bool {
    let now = record[field.name]
    if now == said(field, in: base) ?? field.defaultValue { return true }
    // Without a source's value, the writer sets the quality.
    return field.name == FieldGroup.quality && said(field, in: base) == nil && now == record.unsaidQuality
  }

  /// True if an operator wrote a field.
  private func isEdited(_ field: Field) -> Bool {
    guard !isOwn(field) else { return false }
    let now = record[field.name]
    // An empty field was emptied by an operator.
    return isEmpty(now, field) || !others.contains { said(field, in: $0) == now }
  }

  // MARK: Groups of fields

  /// Takes all fields of a group or none, so that an address never gets another source's coordinates.
  private mutating func merge(_ group: FieldGroup) {
    let fields = group.names.compactMap(mergedField)
    let offered = Dictionary(
      uniqueKeysWithValues: fields.compactMap { field in said(field, in: entry).map { (field.name, $0) } })
    func now(_ field: Field) -> JSON { record[field.name] }
    func differs(_ field: Field) -> Bool { offered[field.name].map { $0 != now(field) } ?? false }
    /// True if the source gives the main fields of the group.
    func leads(_ fits: (Field, JSON) -> Bool) -> Bool {
      fields.allSatisfy { field in
        guard group.leading.contains(field.name), !isEmpty(now(field), field) else { return true }
        return offered[field.name].map { fits(field, $0) } ?? false
      }
    }
    let changed = fields.filter { differs($0) && offered[$0.name] != said($0, in: base) }
    guard !changed.isEmpty else { return }
    let members = changed.map { JSON.Member($0.name, entry[$0.name]) }
    if fields.contains(where: { isEdited($0) && offered[$0.name] != now($0) }) {
      kept += members
    } else if !fields.contains(where: { said($0, in: base) != nil }) {
      // First values: fill empty fields if all others are equal.
      let empty = fields.filter { isEmpty(now($0), $0) }
      let isSame = fields.allSatisfy { isEmpty(now($0), $0) || !differs($0) || $0.name == FieldGroup.quality }
      if isSame, leads({ _, _ in true }) { give(empty.filter(differs)) }
    } else if fields.allSatisfy(isOwn) {
      give(fields.filter(differs))
    } else if leads({ field, value in !isEmpty(value, field) }) {
      give(fields.filter { differs($0) || (offered[$0.name] == nil && !isEmpty(now($0), $0)) })
    } else {
      incomplete += members
    }
  }

  private mutating func give(_ fields: [Field]) {
    given += fields.map { Draft.Given($0.name, entry[$0.name]) }
  }
}

extension FieldMerge {
  /// True if an operator wrote any field of a record.
  ///
  /// - Parameter sources: the last entries of the sources.
  static func isEdited(_ record: Record, sources: [JSON]) -> Bool {
    let merge = FieldMerge(.object([]), base: sources.first, others: Array(sources.dropFirst()), record)
    return record.entity.fields.contains { merge.mergedField($0.name).map(merge.isEdited) ?? false }
  }
}
