import Folklore
import JSON
import Sheets

/// Reads a table of records of one kind. Headings are names of fields, or their titles in the languages of the pages.
///
/// Missing cells at the end of a row of CSV leave those fields unchanged. A column that is no field is noted.
struct RecordTable {
  private let entity: Entity
  private var table: SheetTable<String>

  /// - Throws: `InputError` for a table without a known column.
  init(_ file: SheetFile, of entity: Entity) throws(InputError) {
    self.entity = entity
    table = try InputError.wrapping { () throws(SheetError) in try SheetTable(file, entity.headings) }
    guard table.headerLine != nil else { throw .empty }
    guard table.hasKnownColumn else { throw .noHeader(table.headingNames.prefix(8).joined(separator: ", ")) }
    if let name = table.repeated?.second { throw .columnTwice(name) }
  }

  /// - Throws: `InputError` for a row that cannot be told from the next.
  mutating func contained() throws(InputError) -> RecordInput.Contained {
    let fields = table.columns.map { column in column.field.flatMap { entity.index(of: $0) }.map { entity.fields[$0] } }
    var drafts: [Draft] = []
    while let row = try next() {
      var given: [Draft.Given] = []
      for (index, cell) in row.cells.enumerated() {
        guard index < table.columns.count else {
          // A comma without quotes moves the rest of a row.
          if !cell.trimmed.isEmpty { given.append(Draft.Given("column \(index + 1)", .text(String(cell.prefix(200))))) }
          continue
        }
        let column = table.columns[index]
        if let name = column.field {
          let text = Self.text(cell, of: fields[index], in: entity)
          given.append(Draft.Given(name, .text(text), isText: true))
        } else if column.name.isEmpty, !cell.trimmed.isEmpty {
          given.append(Draft.Given("column \(index + 1)", .text(String(cell.prefix(200))), isText: true))
        }
      }
      drafts.append(Draft(place: "row \(row.line)", fields: given))
    }
    return RecordInput.Contained(drafts: drafts, notes: table.notes)
  }

  private mutating func next() throws(InputError) -> SheetRow? {
    do throws(SheetError) {
      return try table.next()
    } catch {
      return try InputError.wrapping { () throws(SheetError) in throw error }
    }
  }

  /// A cell's text as a field takes it: without what spreadsheets write for an empty cell, or add to a whole number.
  private static func text(_ cell: String, of field: Field?, in entity: Entity) -> String {
    guard let field else { return cell.trimmed.withoutZeroFraction }
    let isName = field.name == entity.keyName || field.name.hasPrefix(entity.nameField) || field.name == "aliases"
    let plain = isName ? cell : cell.withoutPlaceholder.isEmpty ? "" : cell
    let text = FormulaGuard.removed(from: plain)
    switch field.kind {
    case .integer, .slug: return text.trimmed.withoutZeroFraction
    case .text where field.name == "source_ref" || field.name == "phone": return text.trimmed.withoutZeroFraction
    case .instant, .dateRule: return dateText(text.trimmed) ?? text
    default: return text
    }
  }

  /// The date that a spreadsheet shows for a number, as CSV has it where the column had no format of dates; nil for other texts.
  private static func dateText(_ text: String) -> String? {
    guard (5...20).contains(text.utf8.count), let serial = Double(text), days.contains(serial) else { return nil }
    return SpreadsheetDate.text(serial)
  }

  /// From 1927 to 2173; other numbers in a column of dates are mistakes.
  private static let days = 10_000.0..<100_000.0
}

extension RecordInput {
  /// True for a table with a column of keys. Its first lines are enough.
  package static func hasKeyColumn(_ bytes: [UInt8], of entity: Entity) -> Bool {
    guard let file = try? SheetFile(bytes), let table = try? SheetTable(file, entity.headings) else { return false }
    return table.columns.contains { $0.field == entity.keyName }
  }
}

extension Entity {
  /// The headings of the fields: their names, and what people call them in each language.
  var headings: Headings<String> {
    let titles = Dictionary(uniqueKeysWithValues: fieldTitles.map { ($0.field, $0) })
    return Headings(
      [("id", ["id"], [])]
        + fields.map { field in
          let title = titles[field.name]
          let others = title.map { [$0.chinese, $0.simplifiedChinese, $0.english] + $0.headings } ?? []
          return (field.name, [field.name] + formerNames(of: field.name), others)
        })
  }

  /// The names that a field had in older exports.
  private func formerNames(of field: String) -> [String] {
    schema.indices.filter { $0.key != field && fields[$0.value].name == field }.map(\.key)
  }
}
