public import Folklore

/// Reads the spellings of deities' names by temples, `deity-spellings.yaml` of a data folder.
public struct DeitySpellingsLoader: Sendable {
  public static let fileName = "deity-spellings.yaml"

  private let file: OptionalFile

  /// - Parameter folder: the path of the data folder. Without the file, there are no spellings.
  public init(folder: String) {
    file = OptionalFile(Self.fileName, folder: folder)
  }

  /// - Parameter read: returns the text of the file; nil if it is missing.
  public init(read: @escaping @Sendable () throws -> String?) {
    file = OptionalFile(Self.fileName, read: read)
  }

  /// - Parameter deities: the deities that spellings may name.
  /// - Parameter leavesOutUnknown: true to skip spellings of other deities, because an operator may have removed deities of the data.
  /// - Throws: `DataFault` naming line and field of the first fault.
  public func load(deities: [Deity], leavesOutUnknown: Bool = false) throws(DataFault) -> DeitySpellings {
    guard let root = try file.root() else { return DeitySpellings() }
    let known = Set(deities.map(\.key))
    try root.allow(only: ["spellings", "compounds", "general"])

    var spellings: [DeitySpellings.Spelling] = []
    if let entry = try root.entry("spellings") {
      for key in entry.fields {
        guard known.contains(key) else {
          if leavesOutUnknown { continue }
          throw entry.fault(key, "沒有代號是「\(key)」的神明", "no deity has this key")
        }
        spellings += try entry.texts(key).map { DeitySpellings.Spelling($0, deityKeys: [key]) }
      }
    }
    for compound in try root.entries("compounds") {
      try compound.allow(only: ["text", "deities"])
      let keys = try compound.texts("deities")
      guard !keys.isEmpty else {
        throw compound.fault("deities", "必填：至少寫一個", "are missing: name at least one")
      }
      if let unknown = keys.first(where: { !known.contains($0) }) {
        if leavesOutUnknown { continue }
        throw compound.fault(
          "deities", "沒有代號是「\(unknown)」的神明", "no deity has the key \"\(unknown)\"")
      }
      spellings.append(DeitySpellings.Spelling(try compound.text("text"), deityKeys: keys))
    }
    return DeitySpellings(spellings: spellings, general: try root.texts("general"))
  }
}
