import Drawing
import Folklore
import Lunisolar
import Pictures
import WebPages

/// Sheets for the wall: a month with large days, and a year on one page, each as a picture and as PDF.
enum SheetPages {
  static let all = [
    PublicPage("/month/{month}/wall.svg") { visit, data in svg(try month(visit, data)) },
    PublicPage("/month/{month}/wall.pdf") { visit, data in try await pdf(month(visit, data), visit) },
    PublicPage("/year/{year}/wall.svg") { visit, data in svg(try year(visit, data)) },
    PublicPage("/year/{year}/wall.pdf") { visit, data in try await pdf(year(visit, data), visit) },
  ]

  /// The link to the sheet of a page: its PDF if this machine can make one, otherwise its picture.
  static func link(_ path: String, _ visit: Visit) -> PageLink {
    SVGDrawing.missing == nil
      ? PageLink(visit.say("一張掛曆（PDF）", "一张挂历（PDF）", "Wall calendar (PDF)"), path + "/wall.pdf", .button)
      : PageLink(visit.say("一張掛曆（列印）", "一张挂历（打印）", "Wall calendar to print"), path + "/wall.svg", .button)
  }

  private static func svg(_ picture: String) -> PublicPage.Content {
    .text(Array(picture.utf8), type: "image/svg+xml")
  }

  /// What drawing costs of the allowance of whoever asks.
  private static let cost = 4.0

  private static func pdf(_ picture: String, _ visit: Visit) async throws -> PublicPage.Content {
    try visit.service.take(cost, of: visit.source.limitKey) { Wording.tooManyRequests(perSecond: $0) }
    guard SVGDrawing.missing == nil else { throw PageProblem.nothingHere }
    return try await withTaskExecutorPreference(visit.service.readers) {
      .text(try SVGDrawing.pdf(picture, on: .a4), type: "application/pdf")
    }
  }

  private static func month(_ visit: Visit, _ data: PublicData) throws -> String {
    let record = try DayPages.record(DayPages.firstDay(visit), visit, data)
    return WallCalendar(record, language: visit.language, startsOnMonday: visit.startsOnMonday).svg
  }

  private static func year(_ visit: Visit, _ data: PublicData) throws -> String {
    let first = try YearPages.firstDay(visit)
    let months = try (1...12).map { month in
      try DayPages.record(SolarDate(year: first.year, month: month, day: 1), visit, data)
    }
    return YearCalendar(months, language: visit.language, startsOnMonday: visit.startsOnMonday).svg
  }
}

extension Visit {
  /// True if the weeks of a month shall begin on Monday: `?week=monday`.
  var startsOnMonday: Bool { query.first("week") == "monday" }
}
