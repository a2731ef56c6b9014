internal import Feeds
internal import Folklore

/// The addresses of one public feed: all days, those of a type, or those of a group.
struct FeedLinks {
  /// Which days it holds.
  enum Selection {
    case all
    case kind(Event.Kind)
    case group(String)
  }

  private let site: String
  private let query: String

  /// - Parameters:
  ///   - site: scheme, host and port of the server: `https://folk.example`.
  ///   - language: of the feed, so that it does not hang on what a calendar program says it speaks.
  init(_ selection: Selection, language: Language, site: String) {
    self.site = site
    let selected =
      switch selection {
      case .all: ""
      case .kind(let kind): "kind=\(kind.rawValue)&"
      case .group(let key): "group=\(key.percentEncoded)&"
      }
    query = "?\(selected)lang=\(language.rawValue)"
  }

  var calendar: String { "\(site)/feeds/events.ics\(query)" }
  var atom: String { "\(site)/feeds/events.atom\(query)" }
  var json: String { "\(site)/feeds/events.json\(query)" }

  var subscription: SubscriptionLinks { SubscriptionLinks(calendar) }
}

/// The addresses by which one calendar is subscribed to.
struct SubscriptionLinks {
  let url: String

  init(_ url: String) {
    self.url = url
  }

  /// At which calendar programs offer to subscribe: the scheme is `webcal` instead of `http` or `https`.
  var webcal: String {
    guard let end = url.firstRange(of: "://") else { return url }
    return "webcal" + url[end.lowerBound...]
  }

  /// The page of Google Calendar that offers to subscribe.
  var google: String { "https://calendar.google.com/calendar/r?cid=" + webcal.percentEncoded }
}
