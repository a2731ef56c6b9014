internal import Database
public import Folklore
internal import Geo
import JSON
import Records

extension Store {
  /// All temples, in the order of their numbers.
  public func temples() throws -> [Temple] {
    try database.read { made(try RecordReader(connection: $0).records(.temple)) { try Temple(record: $0) } }
  }

  /// All activities, in the order of their numbers.
  public func activities() throws -> [Activity] {
    try database.read { made(try RecordReader(connection: $0).records(.activity)) { try Activity(record: $0) } }
  }
}
