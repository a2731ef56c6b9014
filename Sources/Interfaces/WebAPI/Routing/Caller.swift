import Records
import Store

/// Who asks.
enum Caller: Hashable, Sendable {
  case nobody
  /// Somebody who signed in.
  case signedIn(userID: Int, uuid: String)
  /// The holder of an API token.
  case token(APIToken)

  /// What the audit log calls the caller.
  var name: String {
    switch self {
    case .nobody: "nobody"
    case .signedIn(let id, _): "u\(id)"
    // Names are unique among one user's tokens only.
    case .token(let token): (token.userID.map { "u\($0) by " } ?? "") + "token \(token.name)"
    }
  }

  /// Whether nothing may be changed by it.
  var onlyReads: Bool {
    if case .token(let token) = self { token.role == .reader } else { false }
  }

  /// The user that the caller is, or acts for.
  var userUUID: String? {
    switch self {
    case .nobody: nil
    case .signedIn(_, let uuid): uuid
    case .token(let token): token.userUUID
    }
  }

  /// Whether what is people's own may be seen and written.
  var isAdministrator: Bool {
    if case .token(let token) = self { token.role == .admin } else { false }
  }

  /// What is counted together by the limits.
  var limitKey: String? {
    switch self {
    case .nobody: nil
    case .signedIn(let id, _): "u\(id)"
    case .token(let token): "t\(token.id)"
    }
  }
}
