internal import Sheets

/// The fields that are read from a register, with their names. All other fields are ignored; those of a table are named.
public enum TempleField: Int, CaseIterable, Hashable, Sendable {
  case sourceReference, name, mainDeity, area, address, religion, registration, phone, x, y
  /// 類型, in files that also contain churches and foundations.
  case kind

  /// The ministry's name.
  public var ministrysName: String { names[0] }

  /// The ministry's name first, then the names in other registers and in ours.
  var names: [String] {
    switch self {
    case .sourceReference: ["編號", "source_ref"]
    case .name: ["寺廟名稱", "名稱", "name"]
    case .mainDeity: ["主祀神祇", "main_deity"]
    case .area: ["行政區", "county"]
    case .address: ["地址", "address"]
    case .religion: ["教別", "religion"]
    case .registration: ["登記別", "registration"]
    case .phone: ["電話", "phone"]
    case .x: ["WGS84X", "lng"]
    case .y: ["WGS84Y", "lat"]
    case .kind: ["類型"]
    }
  }

  /// Further names of columns in tables of counties, offices and maps. A column with one of the names above goes before.
  var otherNames: [String] {
    switch self {
    case .sourceReference: ["登記編號", "寺廟編號"]
    case .name: ["廟名", "廟宇名稱", "寺廟名", "寺廟", "廟宇", "宮廟名稱", "title"]
    case .mainDeity: ["主神", "主祀神", "主祀", "主祀神明", "祀奉主神", "主祀神佛", "deity", "main deity"]
    case .area: ["縣市", "縣市別", "縣市名稱", "city"]
    case .address: ["寺廟地址", "廟址", "住址", "所在地", "詳細地址", "addr"]
    case .religion: ["宗教", "宗教別"]
    case .registration: ["登記", "登記狀況", "登記情形"]
    case .phone: ["tel", "telephone", "phone number", "連絡電話", "聯絡電話", "寺廟電話", "電話號碼"]
    case .x: ["經度", "longitude", "lon", "long", "WGS84Lng", "WGS84Lon", "經度座標", "X座標", "x", "TWD97X", "coordinate x"]
    case .y: ["緯度", "latitude", "WGS84Lat", "緯度座標", "Y座標", "y", "TWD97Y", "coordinate y"]
    case .kind: []
    }
  }

  /// The headings of tables.
  static let headings = Headings(allCases.map { ($0, $0.names, $0.otherNames) })

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
    let text = FormulaGuard.removed(from: text.trimmingBlanks)
    // What programs write for an empty value; a temple may be called anything.
    values[field.rawValue] =
      switch field {
      case .name: text
      case .x, .y: Self.plainNumber(text.withoutPlaceholder)
      default: text.withoutPlaceholder
      }
    labels[field.rawValue] = label
  }

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
    /// Spreadsheets make a number of what looks like one.
    func key(_ field: TempleField) -> String { value(field).withoutZeroFraction }
    func fault(
      _ field: TempleField, _ chinese: String, _ english: String
    ) -> Result<RegisterRecord, RegisterFault> {
      .failure(RegisterFault(file: file, place: place, field: labels[field.rawValue], chinese, english))
    }
    guard value(.kind).isEmpty || value(.kind) == "寺廟" else { return nil }
    guard !value(.name).isEmpty else {
      return fault(.name, "是空的：每間廟宇都要有名稱", "is empty: every temple has a name")
    }
    if Self.isShortened(value(.sourceReference)) {
      return fault(
        .sourceReference, "「\(value(.sourceReference))」是試算表縮短的數字：請把這一欄設成文字，填回完整的編號",
        "\"\(value(.sourceReference))\" was shortened by a spreadsheet: make the column text, and give the whole number"
      )
    }
    for (field, example) in [(TempleField.x, "120.5215"), (.y, "23.9037")] where !value(field).isEmpty {
      guard Double(value(field))?.isFinite == true else {
        return fault(
          field, "「\(value(field))」不是度數，例如 \(example)",
          "\"\(value(field))\" is not a number of degrees such as \(example)")
      }
    }
    var row = TempleRow(name: value(.name))
    row.sourceReference = key(.sourceReference)
    row.mainDeity = value(.mainDeity)
    row.area = value(.area)
    row.address = value(.address)
    row.religion = value(.religion)
    row.registration = value(.registration)
    row.phone = key(.phone)
    row.x = value(.x)
    row.y = value(.y)
    return .success(RegisterRecord(place: place, row: row))
  }

  /// The upper limit for one field. A longer one means an unclosed quote or tag.
  static let longestField = 1 << 16

  /// A number without its unit and without commas between thousands: `120.5` for `東經120.5°`, `2607581.1` for `2,607,581.1`. Other texts
  /// unchanged.
  private static func plainNumber(_ text: String) -> String {
    guard text.utf8.count <= 60, Double(text) == nil else { return text }
    var plain = text
    for unit in ["東經", "北緯", "°", "º", "度", "公尺", "E", "N", "m", " "] { plain = plain.replacing(unit, with: "") }
    let whole = plain.prefix { $0 != "." }.split(separator: ",", omittingEmptySubsequences: false)
    if whole.count > 1, whole.dropFirst().allSatisfy({ $0.utf8.count == 3 }) { plain = plain.replacing(",", with: "") }
    return Double(plain) == nil ? text : plain
  }

  /// True for `1.23E+11`: the digits are lost.
  private static func isShortened(_ text: String) -> Bool {
    guard text.utf8.count <= 30, Double(text) != nil else { return false }
    return text.lowercased().contains("e+")
  }
}
