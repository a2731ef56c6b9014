import Records
import Store

/// The sender of a request.
enum Caller: Hashable, Sendable {
  case nobody
  /// A signed-in user.
  case signedIn(userID: Int, uuid: String)
  /// A person who has signed in with a browser.
  case browser(BrowserSession)
  /// The holder of an API token.
  case token(APIToken)

  /// What the audit log calls the caller.
  var name: String {
    switch self {
    case .nobody: "nobody"
    case .signedIn(let id, _): "u\(id)"
    case .browser(let session): "u\(session.userID)"
    // Names are unique per user.
    case .token(let token): (token.userID.map { "u\($0) by " } ?? "") + "token \(token.name)"
    }
  }

  /// True if the caller may change nothing.
  var onlyReads: Bool {
    if case .token(let token) = self { token.role == .reader } else { false }
  }

  /// True if a cookie identifies the caller.
  var isBrowser: Bool { if case .browser = self { true } else { false } }

  /// The right in the back office; nil for callers without one.
  var role: APIRole? {
    switch self {
    case .nobody, .signedIn: nil
    case .browser(let session): session.role == .user ? nil : session.role
    case .token(let token): token.role
    }
  }

  /// The user that the caller is or acts for.
  var userUUID: String? {
    switch self {
    case .nobody: nil
    case .signedIn(_, let uuid): uuid
    case .browser(let session): session.userUUID
    case .token(let token): token.userUUID
    }
  }

  /// True if the caller may read and write personal data.
  var isAdministrator: Bool { role == .admin }

  /// The key by which requests are counted.
  var limitKey: String? {
    switch self {
    case .nobody: nil
    case .signedIn(let id, _): "u\(id)"
    case .browser(let session): "u\(session.userID)"
    case .token(let token): "t\(token.id)"
    }
  }
}
