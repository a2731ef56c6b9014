import Folklore
import Lunisolar
import WebPages

/// The coming days for frames of other sites: `/embed`.
///
///     /embed?groups=mazu&deities=guanyin&size=large&count=5&lang=zh-Hant
enum EmbedPages {
  static let all = [PublicPage("/embed", isFramed: true, strip)]

  private static let counts = 1...20
  private static let usualCount = 5

  /// The address of the strip of a choice.
  static func address(_ choice: DayChoice, size: String, _ visit: Visit) -> String {
    let chosen = choice.isEmpty ? "" : choice.query + "&"
    return "\(visit.site.origin)/embed?\(chosen)size=\(size)&lang=\(visit.language.rawValue)"
  }

  private static func strip(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    let isSmall = visit.query.first("size") == "small"
    let given = visit.query.first("count").flatMap { Int($0) } ?? usualCount
    let count = isSmall ? 1 : min(max(given, counts.lowerBound), counts.upperBound)
    let choice = DayChoice(visit.query)
    let (parts, unknown) = choice.parts(in: data, visit.language)
    let days = unknown.isEmpty ? try days(choice.isEmpty ? nil : parts, data, visit) : []
    var notes = unknown.map {
      visit.say("沒有「\($0.text)」這一項。", "没有「\($0.text)」这一项。", "There is no “\($0.text)”.")
    }
    if days.isEmpty, notes.isEmpty {
      notes = [visit.say("近期沒有日子。", "近期没有日子。", "Nothing is near.")]
    }
    let title =
      choice.isEmpty || parts.isEmpty
      ? visit.say("近期重要日子", "近期重要日子", "Coming days") : DayChoice.name(of: parts, in: visit.language)
    return .strip(
      EmbedPage(
        visit.language, title: title, isSmall: isSmall, days: days.prefix(count).map { card($0, visit) }, notes: notes),
      isFound: unknown.isEmpty)
  }

  private static func card(_ day: DayPages.Day, _ visit: Visit) -> DayCard {
    let date = [day.date.text(in: visit.language), visit.lunar(day.date)].joined(
      separator: " · ")
    return DayPages.card(day.date, title: day.title(visit), address: day.address, note: date, visit)
  }

  /// The days of some parts, or those of the first page.
  private static func days(_ parts: [DayChoice.Part]?, _ data: PublicData, _ visit: Visit) throws -> [DayPages.Day] {
    guard let parts else { return try DayPages.comingDays(data, visit) }
    let today = visit.moment.today
    return try DayPages.days(
      of: parts.events(of: data.catalogue), from: today, through: today.advanced(by: DayPages.yearAhead))
  }
}
