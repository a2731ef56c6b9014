internal import Folklore
internal import Foundation
internal import Lunisolar

extension SyndicationFeed {
  /// The feed as JSON Feed 1.1, to be served as `application/feed+json`.
  ///
  /// An item's extension `_folkcal` has the days and the app link.
  ///
  /// - Parameter address: the feed's own URL.
  public func json(at address: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(Document(self, at: address.plainLine)), as: UTF8.self)
  }
}

// The field names are those of https://www.jsonfeed.org/version/1.1/.

private struct Document: Encodable {
  let version = "https://jsonfeed.org/version/1.1"
  let title: String
  let homePage: String
  let address: String
  let language: Language
  let authors = [Author(name: "folkcal")]
  let items: [Item]

  init(_ feed: SyndicationFeed, at address: String) {
    title = feed.title
    homePage = feed.homePage
    self.address = address
    language = feed.language
    items = feed.entries.map(Item.init)
  }

  struct Author: Encodable {
    let name: String
  }

  enum CodingKeys: String, CodingKey {
    case version, title, language, authors, items
    case homePage = "home_page_url"
    case address = "feed_url"
  }
}

private struct Item: Encodable {
  let id: String
  let url: String
  let title: String
  let text: String
  let summary: String
  let published: String
  let modified: String
  let tags: [String]
  let extra: Extra

  init(_ entry: SyndicationFeed.Entry) {
    id = entry.id
    url = entry.address
    title = entry.title
    text = entry.content
    summary = entry.summary
    published = SyndicationFeed.iso(entry.published)
    modified = SyndicationFeed.iso(entry.updated)
    tags = entry.tags
    extra = Extra(entry)
  }

  /// The extension, with the API's field names.
  struct Extra: Encodable {
    let key: String
    /// `Event.weight`, in the region that was asked for.
    let weight: Int
    let solarDate: SolarDate
    let lastDate: SolarDate
    let lunar: Lunar
    let link: String

    init(_ entry: SyndicationFeed.Entry) {
      key = entry.event.key
      weight = entry.event.weight
      solarDate = entry.occurrence.date
      lastDate = entry.occurrence.lastDate
      lunar = Lunar(entry.occurrence.lunarDate)
      link = entry.deepLink
    }

    enum CodingKeys: String, CodingKey {
      case key, weight, lunar, link
      case solarDate = "solar_date"
      case lastDate = "last_date"
    }
  }

  struct Lunar: Encodable {
    let year: Int
    let month: Int
    let day: Int
    let isLeap: Bool

    init(_ date: LunarDate) {
      (year, month, day, isLeap) = (date.year, date.month, date.day, date.isLeap)
    }
  }

  enum CodingKeys: String, CodingKey {
    case id, url, title, summary, tags
    case text = "content_text"
    case published = "date_published"
    case modified = "date_modified"
    case extra = "_folkcal"
  }
}
