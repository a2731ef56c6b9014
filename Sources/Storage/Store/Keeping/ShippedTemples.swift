internal import Database
import JSON
import Records

/// The last shipped entries of temples.
struct ShippedTemples {
  private var byKey: [String: JSON] = [:]
  private var byReference: [String: JSON] = [:]

  init(connection: any Connection, change: Change) throws {
    let entries = LoadedEntries(connection: connection, change: change, origin: Entity.temple.rawValue)
    for (key, json) in try entries.all() {
      // Even an unreadable entry shows that the temple is shipped.
      let entry = (try? JSON(storedJSON: json)) ?? .object([])
      byKey[key] = entry
      if let reference = entry["source_ref"].text { byReference[reference] = entry }
    }
  }

  /// The entry of a temple, as a list; empty if it is not shipped. A temple that a register added first has its own key.
  func entries(of record: Record) -> [JSON] {
    let entry = byKey[record.key] ?? record["source_ref"].text.flatMap { byReference[$0] }
    return entry.map { [$0] } ?? []
  }
}
