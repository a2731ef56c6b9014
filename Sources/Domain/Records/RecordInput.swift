public import Folklore
public import Foundation
public import JSON
package import Sheets

/// Reads JSON, CSV or workbooks (`.xlsx`); detects the format, the encoding and the separator.
public enum RecordInput {
  /// Records of several kinds, as an export holds them.
  public typealias Contents = [(entity: Entity, drafts: [Draft])]

  /// Records of one kind, and what of a table is not read.
  package struct Contained: Sendable {
    package let drafts: [Draft]
    /// The columns that are not fields, and how the file was read.
    package var notes: [SheetNote] = []
  }

  /// Records of one kind.
  ///
  /// - Throws: `InputError` or `JSONError` if the input does not contain records.
  public static func drafts(of entity: Entity, in data: Data) throws -> [Draft] {
    try read(entity, in: data).drafts
  }

  /// Records of one kind, with notes for the person who sent the file.
  ///
  /// - Throws: `InputError` or `JSONError` if the input does not contain records.
  package static func read(_ entity: Entity, in data: Data) throws -> Contained {
    let file = try InputError.wrapping { () throws(SheetError) in try SheetFile([UInt8](data)) }
    guard case .text(let bytes, let encoding) = file, let text = json(in: bytes) else {
      var table = try RecordTable(file, of: entity)
      return try table.contained()
    }
    let notes = encoding == .utf8 ? [] : [SheetNote.otherEncoding(encoding)]
    return Contained(drafts: try drafts(of: entity, inJSON: text), notes: notes)
  }

  /// A text without leading blanks, if it begins like JSON.
  private static func json(in text: [UInt8]) -> Data? {
    let rest = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[") ? Data(rest) : nil
  }

  private static func drafts(of entity: Entity, inJSON text: Data) throws -> [Draft] {
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
    let (bytes, _) = try InputError.wrapping { () throws(SheetError) in
      try TextDecoder.decode(whole: [UInt8](data))
    }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw InputError.empty }
    guard let text = json(in: bytes), text.first == UInt8(ascii: "{"), case .object(let members) = try json(text) else {
      throw InputError.notWhole
    }
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

  /// Records as CSV with a header and a byte order mark, which tells spreadsheets that it is UTF-8; lists and objects are JSON. Secrets are left
  /// out (`Field.isInCSV`), because tables are mailed and kept.
  ///
  /// - Parameter clock: the zone of times, which keep their offset, so that they come back unchanged everywhere: 2027-04-29 19:00+08:00.
  public static func csv(_ records: [JSON], of entity: Entity, clock: ZonedClock) -> String {
    let fields = entity.fields.filter(\.isInCSV)
    var text = CSVText.byteOrderMark + CSVText.line(["id"] + fields.map(\.name))
    for record in records {
      let cells = fields.map { field in
        let value = field.withoutSecrets(record[field.name])
        if case .instant = field.kind, let text = value.text { return local(text, clock) }
        return cell(value)
      }
      text += CSVText.line([cell(record["id"])] + cells)
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
}

extension InputError {
  /// - Throws: `InputError`.
  static func wrapping<Result>(_ body: () throws(SheetError) -> Result) throws(InputError) -> Result {
    do throws(SheetError) {
      return try body()
    } catch {
      switch error {
      case .empty: throw .empty
      case .notText: throw .notText
      case .unclosedQuote(let line): throw .unclosedQuote(line: line)
      default: throw .sheet(error)
      }
    }
  }
}
