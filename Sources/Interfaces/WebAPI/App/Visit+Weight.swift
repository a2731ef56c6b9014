import Folklore
import WebPages

// Days of small weight are on pages of days only if they are asked for: `?all=1`.
extension Visit {
  /// The largest weight that a page shows.
  var maxWeight: Int { showsAll ? Event.weights.upperBound : Event.listedWeight }

  var showsAll: Bool { query.first("all") == "1" }

  /// What a day without events says; there may be some of small weight.
  var nothing: String {
    showsAll
      ? say("這一天沒有記載的日子。", "这一天没有记载的日子。", "Nothing is recorded for this day.")
      : say("這一天沒有主要的日子。", "这一天没有主要的日子。", "This day has no main event.")
  }

  /// The link to the same page with the days of small weight, or without them.
  func weightSwitch(_ path: String) -> PageLink {
    showsAll
      ? PageLink(say("只列主要的日子", "只列主要的日子", "Main days only"), path, .button)
      : PageLink(
        say("也列出齋戒與曆書的日子", "也列出斋戒与历书的日子", "Fasts and almanac days too"), path + "?all=1", .button)
  }
}

extension PublicData {
  /// The events that lists show to people of a region, in the order of lists.
  func listed(in region: Region = .taiwan, maxWeight: Int = Event.listedWeight) -> [Event] {
    RegionFilter(region: region).events(of: catalogue.events, maxWeight: maxWeight)
  }
}
