internal import Crypto
internal import Feeds
package import Folklore
internal import Foundation
internal import Mustache
internal import WebPages

/// The subscription page at `/feeds`: all calendars, and links for phones, Google Calendar and feed readers.
///
///     let page = try FeedPage()
///     page.html(site: "https://folk.example", language: .traditionalChinese, groups: FeedPage.groups(of: catalogue, in: …))
///
/// It has no scripts or external resources, and all values are escaped; it is served with `contentSecurityPolicy`.
package struct FeedPage: Sendable {
  /// A group with a feed.
  package struct Group: Hashable, Sendable {
    package let key: String
    package let name: String
    /// The number of its events.
    package let dayCount: Int

    package init(key: String, name: String, dayCount: Int) {
      self.key = key
      self.name = name
      self.dayCount = dayCount
    }
  }

  private let template: MustacheTemplate

  /// - Throws: if the template is invalid; a test checks it.
  package init() throws {
    template = try SafeHTML.template(Self.markup)
  }

  /// Allows only the page's style element, by digest.
  package static let contentSecurityPolicy =
    "default-src 'none'; style-src '\(styleDigest)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// The digest of the style element for the header: `sha256-…`.
  package static let styleDigest = "sha256-" + Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()

  /// The groups with a feed: enabled ones with an enabled event.
  package static func groups(of catalogue: Catalogue, in language: Language) -> [Group] {
    catalogue.groups.filter(\.isEnabled).compactMap { group in
      let count = group.eventKeys.count { catalogue.event($0)?.isEnabled == true }
      return count == 0 ? nil : Group(key: group.key, name: group.name.text(in: language), dayCount: count)
    }
  }

  /// The HTML of the page.
  ///
  /// - Parameters:
  ///   - site: scheme, host and port of the server as people reach it: `https://folk.example`.
  package func html(site: String, language: Language, groups: [Group]) -> String {
    template.render(Content(site: site.plainLine, language: language, groups: groups))
  }
}

// MARK: - Template values

/// The template's values, by name.
private struct Content {
  let language: String
  let style = FeedPage.style
  let words: FeedPageWords
  let languages: [LanguageLink]
  let general: [Feed]
  let groups: [Feed]
  let hasGroups: Bool
  /// The feed of all days, for readers that look in the page's head.
  let atom: String
  let json: String

  init(site: String, language: Language, groups: [FeedPage.Group]) {
    let words = FeedPageWords(language)
    func feed(_ selection: FeedLinks.Selection, _ name: String, _ note: String) -> Feed {
      Feed(name: name.plainLine, note: note, links: FeedLinks(selection, language: language, site: site))
    }
    self.language = language.rawValue
    self.words = words
    languages = Language.allCases.map { other in
      LanguageLink(
        code: other.rawValue, name: FeedPageWords(other).nameOfLanguage,
        address: "\(site)/feeds?lang=\(other.rawValue)",
        isCurrent: other == language)
    }
    general = [
      feed(.all, words.all, words.allNote), feed(.kind(.festival), words.festivals, words.festivalsNote),
      feed(.kind(.deity), words.deities, words.deitiesNote),
    ]
    self.groups = groups.map { feed(.group($0.key), $0.name, words.count(of: $0.dayCount)) }
    hasGroups = !groups.isEmpty
    let all = FeedLinks(.all, language: language, site: site)
    atom = all.atom
    json = all.json
  }

  struct LanguageLink {
    let code: String
    let name: String
    let address: String
    let isCurrent: Bool
  }

  struct Feed {
    let name: String
    let note: String
    let webcal: String
    let google: String
    let calendar: String
    let atom: String
    let json: String

    init(name: String, note: String, links: FeedLinks) {
      self.name = name
      self.note = note
      webcal = links.subscription.webcal
      google = links.subscription.google
      calendar = links.calendar
      atom = links.atom
      json = links.json
    }
  }
}
