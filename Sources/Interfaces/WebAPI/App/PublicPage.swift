import Folklore
import HTTPTypes
import HummingbirdCore
import WebPages

/// A page for everybody. It depends on the public data, the day and the language, so its answers are kept and have an ETag, as those of the API.
struct PublicPage: Route {
  let path: String
  /// What the answer depends on besides public data, address and language.
  var freshness = Endpoint.Freshness.day
  /// True if other sites may show it in a frame.
  var isFramed = false
  /// The page of somebody who has signed in or chosen; nil if nothing of it is for that person alone. It is not kept.
  var personal: (@Sendable (Visit, PublicData) async throws -> PageAnswer?)?
  let answer: @Sendable (Visit, PublicData) async throws -> Content

  var method: HTTPRequest.Method { .get }

  /// The seconds for which browsers and proxies may keep a page without asking.
  static let caching = Endpoint.Caching.shared(seconds: 300)

  /// What a page answers.
  enum Content: Sendable {
    /// - Parameters:
    ///   - part: the part of the navigation.
    ///   - description: for search engines.
    case page(any PageContent, part: String, description: String)
    case text([UInt8], type: String)
    /// The strip for other sites.
    case strip(EmbedPage, isFound: Bool)
    /// Another address that has the page today.
    case elsewhere(String)
  }

  init(
    _ path: String, freshness: Endpoint.Freshness = .day, isFramed: Bool = false,
    personal: (@Sendable (Visit, PublicData) async throws -> PageAnswer?)? = nil,
    _ answer: @escaping @Sendable (Visit, PublicData) async throws -> Content
  ) {
    self.path = path
    self.freshness = freshness
    self.isFramed = isFramed
    self.personal = personal
    self.answer = answer
  }

  /// An `AppPage` with its own description.
  static func app(_ page: AppPage, part: String) -> Content {
    .page(page, part: part, description: page.description)
  }

  static let all =
    DayPages.all + YearPages.all + SheetPages.all + EventPages.all + PlacePages.all + FindPages.all
    + InstallPages.all + PrivacyPage.all + SkyPage.all + AlmanacPages.all + SourcePage.all + DocPages.all
    + FeedPages.all + EmbedPages.all
}
