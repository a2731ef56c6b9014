import HTTPTypes
import JSON
import Records
import Store

/// One operation of the API: what the document says of it, and what answers it.
struct Endpoint: Route {
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
  /// True if a request without a body is refused.
  var isBodyRequired = true
  /// The status and schema of a successful answer; no schema if it has no body or is not JSON.
  var success = HTTPResponse.Status.ok
  var schema: JSON?
  var contentType = MediaType.json
  /// The error statuses beyond those that every endpoint can have.
  var refusals: [HTTPResponse.Status] = []
  /// How long caches may keep the answer.
  var caching = Caching.none
  /// The data that the answer depends on besides public data, URL and language. It decides the ETag before the answer is made; such answers are
  /// cached.
  var freshness = Freshness.none
  /// True for a POST that only reads.
  var changesNothing = false
  /// True for what monitors ask again and again: nobody is refused for asking often or for wrong credentials. The service judges in the answer
  /// itself, with 200 or 503.
  var isForMonitors = false
  let answer: @Sendable (Call) async throws -> Answer

  /// The chapters of the document.
  enum Tag: String, CaseIterable, Sendable {
    case days, calendar, temples, groups, signIn = "sign-in", user, admin, feeds, service
  }

  /// The right that a caller needs.
  enum Access: Hashable, Sendable {
    case open
    /// A signed-in user or a user's token.
    case user
    /// A token with this role or a higher one.
    case role(APIRole)
  }

  enum Freshness: Hashable, Sendable {
    /// Other data: no ETag, or one that the endpoint sets.
    case none
    /// The day.
    case day
    /// The time of day, for opening hours.
    case minute
  }

  enum Caching: Hashable, Sendable {
    /// Never, for personal data.
    case none
    /// By shared caches for this many seconds; then they must revalidate.
    case shared(seconds: Int)
    /// By the client only, which must revalidate each time.
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
