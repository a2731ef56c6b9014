internal import Database
import JSON
import Records

/// What the shipped data said last of its temples.
struct ShippedTemples {
  private var byKey: [String: JSON] = [:]
  private var byReference: [String: JSON] = [:]

  init(connection: any Connection, change: Change) throws {
    let entries = LoadedEntries(connection: connection, change: change, origin: Entity.temple.rawValue)
    for (key, json) in try entries.all() {
      // Of one that cannot be read it is still known that it ships.
      let entry = (try? JSON(storedJSON: json)) ?? .object([])
      byKey[key] = entry
      if let reference = entry["source_ref"].text { byReference[reference] = entry }
    }
  }

  /// The entry of a temple, as a list; empty for one that does not ship. A temple that a register brought before has a key of its own.
  func entries(of record: Record) -> [JSON] {
    let entry = byKey[record.key] ?? record["source_ref"].text.flatMap { byReference[$0] }
    return entry.map { [$0] } ?? []
  }
}
