internal import Folklore
internal import Lunisolar

/// A day of the wall calendar: what its cell shows, and what it has no room for.
///
/// The letters are the largest with which every name fits whole, on as many lines as it needs.
struct CalendarCell {
  private let day: MonthRecord.Day
  private let language: Language
  private let width: Double
  private let lines: [Line]
  private let type: TypeSize
  /// 宜 and 忌 at the foot, a line each; none without the book.
  private let almanac: [String]
  private let height: Double
  /// The titles of events that are only counted.
  let hidden: [String]

  private struct Line: Hashable {
    let text: String
    var isBold = false
    var color = CalendarColors.ink
    /// True for the second and the following lines of a name.
    var isIndented = false
  }

  /// A font size with its distance of lines.
  private struct TypeSize {
    let size: Double
    let spacing: Double
  }

  private static let typeSizes = [
    TypeSize(size: 19, spacing: 25), TypeSize(size: 19, spacing: 23), TypeSize(size: 17.5, spacing: 21),
    TypeSize(size: 16, spacing: 19), TypeSize(size: 14.5, spacing: 17),
  ]
  private static let margin = 10.0
  /// Of the second line of a name, so that two names are told apart.
  private static let indent = 8.0
  /// Above the first line of events.
  private static let head = 90.0

  init(_ day: MonthRecord.Day, language: Language, width: Double, height: Double) {
    self.day = day
    self.language = language
    self.width = width
    self.height = height
    almanac = day.xieji.map { Self.almanac($0, language, width) } ?? []
    let mark = Self.mark(of: day, language)
    let foot = Double(almanac.count) * Self.almanacSpacing
    let room = height - Self.head - 6 - foot
    func lines(_ names: [Line], _ type: TypeSize) -> [[Line]] {
      names.map { name in
        // Bold letters are wider.
        let room = (width - Self.margin - 6) * (name.isBold ? 0.97 : 1)
        let fits = TextFit.width(name.text) * type.size <= room
        let lines = TextFit.lines(name.text, width: (fits ? room : room - Self.indent) / type.size)
        return lines.enumerated().map { offset, text in
          Line(text: text, isBold: name.isBold, color: name.color, isIndented: offset > 0)
        }
      }
    }
    let events = day.highlights
    let whole = events.map { Line(text: $0.title, isBold: $0.isFestival) }
    let short = events.map { Line(text: $0.shortTitle, isBold: $0.isFestival) }
    let least = Self.typeSizes[Self.typeSizes.count - 1]
    func fits(_ count: Int, _ type: TypeSize) -> Bool { Double(count) * type.spacing <= room }
    let attempts = Self.typeSizes.map { (whole, $0) } + [(short, least)]
    let found = attempts.first { titles, type in
      fits(lines(mark + titles, type).reduce(0) { $0 + $1.count }, type)
    }
    if let (titles, type) = found {
      self.lines = lines(mark + titles, type).flatMap(\.self)
      self.type = type
      hidden = []
      return
    }
    // The cell is full: whole names while there is room, and the count of the others on the last line.
    var shown = lines(mark, least).flatMap(\.self)
    var count = 0
    for event in lines(short, least) {
      guard fits(shown.count + event.count + 1, least) else { break }
      shown += event
      count += 1
    }
    shown.append(Line(text: "+\(events.count - count)", color: CalendarColors.soft))
    self.lines = shown
    type = least
    hidden = events.dropFirst(count).map(\.title)
  }

  /// The reason why a day is off or worked where no event says it.
  private static func mark(of day: MonthRecord.Day, _ language: Language) -> [Line] {
    if day.isWorkedWeekend { return [Line(text: language.say("補班", "补班", "Workday"), isBold: true)] }
    if let mark = day.dayOffMark {
      return [Line(text: mark, color: day.isRed ? CalendarColors.red : CalendarColors.ink)]
    }
    guard let name = day.dayOff, !day.isWeekend, !day.events.contains(where: { $0.title.contains(name) }) else {
      return []
    }
    return [Line(text: name, color: CalendarColors.red)]
  }

  private static let almanacSize = 12.0
  private static let almanacSpacing = 15.0

  /// `宜 祭祀 祈福⋯`: as many things as fit, what most people ask about first.
  private static func almanac(_ xieji: XiejiRecord, _ language: Language, _ width: Double) -> [String] {
    let short = xieji.short(in: language)
    return [("宜", short.good), ("忌", short.bad)].map { label, text in
      let room = (width - margin * 2) / almanacSize
      var line = label + " "
      for word in text.split(separator: language.say("、", "、", ", ")) {
        let next = line + word + " "
        guard TextFit.width(next) + 1 <= room else { return line + "⋯" }
        line = next
      }
      return line
    }
  }

  func draw(x: Double, y: Double, _ writer: inout SVGWriter) {
    writer.text(
      "\(day.solarDate.day)", x: x + Self.margin, y: y + 52, size: 50,
      color: day.isRed ? CalendarColors.red : CalendarColors.ink, weight: 700)
    let isMonthStart = day.lunar.day == 1
    writer.text(
      day.label, x: x + Self.margin, y: y + 80, size: 22,
      color: isMonthStart ? CalendarColors.ink : CalendarColors.soft,
      weight: isMonthStart ? 700 : 400)
    if let term = day.solarTerm {
      let room = (width - Self.margin * 2 - TextFit.width(day.label) * 22 - 6) * 0.9
      writer.text(
        term, x: x + width - Self.margin, y: y + 80,
        size: min(language == .english ? 16 : 22, room / TextFit.width(term)),
        color: CalendarColors.ink, anchor: .end, weight: 700)
    }
    draw(moon: day.moon, x: x + width - 30, y: y + 34, &writer)
    for (index, line) in lines.enumerated() {
      writer.text(
        line.text, x: x + Self.margin + (line.isIndented ? Self.indent : 0),
        y: y + Self.head + type.size + Double(index) * type.spacing, size: type.size,
        color: line.color, weight: line.isBold ? 700 : 400)
    }
    for (index, line) in almanac.enumerated() {
      writer.text(
        line, x: x + Self.margin, y: y + height - 8 - Double(almanac.count - 1 - index) * Self.almanacSpacing,
        size: Self.almanacSize, color: CalendarColors.soft)
    }
  }

  private func draw(moon: String?, x: Double, y: Double, _ writer: inout SVGWriter) {
    guard let moon else { return }
    let radius = 9.0
    writer.circle(
      x: x, y: y, radius: radius, fill: moon == "朔" ? CalendarColors.ink : CalendarColors.paper,
      stroke: CalendarColors.ink)
    // The dark half: at the first quarter the right side is lit, seen from the northern hemisphere.
    if moon == "上弦" { writer.halfDisc(x: x, y: y, radius: radius, isRight: false, fill: CalendarColors.ink) }
    if moon == "下弦" { writer.halfDisc(x: x, y: y, radius: radius, isRight: true, fill: CalendarColors.ink) }
  }
}
