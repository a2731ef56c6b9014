public import Folklore
internal import Lunisolar

/// A month as a wall calendar: an SVG page with A3 proportions.
///
/// Large solar days, the lunar day below each, solar terms and festivals, the moon's phases, the month's name in both calendars. Red is a day
/// off and nothing else; festivals and first days of lunar months are bold. Names are written whole: a crowded cell has smaller letters, and what
/// it cannot hold stands in the empty cells of the page, or is counted.
public struct WallCalendar: Sendable {
  let month: MonthRecord
  let language: Language
  private let startsOnMonday: Bool

  public init(_ month: MonthRecord, language: Language, startsOnMonday: Bool = false) {
    self.month = month
    self.language = language
    self.startsOnMonday = startsOnMonday
  }

  // The page, in units of 1/1190 of its width.
  private static let width = 1_190.0
  private static let height = 1_684.0
  private static let margin = 56.0
  private static let gridTop = 330.0
  private static let gridBottom = 1_600.0

  /// The picture as SVG.
  public var svg: String {
    var writer = SVGWriter()
    drawTitle(&writer)
    drawWeekdays(&writer)
    for row in 0...rows {
      let y = Self.gridTop + Double(row) * cellHeight
      writer.line(
        x1: Self.margin, y1: y, x2: Self.width - Self.margin, y2: y, color: CalendarColors.ink, width: row == 0 ? 2 : 1,
        opacity: row == 0 ? 0.8 : 0.25)
    }
    var hidden: [HiddenEvents] = []
    for (index, day) in month.days.enumerated() {
      let cell = CalendarCell(day, language: language, width: cellWidth, height: cellHeight)
      let place = corner(index + leadingBlanks)
      cell.draw(x: place.x, y: place.y, &writer)
      if !cell.hidden.isEmpty { hidden.append(HiddenEvents(day: day.solarDate.day, titles: cell.hidden)) }
    }
    drawInFreeCells(hidden, &writer)
    drawLegend(&writer)
    let title = language == .english ? "\(monthName) \(language.yearTitle(month.year))" : yearLine + monthName
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1190 1684" width="297mm" height="420mm" \
      font-family="'Noto Serif CJK TC', 'Noto Serif TC', 'PMingLiU', 'Noto Sans CJK TC', serif">
      <title>\(title)</title>
      <rect width="1190" height="1684" fill="\(CalendarColors.paper)"/>
      \(writer.body)</svg>

      """
  }

  // MARK: Places

  private var rows: Int { (leadingBlanks + month.days.count + 6) / 7 }
  private var cellWidth: Double { (Self.width - 2 * Self.margin) / 7 }
  private var cellHeight: Double { (Self.gridBottom - Self.gridTop) / Double(rows) }

  private func corner(_ place: Int) -> (x: Double, y: Double) {
    (Self.margin + Double(place % 7) * cellWidth, Self.gridTop + Double(place / 7) * cellHeight)
  }

  /// Empty cells before the first day.
  private var leadingBlanks: Int {
    let weekday = month.days.first?.weekday ?? 1
    return startsOnMonday ? weekday - 1 : weekday % 7
  }
}

// MARK: - Title

extension WallCalendar {
  private func drawTitle(_ writer: inout SVGWriter) {
    writer.text(yearLine, x: Self.margin, y: 112, size: 40, color: CalendarColors.soft)
    writer.text(monthName, x: Self.margin, y: 232, size: 100, color: CalendarColors.ink, weight: 700)
    let room = Self.width - 2 * Self.margin - TextFit.width(monthName) * 104 - 30
    for (index, line) in lunarTitle.enumerated() {
      let size = min(index == 0 ? 34 : 30, room / TextFit.width(line))
      writer.text(
        line, x: Self.width - Self.margin, y: 186 + Double(index) * 46, size: size, color: CalendarColors.ink,
        anchor: .end, weight: index == 0 ? 700 : 400)
    }
  }

  private var yearLine: String { language.yearTitle(month.year) }

  private var monthName: String {
    if language == .english { return SolarDate.englishMonthNames[month.month - 1] }
    return month.month == 1 ? "一月" : LunarDate.monthName(month.month, isLeap: false)
  }

  /// The lunar years and months of the page: `農曆丙午年（馬）`, `九月 – 十月`.
  private var lunarTitle: [String] {
    var years: [String] = []
    for span in month.lunarMonths {
      let name =
        language == .english ? "\(span.ganzhi), year of the \(span.zodiac)" : "\(span.ganzhi)年（\(span.zodiac)）"
      if years.last != name { years.append(name) }
    }
    let months = month.lunarMonths.map { $0.name(in: language) }
    let prefix = language.say("農曆", "农历", "Lunar ")
    return [prefix + years.joined(separator: language == .english ? " / " : "、"), months.joined(separator: " – ")]
  }

  private func drawWeekdays(_ writer: inout SVGWriter) {
    let order: [Weekday] = startsOnMonday ? Weekday.allCases : [.sunday] + Weekday.allCases.dropLast()
    for (index, weekday) in order.enumerated() {
      let name = language == .english ? String(weekday.name(in: .english).prefix(3)) : weekday.chineseName
      writer.text(
        name, x: Self.margin + (Double(index) + 0.5) * cellWidth, y: Self.gridTop - 18, size: 24,
        color: CalendarColors.ink, anchor: .middle, weight: 700)
    }
  }
}

// MARK: - The foot, and what no cell holds

extension WallCalendar {
  private struct HiddenEvents {
    let day: Int
    let titles: [String]
  }

  /// Lists the events that found no room in their cells in the empty cells, before or after the month, whichever are more.
  private func drawInFreeCells(_ hidden: [HiddenEvents], _ writer: inout SVGWriter) {
    let trailing = rows * 7 - leadingBlanks - month.days.count
    let count = max(trailing, leadingBlanks)
    guard count > 0, !hidden.isEmpty else { return }
    let place = corner(trailing >= leadingBlanks ? leadingBlanks + month.days.count : 0)
    let (size, lineHeight) = (17.0, 23.0)
    let width = (Double(count) * cellWidth - 24) / size
    let lines = hidden.flatMap { events in
      let lead = language.say("\(events.day) 日另有：", "\(events.day) 日另有：", "\(events.day), also: ")
      return TextFit.lines(
        lead + events.titles.joined(separator: language == .english ? "; " : "、"), width: width)
    }
    // The cells keep their counts, so that nothing is lost if the list is longer than the room.
    for (index, line) in lines.prefix(Int((cellHeight - 24) / lineHeight)).enumerated() {
      writer.text(
        line, x: place.x + 12, y: place.y + 32 + Double(index) * lineHeight, size: size, color: CalendarColors.soft)
    }
  }

  private func drawLegend(_ writer: inout SVGWriter) {
    var parts = [language.redLegend(year: month.year, isAnnounced: month.daysOffAnnounced)]
    if month.days.contains(where: \.isWorkedWeekend) {
      parts.append(
        language.say("補班：週末補行上班", "补班：周末补行上班", "Workday: a weekend day on which offices work"))
    }
    parts.append(language.say("粗體：節日", "粗体：节日", "Bold: festival"))
    if month.days.contains(where: { $0.xieji != nil }) {
      parts.append(language.say("宜忌：協紀辨方書", "宜忌：协纪辨方书", "宜忌 by 協紀辨方書"))
    }
    parts.append(language.say("● 朔　○ 望", "● 朔　○ 望", "● new moon  ○ full moon"))
    let y = Self.height - 46
    writer.text(
      parts.joined(separator: language == .english ? "   ·   " : "　·　"), x: Self.margin, y: y, size: 17,
      color: CalendarColors.soft)
    writer.text("folkcal", x: Self.width - Self.margin, y: y, size: 15, color: CalendarColors.soft, anchor: .end)
  }
}
