/// What the holder of a token or a session may do; each role may do what those before it may.
public enum APIRole: String, CaseIterable, Codable, Comparable, Hashable, Sendable {
  /// A user's own things.
  case user
  /// Reads what the back office holds.
  case reader
  /// Writes the folk days, temples, activities and groups.
  case editor
  /// Everything: users and tokens too.
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
