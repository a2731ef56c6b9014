public import Folklore
public import Lunisolar

/// What a feed can add to the folk days: eclipses, sun and moon, 宜 and 忌.
public struct AddedDays: Sendable {
  private let viewpoint: Viewpoint?
  private let hasEclipses: Bool
  private let hasSky: Bool
  private let book: XiejiBook?

  /// - Parameters:
  ///   - viewpoint: whence the sky is seen.
  ///   - eclipses: whether the eclipses that it sees are added.
  ///   - sky: whether sun and moon of each day are added.
  ///   - almanac: the book of 宜 and 忌 that are added for each day; nil for none.
  public init(at viewpoint: Viewpoint?, eclipses: Bool, sky: Bool, almanac: XiejiBook?) {
    self.viewpoint = viewpoint
    hasEclipses = eclipses
    hasSky = sky
    book = almanac
  }

  /// In days from today: what comes every day is told for half a year, so that no feed outgrows the megabyte that Google reads.
  private static let reach = 182

  /// The days in a range, as events without numbers.
  ///
  /// - Parameter today: the first day of which sun, moon, 宜 and 忌 are told.
  /// - Throws: `CalendarError` for days outside the calendar.
  public func events(in range: ClosedRange<SolarDate>, today: SolarDate) throws(CalendarError) -> [Event] {
    var events: [Event] = []
    if hasEclipses, let viewpoint { events += EclipseRecord.events(in: range, at: viewpoint) }
    let (first, last) = (max(range.lowerBound, today), min(range.upperBound, today.advanced(by: Self.reach)))
    guard first <= last else { return events }
    if hasSky, let viewpoint { events += SkyRecord.events(in: first...last, at: viewpoint) }
    if let book { events += try book.events(in: first...last) }
    return events
  }
}
