import Records
import Store

/// The sender of a request.
enum Caller: Hashable, Sendable {
  case nobody
  /// A signed-in user.
  case signedIn(userID: Int, uuid: String)
  /// The holder of an API token.
  case token(APIToken)

  /// What the audit log calls the caller.
  var name: String {
    switch self {
    case .nobody: "nobody"
    case .signedIn(let id, _): "u\(id)"
    // Names are unique per user.
    case .token(let token): (token.userID.map { "u\($0) by " } ?? "") + "token \(token.name)"
    }
  }

  /// True if the caller may change nothing.
  var onlyReads: Bool {
    if case .token(let token) = self { token.role == .reader } else { false }
  }

  /// The user that the caller is or acts for.
  var userUUID: String? {
    switch self {
    case .nobody: nil
    case .signedIn(_, let uuid): uuid
    case .token(let token): token.userUUID
    }
  }

  /// True if the caller may read and write personal data.
  var isAdministrator: Bool {
    if case .token(let token) = self { token.role == .admin } else { false }
  }

  /// The key by which requests are counted.
  var limitKey: String? {
    switch self {
    case .nobody: nil
    case .signedIn(let id, _): "u\(id)"
    case .token(let token): "t\(token.id)"
    }
  }
}
