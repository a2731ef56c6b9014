public import Folklore
import Lunisolar
import Words

/// A month as a wall calendar: an SVG page with A3 proportions, in folkcal's two colours on its paper colour.
///
/// Large solar days, the lunar day below each, solar terms and festivals, the moon's phases, the month's name in both calendars. Days off
/// are red; if they are unknown, Sundays and the great festivals.
/// A full cell shows the best attested events and the number of the others.
public struct WallCalendar: Sendable {
  private let month: MonthRecord
  private let language: Language
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
  private static let gridBottom = 1_612.0

  private static let red = "#9D4F4A"
  private static let ink = "#2F2B27"
  private static let paper = "#F7F3E8"

  /// The picture as SVG.
  public var svg: String {
    var writer = SVGWriter()
    drawTitle(&writer)
    drawWeekdays(&writer)
    let rows = (leadingBlanks + month.days.count + 6) / 7
    let cell = Cell(
      width: (Self.width - 2 * Self.margin) / 7, height: (Self.gridBottom - Self.gridTop) / Double(rows))
    for row in 0...rows {
      let y = Self.gridTop + Double(row) * cell.height
      writer.line(
        x1: Self.margin, y1: y, x2: Self.width - Self.margin, y2: y, color: Self.ink, width: row == 0 ? 2 : 1,
        opacity: row == 0 ? 0.8 : 0.2)
    }
    for (index, day) in month.days.enumerated() {
      let place = index + leadingBlanks
      let x = Self.margin + Double(place % 7) * cell.width
      let y = Self.gridTop + Double(place / 7) * cell.height
      draw(day, x: x, y: y, cell: cell, &writer)
    }
    writer.text(
      "folkcal", x: Self.width - Self.margin, y: Self.height - 30, size: 15, color: Self.ink, anchor: .end, opacity: 0.5
    )
    let title = language == .english ? "\(monthName) \(month.year)" : "\(month.year) 年 \(monthName)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1190 1684" width="297mm" height="420mm" \
      font-family="'Noto Serif CJK TC', 'Noto Serif TC', 'Noto Sans CJK TC', serif">
      <title>\(title)</title>
      <rect width="1190" height="1684" fill="\(Self.paper)"/>
      \(writer.body)</svg>

      """
  }

  private struct Cell {
    let width: Double
    let height: Double
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
    writer.text("\(month.year)", x: Self.margin, y: 120, size: 54, color: Self.ink, opacity: 0.75)
    writer.text(monthName, x: Self.margin, y: 232, size: 104, color: Self.red, weight: 700)
    for (index, line) in lunarTitle.enumerated() {
      writer.text(
        line, x: Self.width - Self.margin, y: 176 + Double(index) * 46, size: index == 0 ? 34 : 30, color: Self.ink,
        anchor: .end, weight: index == 0 ? 700 : 400)
    }
  }

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
    let months = month.lunarMonths.map { span in
      let name = LunarDate.monthName(span.month, isLeap: span.isLeap)
      switch language {
      case .traditionalChinese: return name
      case .simplifiedChinese: return name.replacing("閏", with: "闰")
      case .english: return "\(span.isLeap ? "leap " : "")month \(span.month)"
      }
    }
    let prefix = language == .traditionalChinese ? "農曆" : language == .simplifiedChinese ? "农历" : "Lunar "
    return [prefix + years.joined(separator: language == .english ? " / " : "、"), months.joined(separator: " – ")]
  }

  private func drawWeekdays(_ writer: inout SVGWriter) {
    let order: [Weekday] = startsOnMonday ? Weekday.allCases : [.sunday] + Weekday.allCases.dropLast()
    let width = (Self.width - 2 * Self.margin) / 7
    for (index, weekday) in order.enumerated() {
      let name = language == .english ? String(weekday.name(in: .english).prefix(3)) : weekday.chineseName
      writer.text(
        name, x: Self.margin + (Double(index) + 0.5) * width, y: Self.gridTop - 18, size: 24,
        color: weekday == .sunday ? Self.red : Self.ink, anchor: .middle, weight: 700)
    }
  }
}

// MARK: - A day

extension WallCalendar {
  /// The font size and the spacing of event lines.
  private static let lineSize = 19.0
  private static let lineHeight = 25.0

  private func draw(_ day: MonthRecord.Day, x: Double, y: Double, cell: Cell, _ writer: inout SVGWriter) {
    let shown = day.highlights
    let isRed = day.isDayOff ?? (day.weekday == 7 || shown.contains { $0.isFestival && $0.sourceCount >= 5 })
    writer.text(
      "\(day.solarDate.day)", x: x + 10, y: y + 52, size: 50, color: isRed ? Self.red : Self.ink, weight: 700)
    let isMonthStart = day.lunar.day == 1
    writer.text(
      day.label, x: x + 10, y: y + 82, size: 22, color: isMonthStart ? Self.red : Self.ink,
      weight: isMonthStart ? 700 : 400,
      opacity: isMonthStart ? 1 : 0.8)
    if let term = day.solarTerm {
      let size = language == .english ? 13.0 : 22.0
      writer.text(term, x: x + cell.width - 10, y: y + 82, size: size, color: Self.red, anchor: .end, weight: 700)
    }
    draw(moon: day.moon, x: x + cell.width - 36, y: y + 34, &writer)

    let columns = Int((cell.width - 18) / (Self.lineSize / 2))
    let room = Int((cell.height - 96) / Self.lineHeight)
    // A day in lieu has no event; its name is shown in the place of a holiday's event.
    let mark: [Line] = day.dayOffMark.map { [($0, day.isDayOff == true)] } ?? []
    let lines = mark + Self.lines(shown, columns: columns, room: room - mark.count)
    for (index, line) in lines.enumerated() {
      writer.text(
        line.text, x: x + 10, y: y + 110 + Double(index) * Self.lineHeight, size: Self.lineSize,
        color: line.isFestival ? Self.red : Self.ink, opacity: 0.92)
    }
  }

  private typealias Line = (text: String, isFestival: Bool)

  /// Two lines for long titles if all events fit; otherwise one cut line each, and the last line counts the hidden events.
  private static func lines(_ events: [MonthRecord.DayTitle], columns: Int, room: Int) -> [Line] {
    guard room > 0 else { return [] }
    let wrapped = events.flatMap { event in wrap(event.title, columns: columns).map { ($0, event.isFestival) } }
    if wrapped.count <= room { return wrapped }
    let cut = events.map { event -> Line in
      let title = DisplayWidth.of(event.title) <= columns ? event.title : event.shortTitle
      return (DisplayWidth.cut(title, to: columns), event.isFestival)
    }
    guard cut.count > room else { return cut }
    return cut.prefix(room - 1) + [("… +\(cut.count - room + 1)", false)]
  }

  /// One line or two: Latin text breaks at a blank, Chinese before a parenthesis or anywhere. The second line is cut to fit.
  private static func wrap(_ title: String, columns: Int) -> [String] {
    guard DisplayWidth.of(title) > columns else { return [title] }
    var end = title.startIndex
    var lastBreak: String.Index?
    while end < title.endIndex, DisplayWidth.of(String(title[...end])) <= columns {
      if title[end] == " " || title[end] == "（" { lastBreak = end }
      end = title.index(after: end)
    }
    let split = title[end].isASCII || title[end...].contains("）") ? lastBreak ?? end : end
    let rest = String(title[split...].drop { $0 == " " })
    return [String(title[..<split]), DisplayWidth.cut(rest, to: columns)]
  }

  private func draw(moon: String?, x: Double, y: Double, _ writer: inout SVGWriter) {
    guard let moon else { return }
    let radius = 9.0
    writer.circle(x: x, y: y, radius: radius, fill: moon == "朔" ? Self.ink : Self.paper, stroke: Self.ink)
    // The dark half: at the first quarter the right side is lit, seen from the northern hemisphere.
    if moon == "上弦" { writer.halfDisc(x: x, y: y, radius: radius, isRight: false, fill: Self.ink) }
    if moon == "下弦" { writer.halfDisc(x: x, y: y, radius: radius, isRight: true, fill: Self.ink) }
  }
}
