internal import Crypto
internal import Feeds
package import Folklore
internal import Foundation
internal import Mustache

/// The page at `/feeds` on which people subscribe: which calendars there are, and how each is taken into a phone, into Google Calendar
/// or into a feed reader.
///
///     let page = try FeedPage()
///     page.html(site: "https://folk.example", language: .traditionalChinese, groups: FeedPage.groups(of: catalogue, in: …))
///
/// It runs no script and fetches nothing; what is filled in is escaped. So it is served with `contentSecurityPolicy`.
package struct FeedPage: Sendable {
  /// A group that people can subscribe to.
  package struct Group: Hashable, Sendable {
    package let key: String
    package let name: String
    /// How many events it holds.
    package let dayCount: Int

    package init(key: String, name: String, dayCount: Int) {
      self.key = key
      self.name = name
      self.dayCount = dayCount
    }
  }

  private let template: MustacheTemplate

  /// - Throws: when the template is broken, which a test would have said.
  package init() throws {
    template = try MustacheTemplate(string: Self.markup)
  }

  /// What a browser may do on the page: use its one style element, by digest, and nothing else.
  package static let contentSecurityPolicy =
    "default-src 'none'; style-src '\(styleDigest)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// The digest of the style element's text as the header names it: `sha256-…`.
  package static let styleDigest = "sha256-" + Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()

  /// The groups of a catalogue that people can subscribe to: enabled ones with an enabled event in them.
  package static func groups(of catalogue: Catalogue, in language: Language) -> [Group] {
    catalogue.groups.filter(\.isEnabled).compactMap { group in
      let count = group.eventKeys.count { catalogue.event($0)?.isEnabled == true }
      return count == 0 ? nil : Group(key: group.key, name: group.name.text(in: language), dayCount: count)
    }
  }

  /// The page's text.
  ///
  /// - Parameters:
  ///   - site: scheme, host and port of the server as people reach it: `https://folk.example`.
  package func html(site: String, language: Language, groups: [Group]) -> String {
    template.render(Content(site: site.plainLine, language: language, groups: groups))
  }
}

// MARK: - What is filled in

/// The template reads these by their names.
private struct Content {
  let language: String
  let style = FeedPage.style
  let words: FeedPageWords
  let languages: [LanguageLink]
  let general: [Feed]
  let groups: [Feed]
  let hasGroups: Bool
  /// The feeds of all days, for readers that look for them in the page's head.
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
