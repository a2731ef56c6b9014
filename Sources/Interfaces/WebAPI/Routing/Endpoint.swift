import HTTPTypes
import JSON
import Records
import Store

/// One operation of the API: what the document says of it, and what answers it.
struct Endpoint: Sendable {
  let method: HTTPRequest.Method
  /// `/api/events/{id}`: parts in braces are parameters.
  let path: String
  /// The operation's name in the document: `listEvents`.
  let name: String
  let summary: String
  let tag: Tag
  var access = Access.open
  var parameters: [ParameterDeclaration] = []
  /// The schema of the body that a request has.
  var body: JSON?
  /// Whether a request without it is refused.
  var isBodyRequired = true
  /// The status and the schema of what is answered when all is well; no schema for an answer without a body or of another type.
  var success = HTTPResponse.Status.ok
  var schema: JSON?
  var contentType = MediaType.json
  /// The statuses, besides those that every endpoint of its kind can have, with which it can refuse.
  var refusals: [HTTPResponse.Status] = []
  /// How long others may keep the answer.
  var caching = Caching.none
  /// What the answer follows from besides the public data, the address and the language; its tag is known before it is made, and the
  /// bytes are kept for the next who ask.
  var freshness = Freshness.none
  let answer: @Sendable (Call) async throws -> Answer

  /// The chapters of the document.
  enum Tag: String, CaseIterable, Sendable {
    case days, calendar, temples, groups, signIn = "sign-in", user, admin, feeds, service
  }

  /// Who may ask.
  enum Access: Hashable, Sendable {
    case open
    /// Somebody who signed in, or a token of a user.
    case user
    /// A token of a role, or of one above it.
    case role(APIRole)
  }

  enum Freshness: Hashable, Sendable {
    /// Something else: it has no tag, or one that the endpoint itself gives.
    case none
    /// The day.
    case day
    /// The time of day: what is open.
    case minute
  }

  enum Caching: Hashable, Sendable {
    /// Not at all: what is somebody's own.
    case none
    /// By everybody, for so many seconds; after that the tag is asked for.
    case shared(seconds: Int)
    /// By the reader only, who asks each time whether it still holds.
    case ownChecked

    var header: String {
      switch self {
      case .none: "no-store"
      case .shared(let seconds): "public, max-age=\(seconds)"
      case .ownChecked: "private, no-cache"
      }
    }
  }

  /// The path in parts.
  var parts: [Substring] { path.split(separator: "/") }
}

typealias HTTPMethod = HTTPRequest.Method
typealias HTTPStatus = HTTPResponse.Status
