public import Folklore
public import Foundation
public import JSON
internal import Words

/// Reads JSON or CSV input; detects the format.
public enum RecordInput {
  /// Records of several kinds, as an export holds them.
  public typealias Contents = [(entity: Entity, drafts: [Draft])]

  /// Records of one kind.
  ///
  /// - Throws: `InputError` or `JSONError` if the input does not contain records.
  public static func drafts(of entity: Entity, in data: Data) throws -> [Draft] {
    let text = try text(data)
    guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else { return try table(entity, text) }
    switch try json(text) {
    case .list(let list): return try list.enumerated().map { try draft($1, place: "entry \($0 + 1)") }
    case .object(let members) where entity == .temple && members.contains { $0.name == "features" }:
      return try features(members)
    case .object(let members):
      // From a whole export, this kind is taken.
      if let list = members.first(where: { $0.name == entity.plural })?.value, case .list(let list) = list {
        return try list.enumerated().map { try draft($1, place: "\(entity.plural)[\($0)]") }
      }
      return [try draft(.object(members), place: "")]
    case let other: throw InputError.notRecords(.init(other.chineseKindName, other.kindName))
    }
  }

  /// A whole export: an object with a list for each kind.
  ///
  /// - Throws: `InputError` or `JSONError`.
  public static func contents(in data: Data) throws -> Contents {
    let text = try text(data)
    guard text.first == UInt8(ascii: "{"), case .object(let members) = try json(text) else { throw InputError.notWhole }
    let plurals = Entity.allCases.map(\.plural)
    for member in members where member.name != "folkcal" && !plurals.contains(member.name) {
      throw InputError.notRecords(
        .init(
          "「\(member.name)」，不是 \(plurals.joined(separator: "、")) 其中一個",
          "\"\(member.name)\", which is none of \(plurals.joined(separator: ", "))"))
    }
    return try Entity.allCases.compactMap { entity in
      guard let value = members.first(where: { $0.name == entity.plural })?.value else { return nil }
      guard case .list(let list) = value else {
        throw InputError.notRecords(.init(" \(entity.plural)，但不是清單", "no list in \(entity.plural)"))
      }
      return (entity, try list.enumerated().map { try draft($1, place: "\(entity.plural)[\($0)]") })
    }
  }

  private static func draft(_ value: JSON, place: String) throws -> Draft {
    guard case .object(let members) = value else {
      throw InputError.notRecords(
        .init("\(value.chineseKindName)（\(InputPlace.chinese(place))）", "\(value.kindName) in \(place)"))
    }
    return Draft(place: place, fields: members.map { Draft.Given($0.name, $0.value) })
  }

  /// The points of a GeoJSON FeatureCollection (RFC 7946): properties named like fields are used, others ignored.
  private static func features(_ members: [JSON.Member]) throws -> [Draft] {
    let list = members.first { $0.name == "features" }?.value.list ?? []
    return try list.enumerated().map { index, feature in
      let place = "features[\(index)]"
      guard case .object(let properties) = feature["properties"] else {
        throw InputError.notRecords(.init("沒有 properties 的 \(place)", "\(place) without properties"))
      }
      var fields = properties.filter { Entity.temple.index(of: $0.name) != nil }.map { Draft.Given($0.name, $0.value) }
      let point = feature["geometry"]
      if point != .null {
        let position = point["coordinates"].list
        guard point["type"] == .text("Point"), position.count >= 2 else {
          throw InputError.notRecords(
            .init("位置不是一個點（Point）的 \(place)", "\(place) with a geometry that is no point"))
        }
        fields += [Draft.Given("lng", position[0]), Draft.Given("lat", position[1])]
      }
      return Draft(place: place, fields: fields)
    }
  }

  /// The bytes without byte order mark and leading blanks.
  private static func text(_ data: Data) throws -> Data.SubSequence {
    guard String(validating: data, as: UTF8.self) != nil else { throw InputError.notText }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = data.dropFirst(data.starts(with: mark) ? 3 : 0).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard !text.isEmpty else { throw InputError.empty }
    return text
  }

  private static func json(_ text: Data) throws -> JSON {
    do {
      return try JSON(json: text)
    } catch let whole {
      // One object per line.
      guard case .notJSON = whole else { throw whole }
      let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        .map { (number: $0 + 1, bytes: $1) }.filter { line in !line.bytes.allSatisfy { $0 <= 0x20 } }
      guard lines.count > 1, let first = lines.first, isJSON(first.bytes) else { throw whole }
      return .list(
        try lines.map { line in
          do throws(JSONError) {
            return try JSON(json: line.bytes)
          } catch .memberTwice(let name, _, let column) {
            throw JSONError.memberTwice(name, line: line.number, column: column)
          } catch {
            throw InputError.badLine(line.number, error)
          }
        })
    }
  }

  private static func isJSON(_ text: Data) -> Bool {
    do throws(JSONError) {
      _ = try JSON(json: text)
      return true
    } catch .memberTwice {
      return true
    } catch {
      return false
    }
  }

  // MARK: CSV

  /// RFC 4180 with a header. Missing cells at the end of a row leave those fields unchanged.
  private static func table(_ entity: Entity, _ text: Data) throws -> [Draft] {
    var rows = CSVRows(text)
    let given = try rows.next()?.cells.map(ColumnName.plain) ?? []
    let header = given.map { entity.fieldName(ofColumn: $0) ?? $0 }
    guard header.contains(where: { entity.index(of: $0) != nil }) else {
      throw InputError.noHeader(given.prefix(8).joined(separator: ", "))
    }
    var names: Set<String> = []
    for name in header where !name.isEmpty && !names.insert(name).inserted { throw InputError.columnTwice(name) }
    var drafts: [Draft] = []
    while let row = try rows.next() {
      // Spreadsheets write empty rows as commas.
      guard row.cells.contains(where: { !$0.trimmed.isEmpty }) else { continue }
      var fields: [Draft.Given] = []
      for (column, (name, cell)) in zip(header, row.cells).enumerated() {
        // Spreadsheets add empty columns.
        if name.isEmpty, cell.isEmpty { continue }
        fields.append(
          Draft.Given(
            name.isEmpty ? "column \(column + 1)" : name, .text(FormulaGuard.removed(from: cell)), isText: true))
      }
      if row.cells.count > header.count {
        fields.append(Draft.Given("column \(header.count + 1)", .text(row.cells[header.count])))
      }
      drafts.append(Draft(place: "row \(row.line)", fields: fields))
    }
    return drafts
  }

  /// Records as CSV with a header; lists and objects are JSON. Secrets are left out (`Field.isInCSV`), because tables are mailed and kept.
  /// A byte order mark tells spreadsheets that it is UTF-8.
  ///
  /// - Parameter clock: the zone of times, which keep their offset, so that they come back unchanged everywhere: 2027-04-29 19:00+08:00.
  public static func csv(_ records: [JSON], of entity: Entity, clock: ZonedClock) -> String {
    let fields = entity.fields.filter(\.isInCSV)
    var text = "\u{FEFF}" + (["id"] + fields.map(\.name)).joined(separator: ",") + "\r\n"
    for record in records {
      let cells =
        [cell(record["id"])]
        + fields.map { field in
          let value = field.withoutSecrets(record[field.name])
          if case .instant = field.kind, let text = value.text { return local(text, clock) }
          return cell(value)
        }
      text += cells.map(quoted).joined(separator: ",") + "\r\n"
    }
    return text
  }

  private static func local(_ text: String, _ clock: ZonedClock) -> String {
    guard let instant = try? CivilTime.parse(text).unixTime else { return text }
    let iso = CivilTime.iso(unixTime: instant, offset: clock.offset(at: instant)).replacing("T", with: " ")
    // Whole minutes, as people write times.
    return iso.replacing(/:00(?=(?:Z|[+-]\d\d:\d\d)$)/, with: "")
  }

  private static func cell(_ value: JSON) -> String {
    switch value {
    case .null, .list([]), .object([]): ""
    // A number stays a number: -120.5 is no formula.
    case .text(let text): FormulaGuard.added(to: text)
    default: value.json()
    }
  }

  /// A cell as it stands in a CSV text.
  package static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) } || cell != cell.trimmed
    return needsQuotes ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
  }
}

/// The rows of a table as spreadsheets write it (RFC 4180): quotes doubled inside quotes, line breaks inside quotes, lines that end in LF, CR LF
/// or CR, and cells between commas, semicolons or tabs.
package struct CSVRows {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// The byte between cells, which the first line tells.
  package let separator: UInt8

  package init(_ text: some Sequence<UInt8>) {
    let all = Array(text)
    bytes = all.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(all.dropFirst(3)) : all
    (separator, position) = CellSeparator.found(in: bytes)
    line = position > 0 ? 2 : 1
  }

  /// The next row with the line on which it begins; nil at the end.
  ///
  /// - Throws: `InputError.unclosedQuote`.
  package mutating func next() throws(InputError) -> (line: Int, cells: [String])? {
    guard position < bytes.count else { return nil }
    let start = line
    var cells: [String] = []
    while true {
      cells.append(try cell())
      guard position < bytes.count else { break }
      let end = bytes[position]
      position += 1
      if end == separator {
        if position == bytes.count { cells.append("") }
        continue
      }
      if end == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") { position += 1 }
      line += 1
      break
    }
    return (start, cells)
  }

  private mutating func cell() throws(InputError) -> String {
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return try quotedCell() }
    let start = position
    while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func quotedCell() throws(InputError) -> String {
    let start = line
    var cell: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
          // What stands between a closing quote and the comma belongs to the cell, as spreadsheets read it.
          while position < bytes.count, !isEnd(bytes[position]) {
            cell.append(bytes[position])
            position += 1
          }
          return String(decoding: cell, as: UTF8.self)
        }
        position += 1
      } else if byte == UInt8(ascii: "\n") {
        line += 1
      }
      cell.append(byte)
    }
    throw .unclosedQuote(line: start)
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
