public import Folklore
internal import Lunisolar

/// The twelve months of a solar year on one page of A3 proportions, legible on A4 too.
///
///     YearCalendar(months, language: .traditionalChinese).svg
///
/// Each day has its lunar day below (初一 has the month's name), and its solar term and its great festival by name. Days off are red. A festival
/// whose name is too long for its day has a mark there; the list at the foot has all great festivals and
/// holidays.
public struct YearCalendar: Sendable {
  private let months: [MonthRecord]
  private let language: Language
  private let startsOnMonday: Bool

  /// - Parameter months: January to December of one year.
  public init(_ months: [MonthRecord], language: Language, startsOnMonday: Bool = false) {
    self.months = months
    self.language = language
    self.startsOnMonday = startsOnMonday
  }

  // The page, in units of 1/1190 of its width.
  private static let width = 1_190.0
  private static let height = 1_684.0
  private static let margin = 42.0
  private static let gap = 26.0
  private static let top = 132.0
  private static let monthHeight = 351.0
  private static let columns = 3
  private static let listTop = 1_562.0
  private static let listBottom = 1_646.0
  private static let monthWidth = (width - 2 * margin - Double(columns - 1) * gap) / Double(columns)
  private static let day = (width: monthWidth / 7, height: 48.6)
  /// Above the first week of a month.
  private static let head = 54.0

  /// The picture as SVG.
  public var svg: String {
    var writer = SVGWriter()
    drawTitle(&writer)
    for (index, month) in months.enumerated() {
      draw(
        month, x: Self.margin + Double(index % Self.columns) * (Self.monthWidth + Self.gap),
        y: Self.top + Double(index / Self.columns) * Self.monthHeight, &writer)
    }
    drawList(&writer)
    drawLegend(&writer)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1190 1684" width="297mm" height="420mm" \
      font-family="'Noto Sans CJK TC', 'Noto Sans TC', 'Microsoft JhengHei', 'PingFang TC', sans-serif">
      <title>\(language.yearTitle(year))</title>
      <rect width="1190" height="1684" fill="\(CalendarColors.paper)"/>
      \(writer.body)</svg>

      """
  }

  private var year: Int { months.first?.year ?? 0 }

  // MARK: Title

  private func drawTitle(_ writer: inout SVGWriter) {
    writer.text(
      language.yearTitle(year), x: Self.margin, y: 96, size: 52, color: CalendarColors.ink, weight: 700)
    let room = Self.width - 2 * Self.margin - TextFit.width(language.yearTitle(year)) * 54 - 30
    writer.text(
      lunarYears, x: Self.width - Self.margin, y: 94, size: min(28, room / TextFit.width(lunarYears)),
      color: CalendarColors.ink, anchor: .end)
  }

  /// `丙午年（馬），2 月 6 日起丁未年（羊）`.
  private var lunarYears: String {
    var parts: [String] = []
    var last: Int?
    for day in months.flatMap(\.days) where day.lunar.year != last {
      let spans = months.flatMap(\.lunarMonths)
      guard let span = spans.first(where: { $0.year == day.lunar.year }) else { continue }
      let name = language.say(
        "\(span.ganzhi)年（\(span.zodiac)）", "\(span.ganzhi)年（\(span.zodiac)）",
        "\(span.ganzhi), year of the \(span.zodiac)")
      let date = language.say(
        "\(day.solarDate.month) 月 \(day.solarDate.day) 日起", "\(day.solarDate.month) 月 \(day.solarDate.day) 日起",
        "from \(day.solarDate.month)/\(day.solarDate.day) ")
      parts.append(last == nil ? name : date + name)
      last = day.lunar.year
    }
    return parts.joined(separator: language == .english ? "; " : "，")
  }

  // MARK: A month

  private func draw(_ month: MonthRecord, x: Double, y: Double, _ writer: inout SVGWriter) {
    let english = SolarDate.englishMonthNames[month.month - 1]
    writer.text(
      language == .english ? english : "\(month.month) 月", x: x + 4, y: y + 24, size: 25, color: CalendarColors.ink,
      weight: 700)
    let order: [Weekday] = startsOnMonday ? Weekday.allCases : [.sunday] + Weekday.allCases.dropLast()
    for (index, weekday) in order.enumerated() {
      let name = language == .english ? String(weekday.name(in: .english).prefix(3)) : weekday.chineseName
      writer.text(
        name, x: x + (Double(index) + 0.5) * Self.day.width, y: y + 45, size: 13, color: CalendarColors.soft,
        anchor: .middle)
    }
    writer.line(
      x1: x, y1: y + 51, x2: x + Self.monthWidth, y2: y + 51, color: CalendarColors.ink, width: 1, opacity: 0.6)
    let first = month.days.first?.weekday ?? 1
    let blanks = startsOnMonday ? first - 1 : first % 7
    for (index, day) in month.days.enumerated() {
      let place = index + blanks
      draw(
        day, middle: x + (Double(place % 7) + 0.5) * Self.day.width,
        y: y + Self.head + Double(place / 7) * Self.day.height,
        &writer)
    }
  }

  // MARK: A day

  private func draw(_ day: MonthRecord.Day, middle: Double, y: Double, _ writer: inout SVGWriter) {
    let festival = greatFestival(day)
    let lines = notes(day, festival)
    let isMarked = festival != nil && !lines.contains { $0.isFestival }
    writer.text(
      "\(day.solarDate.day)" + (isMarked ? "*" : ""), x: middle, y: y + 16, size: 19,
      color: day.isRed ? CalendarColors.red : CalendarColors.ink, anchor: .middle, weight: 700)
    let isMonthStart = day.lunar.day == 1
    writer.text(
      day.isWorkedWeekend ? day.label + language.say("班", "班", " W") : day.label, x: middle, y: y + 28,
      size: min(12, Self.room / TextFit.width(day.label)),
      color: isMonthStart ? CalendarColors.ink : CalendarColors.soft,
      anchor: .middle, weight: isMonthStart ? 700 : 400)
    for (index, line) in lines.enumerated() {
      writer.text(
        line.text, x: middle, y: y + 39 + Double(index) * 8.7 - (lines.count > 1 ? 2.2 : 0), size: line.size,
        color: CalendarColors.ink, anchor: .middle, weight: line.isFestival ? 700 : 400)
    }
  }

  private typealias Note = (text: String, size: Double, isFestival: Bool)

  /// The width of a day less some air.
  private static let room = day.width - 3
  /// No letter is smaller: 5 points on A4.
  private static let leastSize = 8.4

  /// The line, or the two, below the lunar day: festival and solar term, as far as they fit.
  private func notes(_ day: MonthRecord.Day, _ festival: String?) -> [Note] {
    let names = [festival.map { ($0, true) }, day.solarTerm.map { ($0, false) }].compactMap(\.self)
    guard names.count == 2 else { return names.first.map { Self.lines($0.0, isFestival: $0.1) } ?? [] }
    if names.allSatisfy({ TextFit.width($0.0) * Self.leastSize <= Self.room }) {
      return names.map { ($0.0, Self.leastSize, $0.1) }
    }
    return day.solarTerm.map { Self.lines($0, isFestival: false) } ?? []
  }

  /// One name on one line, or on two; none if it is longer.
  private static func lines(_ name: String, isFestival: Bool) -> [Note] {
    let size = room / TextFit.width(name)
    if size >= 9.5 { return [(name, min(11, size), isFestival)] }
    let lines = TextFit.lines(name, width: room / leastSize)
    return lines.count <= 2 ? lines.map { ($0, leastSize, isFestival) } : []
  }

  /// The name of the day's first event that everybody keeps, without what stands in parentheses; nil if there is none.
  private func greatFestival(_ day: MonthRecord.Day) -> String? {
    let great = day.highlights.first { $0.weight == Event.weights.lowerBound }
    let name = great.map { $0.title.split(whereSeparator: { "（(".contains($0) }).first.map(String.init) ?? $0.title }
    // 清明節 stands on the day of 清明.
    guard let name, day.solarTerm.map(name.hasPrefix) != true else { return nil }
    return name
  }

  // MARK: The foot

  private func drawList(_ writer: inout SVGWriter) {
    var holidays: Set<String> = []
    let entries = months.flatMap(\.days).flatMap { day in
      // A holiday of several days is named on its first.
      let holiday = day.dayOffMark == nil ? day.dayOff.flatMap { holidays.insert($0).inserted ? $0 : nil } : nil
      let festival = greatFestival(day)
      // "Tomb Sweeping Day" and "Tomb-Sweeping Day" are one.
      let isSame = festival?.filter(\.isLetter) == holiday?.filter(\.isLetter)
      return [festival, isSame ? nil : holiday].compactMap(\.self).map {
        "\(day.solarDate.month)/\(day.solarDate.day) \($0)"
      }
    }
    writer.line(
      x1: Self.margin, y1: Self.listTop - 18, x2: Self.width - Self.margin, y2: Self.listTop - 18,
      color: CalendarColors.ink, width: 1, opacity: 0.6)
    let separator = language == .english ? "  ·  " : "　"
    // The largest letters with which the list has room.
    for size in [15.0, 14, 13, 12, 11, 10] {
      var lines = [""]
      for entry in entries {
        let longer = lines[lines.count - 1].isEmpty ? entry : lines[lines.count - 1] + separator + entry
        if TextFit.width(longer) * size <= Self.width - 2 * Self.margin {
          lines[lines.count - 1] = longer
        } else {
          lines.append(entry)
        }
      }
      guard Double(lines.count) * size * 1.4 <= Self.listBottom - Self.listTop || size == 10 else { continue }
      for (index, line) in lines.enumerated() {
        writer.text(
          line, x: Self.margin, y: Self.listTop + 4 + Double(index) * size * 1.4, size: size, color: CalendarColors.ink)
      }
      return
    }
  }

  private func drawLegend(_ writer: inout SVGWriter) {
    let days = months.flatMap(\.days)
    var parts = [language.redLegend(year: year, isAnnounced: months.first?.daysOffAnnounced)]
    if days.contains(where: \.isWorkedWeekend) {
      parts.append(language.say("班：週末補行上班", "班：周末补行上班", "W: a weekend day on which offices work"))
    }
    if days.contains(where: { day in
      let festival = greatFestival(day)
      return festival != nil && !notes(day, festival).contains { $0.isFestival }
    }) {
      parts.append(language.say("*：節日名稱見上", "*：节日名称见上", "*: the festival's name is in the list"))
    }
    parts.append(language.say("粗體：節日與每月初一", "粗体：节日与每月初一", "Bold: festivals and first days of lunar months"))
    let y = Self.height - 22
    writer.text(
      parts.joined(separator: "  ·  "), x: Self.margin, y: y, size: 13, color: CalendarColors.soft)
    writer.text("folkcal", x: Self.width - Self.margin, y: y, size: 13, color: CalendarColors.soft, anchor: .end)
  }
}
