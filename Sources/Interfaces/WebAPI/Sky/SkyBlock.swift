import Addresses
import Folklore
import Lunisolar
import Nearby
import Records
import Temples
import WebPages

/// The sun and the moon on the page of a day. The place is in the address (`?at=臺南市`), so that caches may share the page.
enum SkyBlock {
  static func block(of date: SolarDate, _ visit: Visit, _ data: PublicData) -> PageBlock? {
    guard SkyRecord.years.contains(date.year), let (viewpoint, fault) = viewpoint(visit, data) else { return nil }
    var block = PageBlock(visit.say("太陽與月亮", "太阳与月亮", "Sun and moon"))
    let record = SkyRecord(on: date, at: viewpoint, language: visit.language)
    block.facts = record.lines(in: visit.language).map { PageFact($0.name, $0.value) }
    if let eclipse = EclipseRecord.records(on: date...date, at: viewpoint, language: visit.language).first {
      block.facts.append(PageFact(eclipse.title(in: visit.language), eclipse.summary(in: visit.language)))
      if eclipse.isVisible, let warning = eclipse.warning { block.lines = [warning] }
    }
    block.forms = [form("/day/\(date)", visit, fault)]
    block.links = [
      PageLink(
        visit.say("整個月的日出月出", "整个月的日出月出", "Sun and moon of the month"),
        "/month/\("\(date)".prefix(7))/sky" + query(visit), .button),
      PageLink(visit.say("怎麼算的", "怎么算的", "How it is computed"), "/sky", .button),
    ]
    return block
  }

  /// Sun and moon of each day of a month: `/month/2026-11/sky`.
  static func month(_ record: MonthRecord, _ visit: Visit, _ fault: String?) -> PageBlock {
    let name = String("\(record.days.first?.solarDate.description ?? "")".prefix(7))
    var block = PageBlock(record.sky?.first?.place.text(in: visit.language) ?? visit.nothing)
    block.forms = [form("/month/\(name)/sky", visit, fault)]
    block.table = PageTable(
      SkyRecord.header(in: visit.language),
      (record.sky ?? []).map { day in
        PageTable.Row(
          day.row(in: visit.language).enumerated().map { place, text in
            PageTable.Cell(
              place == 0 ? "\(day.date.month)/\(day.date.day)" : text,
              address: place == 0 ? "/day/\(day.date)" + query(visit) : nil)
          })
      }, nothing: visit.nothing)
    block.lines =
      record.eclipses?.map { "\($0.date) \($0.title(in: visit.language))：\($0.summary(in: visit.language))" } ?? []
    return block
  }

  /// The field for the place; the script remembers what was typed on this device.
  private static func form(_ address: String, _ visit: Visit, _ fault: String?) -> PageForm {
    PageForm(
      address, method: .get,
      [
        PageField(
          "at", visit.say("地點", "地点", "Place"), .search, value: visit.query.first("at") ?? "",
          hint: visit.say(
            "縣市、鄉鎮、廟名或座標，例如臺南市、鹿港、24.05,120.43", "县市、乡镇、庙名或坐标，例如台南市、鹿港、24.05,120.43",
            "a county, township, temple or coordinates: 臺南市, 24.05,120.43"), fault: fault)
      ], buttons: [PageButton(visit.say("換地點", "换地点", "Change the place"), isMain: false)])
  }

  /// `?at=鹿港`, for pages that keep the place.
  private static func query(_ visit: Visit) -> String {
    let text = (visit.query.first("at") ?? "").trimmed
    return text.isEmpty ? "" : "?at=" + PercentEncoding.encode(text)
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

  /// The place that the address names, 臺北 without one; with what is wrong with a text that names none, which then shows 臺北.
  static func viewpoint(_ visit: Visit, _ data: PublicData) -> (Viewpoint, fault: String?)? {
    guard let taipei = try? Viewpoint.taipei() else { return nil }
    let text = (visit.query.first("at") ?? "").trimmed
    guard !text.isEmpty else { return (taipei, nil) }
    do {
      return (
        try data.directory.viewpoint(
          String(text.prefix(200)), timeZone: taipei.timeZone, clock: taipei.clock, names: data.templeNames), nil
      )
    } catch {
      let spoken = error as? any SpokenError
      return (taipei, visit.language == .english ? spoken?.description : spoken?.chinese)
    }
  }
}
