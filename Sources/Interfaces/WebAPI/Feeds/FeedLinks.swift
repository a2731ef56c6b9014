internal import Feeds
internal import Folklore

/// The URLs of one public feed: all days, one type, or a mix.
struct FeedLinks {
  /// The days of the feed.
  enum Selection {
    case all
    case kind(Event.Kind)
    case choice(DayChoice)
  }

  private let site: String
  private let query: String
  private let alarm: String

  /// - Parameters:
  ///   - added: what is added to the folk days, as parameters: `eclipses=true&`.
  ///   - alarm: the time of alarms in calendars: `1@08:00`; nil for none.
  ///   - site: scheme, host and port of the server: `https://folk.example`.
  ///   - language: part of the URL, because calendar programs send unreliable language headers.
  init(_ selection: Selection, added: String = "", alarm: String? = nil, language: Language, site: String) {
    self.site = site
    let selected =
      switch selection {
      case .all: ""
      case .kind(let kind): "kind=\(kind.rawValue)&"
      case .choice(let choice): choice.isEmpty ? "" : choice.query + "&"
      }
    query = "?\(selected)\(added)lang=\(language.rawValue)"
    self.alarm = alarm.map { "&alarm=" + $0 } ?? ""
  }

  var calendar: String { "\(site)/feeds/events.ics\(query)\(alarm)" }
  var atom: String { "\(site)/feeds/events.atom\(query)" }
  var json: String { "\(site)/feeds/events.json\(query)" }

  var subscription: SubscriptionLinks { SubscriptionLinks(calendar) }
}

/// The URLs of one calendar.
struct SubscriptionLinks {
  let url: String

  init(_ url: String) {
    self.url = url
  }

  /// The `webcal` URL, for which calendar programs offer to subscribe.
  var webcal: String {
    guard let end = url.firstRange(of: "://") else { return url }
    return "webcal" + url[end.lowerBound...]
  }

  /// The page of Google Calendar that offers to subscribe.
  var google: String { "https://calendar.google.com/calendar/r?cid=" + webcal.percentEncoded }
}
