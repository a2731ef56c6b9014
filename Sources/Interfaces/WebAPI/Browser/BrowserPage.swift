import HTTPTypes
import HummingbirdCore
import Records

/// A page for browsers, or what one of its forms sends to. Pages are not part of the API and its document.
struct BrowserPage: Route {
  let method: HTTPRequest.Method
  let path: String
  var access = Access.everybody
  /// The largest body in bytes, if a form with a file may be larger than others.
  var bodyLimit: Int?
  /// True if programs and other sites may send to it, because the address alone gives the right (RFC 8058).
  var takesForeignForms = false
  /// False if a page counts by itself who asks too often: a service sends for all users from a few addresses.
  var limitsSenders = true
  let answer: @Sendable (Visit) async throws -> PageAnswer

  enum Access: Hashable, Sendable {
    case everybody
    /// Anybody who has signed in.
    case person
    /// A person with this role or a higher one.
    case role(APIRole)
  }

  static func get(
    _ path: String, _ access: Access = .everybody, _ answer: @escaping @Sendable (Visit) async throws -> PageAnswer
  ) -> BrowserPage {
    BrowserPage(method: .get, path: path, access: access, answer: answer)
  }

  static func post(
    _ path: String, _ access: Access = .everybody, bodyLimit: Int? = nil,
    _ answer: @escaping @Sendable (Visit) async throws -> PageAnswer
  ) -> BrowserPage {
    BrowserPage(method: .post, path: path, access: access, bodyLimit: bodyLimit, answer: answer)
  }
}
