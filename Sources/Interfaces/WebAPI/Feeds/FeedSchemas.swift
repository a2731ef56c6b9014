import Folklore
import JSON

/// The schemas of feeds.
enum FeedSchemas {
  static let all: [(name: String, schema: JSON)] = [("JSONFeed", feed)]

  /// JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/) with the extension `_folkcal`.
  private static let feed: JSON = .record([
    "version": .choice(["https://jsonfeed.org/version/1.1"]), "title": .anyText, "home_page_url": .anyText,
    "feed_url": .anyText, "language": .choice(Language.allCases.map(\.rawValue)),
    "authors": .list(of: .record(["name": .anyText])),
    "items": .list(
      of: .record([
        "id": .anyText, "url": .anyText, "title": .anyText, "content_text": .anyText, "summary": .anyText,
        "date_published": .instantText, "date_modified": .instantText, "tags": .textList,
        "_folkcal": .record([
          "key": .anyText, "weight": Schemas.weight, "solar_date": .dateText, "last_date": .dateText,
          "lunar": .schema("LunarDate"),
          "link": .anyText,
        ]),
      ])),
  ])
}
