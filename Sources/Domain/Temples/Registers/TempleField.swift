/// The fields that are read from a register, with their names. All other fields are ignored.
public enum TempleField: Int, CaseIterable, Hashable, Sendable {
  case sourceReference, name, mainDeity, area, address, religion, registration, phone, x, y
  /// 類型, in files that also contain churches and foundations.
  case kind

  /// The ministry's name.
  public var ministrysName: String { names[0] }

  /// The ministry's name first, then the names in other registers and in ours.
  var names: [String] {
    switch self {
    case .sourceReference: ["編號", "source_ref", "序號", "流水號"]
    case .name: ["寺廟名稱", "名稱", "name", "廟名", "宮廟名稱", "寺廟", "廟宇名稱"]
    case .mainDeity: ["主祀神祇", "main_deity", "主神", "主祀神", "主祀神明", "主祀", "deity"]
    case .area: ["行政區", "county", "縣市", "縣市別"]
    case .address: ["地址", "address", "寺廟地址", "住址", "所在地"]
    case .religion: ["教別", "religion", "宗教別"]
    case .registration: ["登記別", "registration"]
    case .phone: ["電話", "phone", "tel", "telephone", "聯絡電話", "連絡電話", "電話號碼"]
    case .x: ["WGS84X", "lng", "經度", "lon", "longitude", "WGS84Lng", "WGS84Lon", "TWD97X", "X座標", "X", "東經"]
    case .y: ["WGS84Y", "lat", "緯度", "latitude", "WGS84Lat", "TWD97Y", "Y座標", "Y", "北緯"]
    case .kind: ["類型"]
    }
  }

  /// The field that a column names, in any case and with any blanks and lines between its words; nil if none does.
  init?(column: String) {
    guard let field = Self.folded[Self.folded(column)] else { return nil }
    self = field
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" && $0 != "*" }
  }

  private static let folded: [String: TempleField] = Dictionary(
    allCases.flatMap { field in field.names.map { (folded($0), field) } }
  ) { first, _ in first }

  /// The fields by name.
  static let named: [String: TempleField] = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { field in field.names.map { ($0, field) } })
}

/// Collects the fields of one record, in any format.
struct RowBuilder {
  private var values: [String] = Array(repeating: "", count: TempleField.allCases.count)
  /// The file's name for each field.
  private var labels = Self.ministrysNames
  /// The fields that occurred in some record, empty or filled in.
  private(set) var given: Set<TempleField> = []

  private static let ministrysNames: [String] = TempleField.allCases.map(\.ministrysName)

  mutating func set(_ field: TempleField, _ text: String, label: String) {
    given.insert(field)
    values[field.rawValue] = Self.cleaned(text.trimmingBlanks, field)
    labels[field.rawValue] = label
  }

  /// A value as a spreadsheet or a database wrote it: NaN and NULL are nothing, and a number of a register is no fraction.
  private static func cleaned(_ text: String, _ field: TempleField) -> String {
    if field == .sourceReference, text.hasSuffix(".0"), Int(text.dropLast(2)) != nil { return String(text.dropLast(2)) }
    guard field != .name, nothing.contains(text.lowercased()) else { return text }
    return ""
  }

  private static let nothing: Set<String> = ["nan", "null", "n/a", "#n/a", "na", "none", "nil", "無", "-", "--"]

  /// Discards the fields of an unwanted record.
  mutating func clear() {
    for index in values.indices { values[index] = "" }
    labels = Self.ministrysNames
  }

  /// Completes the record and clears the builder.
  ///
  /// - Returns: nil for a record that is not a temple.
  mutating func finish(file: String, place: RegisterPlace) -> Result<RegisterRecord, RegisterFault>? {
    defer { clear() }
    func value(_ field: TempleField) -> String { values[field.rawValue] }
    func fault(
      _ field: TempleField, _ chinese: String, _ english: String
    ) -> Result<RegisterRecord, RegisterFault> {
      .failure(RegisterFault(file: file, place: place, field: labels[field.rawValue], chinese, english))
    }
    guard value(.kind).isEmpty || value(.kind) == "寺廟" else { return nil }
    guard !value(.name).isEmpty else {
      return fault(.name, "是空的：每間廟宇都要有名稱", "is empty: every temple has a name")
    }
    for (field, example) in [(TempleField.x, "120.5215"), (.y, "23.9037")] where !value(field).isEmpty {
      guard Double(value(field))?.isFinite == true else {
        return fault(
          field, "「\(value(field))」不是度數，例如 \(example)",
          "\"\(value(field))\" is not a number of degrees such as \(example)")
      }
    }
    var row = TempleRow(name: value(.name))
    row.sourceReference = value(.sourceReference)
    row.mainDeity = value(.mainDeity)
    row.area = value(.area)
    row.address = value(.address)
    row.religion = value(.religion)
    row.registration = value(.registration)
    row.phone = value(.phone)
    row.x = value(.x)
    row.y = value(.y)
    return .success(RegisterRecord(place: place, row: row))
  }

  /// The upper limit for one field. A longer one means an unclosed quote or tag.
  static let longestField = 1 << 16
}

extension String {
  /// The text without white space at either end.
  var trimmingBlanks: String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last,
      first.properties.isWhitespace || last.properties.isWhitespace
    else { return self }
    var scalars = Substring(self).unicodeScalars
    while let scalar = scalars.first, scalar.properties.isWhitespace { scalars.removeFirst() }
    while let scalar = scalars.last, scalar.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
