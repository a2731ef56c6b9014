internal import Folklore
internal import JSON
internal import Records

extension EntryReader {
  /// The place of a record's field in the file: this mapping or a nested one, and the field's name there.
  typealias Place = (reader: EntryReader, name: String)

  /// Reads the entry as a checked record.
  ///
  /// - Parameters:
  ///   - fields: the fields to read from the file.
  ///   - given: values from elsewhere.
  ///   - needed: lists that must not be empty.
  ///   - place: the place of a field by its name.
  func record(
    _ entity: Entity, _ fields: [Field], given: [String: JSON] = [:], needed: [String] = [],
    place: (String) throws(DataFault) -> Place
  ) throws(DataFault) -> Record {
    var record = Record(entity: entity, values: entity.schema.defaults)
    for (name, value) in given { record.set(name, value) }
    for field in fields {
      let place = try place(field.name)
      let value = try place.reader.value(place.name, field.kind)
      if needed.contains(field.name), value.list.isEmpty {
        throw place.reader.fault(place.name, "必填：至少寫一個", "are missing: name at least one")
      }
      if value != .null { record.set(field.name, value) }
    }
    if let fault = record.contradictions().first {
      let place = try place(fault.field)
      throw place.reader.fault(
        place.name, fault.problem(in: .traditionalChinese), fault.problem)
    }
    return record
  }

  /// A checked value; null if the field is missing.
  private func value(_ name: String, _ kind: FieldKind) throws(DataFault) -> JSON {
    let value: JSON
    switch kind {
    case .choices where !fields.contains(name): value = .null
    case .names, .references, .choices: value = .list(try texts(name).map(JSON.text))
    case .numbers(let names, _): value = try entry(name)?.numbers(of: names) ?? .null
    case .objects(let fields):
      return .list(
        try entries(name).map { entry throws(DataFault) in
          try entry.allow(only: fields.map(\.name))
          return .object(
            try fields.map { field throws(DataFault) in
              let value = try entry.value(field.name, field.kind)
              if value == .null, field.isRequired { throw entry.fault(field.name, "必填", "is missing") }
              return JSON.Member(field.name, value)
            })
        })
    default: value = JSON(try optionalText(name))
    }
    do throws(FieldProblem) {
      return try kind.checked(value, isText: true)
    } catch {
      throw fault(
        name, (error.member.map { $0 + "：" } ?? "") + error.chinese, error.description)
    }
  }
}
