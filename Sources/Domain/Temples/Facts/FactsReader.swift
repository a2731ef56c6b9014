internal import Foundation
internal import Geo
public import Sheets

/// Reads facts about places: the tourism office's attractions (data.gov.tw 7777) as JSON or as a table, and OpenStreetMap's places of worship as Overpass or GeoJSON writes
/// them.
public struct FactsReader: Sendable {
  private let input: RegisterInput
  private let encoding: TextEncoding?

  public init(_ input: RegisterInput, encoding: TextEncoding? = nil) {
    (self.input, self.encoding) = (input, encoding)
  }

  /// All places with a name, a position and one fact at least.
  ///
  /// - Throws: `RegisterFault` if the file is none of these.
  public func read() throws -> (source: FactsSource, places: [PlaceFacts]) {
    var bytes: [UInt8] = []
    let next = try input.open()
    while case let chunk = try next(), !chunk.isEmpty {
      bytes += chunk
      guard bytes.count <= Self.mostBytes else { throw fault("超過 256 MB", "is larger than 256 MB") }
    }
    if SheetFile.beginsAsWorkbook(bytes) { return (.tourism, try table(bytes)) }
    let text = try input.text(encoding).text
    switch text.first(where: { $0 > 0x20 }) {
    case nil: throw fault("是空的", "is empty")
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?: return try json(text)
    case UInt8(ascii: "<")?:
      throw fault(
        "是 XML：請下載同一份資料的 JSON 或 CSV", "is XML: download the same data as JSON or CSV")
    default: return (.tourism, try table(bytes))
    }
  }

  private static let mostBytes = 256 << 20

  private func fault(_ chinese: String, _ english: String) -> RegisterFault {
    RegisterFault(file: input.name, place: .file, chinese, english)
  }

  // MARK: JSON

  private func json(_ text: [UInt8]) throws -> (source: FactsSource, places: [PlaceFacts]) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text)) else {
      throw fault("不是正確的 JSON", "is not well-formed JSON")
    }
    let object = value as? [String: Any]
    if let elements = object?["elements"] as? [[String: Any]] {
      return (.openStreetMap, elements.enumerated().compactMap { overpass($1, at: $0) })
    }
    if let features = object?["features"] as? [[String: Any]] {
      return (.openStreetMap, features.enumerated().compactMap { feature($1, at: $0) })
    }
    guard let rows = Self.rows(value) else {
      throw fault(
        "沒有景點：應為觀光署的景點、Overpass 或 GeoJSON",
        "has no places: expected the tourism office's attractions, Overpass or GeoJSON")
    }
    return (.tourism, rows.enumerated().compactMap { attraction($1, at: .feature($0)) })
  }

  /// The list of attractions in a document: `{"XML_Head":{"Infos":{"Info":[…]}}}`, or the list itself.
  private static func rows(_ value: Any) -> [[String: Any]]? {
    if let rows = value as? [[String: Any]] {
      return rows.contains { $0.keys.contains { FactField.headings.field(of: $0)?.field == .name } } ? rows : nil
    }
    return (value as? [String: Any])?.values.lazy.compactMap(rows).first
  }

  private func overpass(_ element: [String: Any], at index: Int) -> PlaceFacts? {
    let center = element["center"] as? [String: Any] ?? element
    return tagged(element["tags"] as? [String: Any], center["lat"], center["lon"], at: index)
  }

  private func feature(_ feature: [String: Any], at index: Int) -> PlaceFacts? {
    let geometry = feature["geometry"] as? [String: Any]
    // Of an area its first corner, which is near enough to tell which temple it is.
    var position = geometry?["coordinates"]
    while let inner = (position as? [Any])?.first, inner is [Any] { position = inner }
    let numbers = position as? [Any]
    guard numbers?.count ?? 0 >= 2 else { return nil }
    return tagged(feature["properties"] as? [String: Any], numbers?[1], numbers?[0], at: index)
  }

  private func tagged(_ tags: [String: Any]?, _ latitude: Any?, _ longitude: Any?, at index: Int) -> PlaceFacts? {
    func tag(_ name: String) -> String { (tags?[name] as? String ?? "").trimmingBlanks }
    let names = ["name", "name:zh", "name:zh-Hant", "official_name", "alt_name", "short_name"].map(tag)
    return facts(
      .feature(index), names, latitude, longitude, hours: tag("opening_hours"),
      phone: [tag("phone"), tag("contact:phone")].first { !$0.isEmpty } ?? "", introduction: "")
  }

  private func attraction(_ row: [String: Any], at place: RegisterPlace) -> PlaceFacts? {
    var values: [FactField: String] = [:]
    for (name, value) in row {
      if let field = FactField.headings.field(of: name)?.field { values[field] = "\(value)" }
    }
    return attraction(values, at: place)
  }

  private func attraction(_ values: [FactField: String], at place: RegisterPlace) -> PlaceFacts? {
    func value(_ field: FactField) -> String { (values[field] ?? "").trimmingBlanks.withoutPlaceholder }
    return facts(
      place, [value(.name)], value(.latitude), value(.longitude), hours: value(.hours), phone: value(.phone),
      introduction: value(.introduction))
  }

  private func facts(
    _ place: RegisterPlace, _ names: [String], _ latitude: Any?, _ longitude: Any?, hours: String, phone: String,
    introduction: String
  ) -> PlaceFacts? {
    func number(_ value: Any?) -> Double? {
      (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap(Double.init)
    }
    let names = names.filter { !$0.isEmpty }
    guard !names.isEmpty, !(hours + phone + introduction).isEmpty, let latitude = number(latitude),
      let longitude = number(longitude), let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    return PlaceFacts(
      place: place, names: names, coordinate: coordinate, hours: hours, phone: phone, introduction: introduction)
  }

  // MARK: Tables

  private func table(_ bytes: [UInt8]) throws -> [PlaceFacts] {
    do {
      var table = try SheetTable(try SheetFile(bytes, encoding: encoding), FactField.headings)
      let fields = Set(table.columns.compactMap(\.field))
      guard fields.isSuperset(of: [.name, .latitude, .longitude]) else {
        throw fault(
          "缺少景點名稱、經度或緯度這些欄；欄位有 \(table.headingNames.joined(separator: "、"))",
          "lacks a column for the name, the longitude or the latitude; the columns are \(table.headingNames.joined(separator: ", "))"
        )
      }
      var places: [PlaceFacts] = []
      while let row = try table.next() {
        var values: [FactField: String] = [:]
        for (column, cell) in zip(table.columns, row.cells) {
          if let field = column.field { values[field] = FormulaGuard.removed(from: cell) }
        }
        if let place = attraction(values, at: .line(row.line)) { places.append(place) }
      }
      return places
    } catch let error as SheetError {
      throw RegisterFault(error, in: input.name)
    }
  }
}

/// The fields of an attraction.
private enum FactField: CaseIterable, Hashable, Sendable {
  case name, latitude, longitude, hours, phone, introduction

  static let headings = Headings(allCases.map { ($0, $0.names, $0.others) })

  private var names: [String] {
    switch self {
    case .name: ["Name", "景點名稱", "名稱"]
    case .latitude: ["Py", "緯度", "PositionLat"]
    case .longitude: ["Px", "經度", "PositionLon"]
    case .hours: ["Opentime", "開放時間", "OpenTime"]
    case .phone: ["Tel", "電話", "Phone"]
    case .introduction: ["Description", "景點簡述", "簡介"]
    }
  }

  private var others: [String] {
    switch self {
    case .introduction: ["Toldescribe", "景點詳細說明", "DescriptionDetail"]
    case .name: ["ScenicSpotName"]
    default: []
    }
  }
}
