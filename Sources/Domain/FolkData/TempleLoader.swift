public import Folklore
internal import Geo
internal import JSON
internal import Records

/// Reads the shipped temples, `temples.geojson` of a data folder: a FeatureCollection (RFC 7946) of points.
///
/// The YAML parser reads the file (JSON is a part of YAML), because it gives line numbers for faults.
public struct TempleLoader: Sendable {
  public static let fileName = "temples.geojson"

  private let file: OptionalFile

  /// - Parameter folder: the path of the data folder. Without the file, there are no temples.
  public init(folder: String) {
    file = OptionalFile(Self.fileName, folder: folder)
  }

  /// - Parameter read: returns the text of the file; nil if it is missing.
  public init(read: @escaping @Sendable () throws -> String?) {
    file = OptionalFile(Self.fileName, read: read)
  }

  /// The temples, numbered from 1 in the order of the file.
  ///
  /// - Parameter catalogue: the deities, events and sources that temples may name.
  /// - Throws: `DataFault` naming line and field of the first fault.
  public func load(_ catalogue: Catalogue) throws(DataFault) -> [Temple] {
    let (entries, faults) = entries(catalogue)
    if let fault = faults.first { throw fault }
    return entries.map(\.value)
  }

  /// The readable temples, and all faults.
  func entries(_ catalogue: Catalogue) -> (entries: [DataFiles.Entry<Temple>], faults: [DataFault]) {
    var entries: [DataFiles.Entry<Temple>] = []
    var faults: [DataFault] = []
    do throws(DataFault) {
      guard let root = try file.root() else { return ([], []) }
      try root.allow(only: ["type", "attribution", "features"])
      guard try root.text("type") == "FeatureCollection" else {
        throw root.fault("type", "不是「FeatureCollection」", "is not \"FeatureCollection\"")
      }
      let sources = Set(catalogue.sources.map(\.key))
      var keys: Set<String> = []
      for (index, feature) in try root.entries("features").enumerated() {
        do throws(DataFault) {
          let (reader, temple) = try Self.temple(feature, number: index + 1)
          guard keys.insert(temple.key).inserted else {
            throw reader.fault(
              "key", "「\(temple.key)」也是另一間廟宇的代號", "\"\(temple.key)\" is that of another temple too")
          }
          for key in [temple.deityKey].compactMap(\.self) + temple.otherDeityKeys where catalogue.deity(key) == nil {
            throw reader.fault("deity", "沒有代號是「\(key)」的神明", "no deity has the key \"\(key)\"")
          }
          for date in temple.dates where catalogue.event(date.eventKey) == nil {
            throw reader.fault("events", "沒有代號是「\(date.eventKey)」的節日", "no event has the key \"\(date.eventKey)\"")
          }
          for key in temple.sources + temple.worshipGuide.flatMap(\.sources) where !sources.contains(key) {
            throw reader.fault(
              "sources", "沒有代號是「\(key)」的來源", "no source has the key \"\(key)\"")
          }
          entries.append((reader, temple))
        } catch {
          faults.append(error)
        }
      }
    } catch {
      faults.append(error)
    }
    return (entries, faults)
  }
}

// MARK: - A feature

extension TempleLoader {
  private static func temple(
    _ feature: EntryReader, number: Int
  ) throws(DataFault) -> (EntryReader, Temple) {
    try feature.allow(only: ["type", "geometry", "properties"])
    guard try feature.text("type") == "Feature" else {
      throw feature.fault("type", "不是「Feature」", "is not \"Feature\"")
    }
    guard let entry = try feature.entry("properties") else {
      throw feature.fault("properties", "必填", "are missing")
    }
    let point = try point(feature)
    let computed = ["lat", "lng", "coordinate_quality"]
    let bound = Set(Temple.bindings.flatMap(\.names) + ["key"]).subtracting(computed)
    let fields = Entity.temple.fields.filter { bound.contains($0.name) }
    try entry.allow(only: fields.map(\.name))
    for name in ["address", "county", "town", "main_deity", "religion"] { _ = try entry.text(name) }
    var record = try entry.record(
      .temple, fields,
      given: [
        "lat": .real(point.latitude), "lng": .real(point.longitude),
        "coordinate_quality": .text(CoordinateQuality.ok.rawValue),
      ], needed: ["sources"]
    ) { field throws(DataFault) in (entry, field) }
    record.id = number
    do {
      return (entry, try Temple(record: record))
    } catch {
      throw entry.fault("events", error)
    }
  }

  private static func point(_ feature: EntryReader) throws(DataFault) -> Coordinate {
    guard let geometry = try feature.entry("geometry") else {
      throw feature.fault("geometry", "必填", "is missing")
    }
    try geometry.allow(only: ["type", "coordinates"])
    let numbers = try geometry.texts("coordinates").compactMap { Double($0) }
    guard try geometry.text("type") == "Point", numbers.count == 2 else {
      throw geometry.fault(
        "coordinates", "不是一個點的座標，例如 [120.5215, 23.9037]",
        "are not those of a point, such as [120.5215, 23.9037]")
    }
    do {
      return try Coordinate(latitude: numbers[1], longitude: numbers[0])
    } catch {
      throw geometry.fault("coordinates", error)
    }
  }
}
