import Folklore
import Lunisolar
import Nearby
import Temples
import WebPages

/// The sun and the moon on the page of a day. The county is in the address (`?at=臺南市`), so that caches may share the page.
enum SkyBlock {
  static func block(of date: SolarDate, _ visit: Visit, _ data: PublicData) -> PageBlock? {
    var block = PageBlock(visit.say("太陽與月亮", "太阳与月亮", "Sun and moon"))
    let county = County(name: visit.query.first("at") ?? "")
    guard SkyRecord.years.contains(date.year), let viewpoint = viewpoint(county, data) else { return nil }
    let record = SkyRecord(on: date, at: viewpoint, language: visit.language)
    block.facts = record.lines(in: visit.language).map { PageFact($0.name, $0.value) }
    if let eclipse = EclipseRecord.records(on: date...date, at: viewpoint, language: visit.language).first {
      block.facts.append(PageFact(eclipse.title(in: visit.language), eclipse.summary(in: visit.language)))
      if eclipse.isVisible, let warning = eclipse.warning { block.lines = [warning] }
    }
    block.forms = [
      PageForm(
        "/day/\(date)", method: .get,
        [
          PageField(
            "at", visit.say("縣市", "县市", "County"),
            .choice([("", visit.say("臺北", "台北", "Taipei"))] + County.allCases.map { ($0.name, $0.name) }),
            value: county?.name ?? "")
        ], buttons: [PageButton(visit.say("換地點", "换地点", "Change the place"), isMain: false)])
    ]
    block.links = [PageLink(visit.say("怎麼算的", "怎么算的", "How it is computed"), "/sky", .button)]
    return block
  }

  /// The eclipses that are seen from 臺北 in a range of days: their names by day.
  static func eclipses(
    from first: SolarDate, through last: SolarDate, _ visit: Visit
  ) throws -> [SolarDate: String] {
    let records = try EclipseRecord.records(on: first...last, at: .taipei(), language: visit.language)
    return records.filter(\.isVisible).reduce(into: [:]) { names, record in
      names[record.date] = record.title(in: visit.language)
    }
  }

  /// The middle of a county; 臺北 without one.
  private static func viewpoint(_ county: County?, _ data: PublicData) -> Viewpoint? {
    guard let taipei = try? Viewpoint.taipei() else { return nil }
    guard let county, let area = AdministrativeArea(address: county.name), let middle = data.directory.middle(of: area)
    else { return taipei }
    let place = TypedPlace.area(area, middle: middle, rest: "")
    return Viewpoint(name: place.name, place: middle.place, timeZone: taipei.timeZone, clock: taipei.clock)
  }
}
