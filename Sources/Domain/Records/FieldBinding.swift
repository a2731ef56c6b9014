public import Folklore
package import JSON
internal import Words

/// A property of a typed value and the fields of the record that hold it. Typed values are read from records and written to the shipped data's
/// fields by these; each field is named once.
package struct FieldBinding<Value>: Sendable {
  /// The fields, in the order of the record: several for a name in three languages.
  package let names: [String]
  let json: @Sendable (Value) -> [JSON]
  let read: @Sendable (inout Value, Record) throws -> Void

  package init<Property: FieldValue>(_ name: String, _ path: any WritableKeyPath<Value, Property> & Sendable) {
    names = [name]
    json = { [$0[keyPath: path].json] }
    read = { value, record in
      // A required field without a value keeps the default: only an unreadable record has one.
      if let property = try Property(json: record[name]) { value[keyPath: path] = property }
    }
  }

  package init(
    names: [String], json: @escaping @Sendable (Value) -> [JSON],
    read: @escaping @Sendable (inout Value, Record) throws -> Void
  ) {
    self.names = names
    self.json = json
    self.read = read
  }

  /// A name and its translations: `title`, `title_zh_hans`, `title_en`.
  package init(name: String, _ path: any WritableKeyPath<Value, LocalizedName> & Sendable) {
    names = [name, name + "_zh_hans", name + "_en"]
    json = {
      let name = $0[keyPath: path]
      return [.text(name.traditionalChinese), JSON(name.simplifiedChinese), JSON(name.english)]
    }
    read = { $0[keyPath: path] = LocalizedName(record: $1, name) }
  }
}

/// A typed value of a kind of record.
package protocol RecordValue {
  /// The fields that the shipped data give, in the order of the record, besides number and key.
  static var bindings: [FieldBinding<Self>] { get }
  var key: String { get }

  /// - Throws: `DateRuleError` for a rule that cannot be read.
  init(record: Record) throws
}

extension RecordValue {
  /// Fills in the properties from a record.
  ///
  /// - Throws: `DateRuleError` for a rule that cannot be read.
  package mutating func read(_ record: Record) throws {
    for binding in Self.bindings { try binding.read(&self, record) }
  }

  /// The binding of a name in three languages, if there is one.
  package static var nameBinding: FieldBinding<Self>? { bindings.first { $0.names.count == Language.allCases.count } }

  /// The key and the fields.
  package var members: [JSON.Member] {
    [JSON.Member("key", .text(key))]
      + Self.bindings.flatMap { zip($0.names, $0.json(self)).map { JSON.Member($0, $1) } }
  }
}

extension LocalizedName {
  /// A name and its translations: `title`, `title_zh_hans`, `title_en`. A missing Simplified form is transliterated.
  package init(record: Record, _ field: String) {
    let name = record[field].text ?? ""
    self.init(
      name, simplifiedChinese: record[field + "_zh_hans"].text ?? Transliteration.simplified(name),
      english: record[field + "_en"].text)
  }
}

extension Record {
  /// The name in a language; the key if there is no name.
  public func name(in language: Language) -> String {
    let name = LocalizedName(record: self, entity.nameField).text(in: language)
    return name.isEmpty ? key : name
  }
}
