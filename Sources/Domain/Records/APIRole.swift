/// The rights of a token or session; each role includes the earlier ones.
public enum APIRole: String, CaseIterable, Codable, Comparable, Hashable, Sendable {
  /// The user's own data.
  case user
  /// Reads the back office.
  case reader
  /// Writes events, temples, activities and groups.
  case editor
  /// Everything, including users and tokens.
  case admin

  public static func < (left: APIRole, right: APIRole) -> Bool { left.power < right.power }

  private var power: Int {
    switch self {
    case .user: 0
    case .reader: 1
    case .editor: 2
    case .admin: 3
    }
  }
}
