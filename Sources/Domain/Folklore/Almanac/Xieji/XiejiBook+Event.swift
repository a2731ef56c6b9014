public import Lunisolar

extension XiejiBook {
  /// 宜 and 忌 of some days, as days of a calendar.
  ///
  /// - Throws: `CalendarError` for days outside the calendar.
  public func events(
    in days: ClosedRange<SolarDate>, calendar: some LunarYearSource = LunisolarCalendar.chinese
  ) throws(CalendarError) -> [Event] {
    var events: [Event] = []
    for offset in 0...days.lowerBound.distance(to: days.upperBound) {
      let date = days.lowerBound.advanced(by: offset)
      let day = try XiejiDay(on: date, calendar: calendar)
      let verdict = verdict(of: day)
      func record(_ language: Language) -> XiejiRecord {
        XiejiRecord(verdict, of: day, in: self, language: language)
      }
      let event = Event(ofNoRecord: "almanac", on: date) { language in
        let short = record(language).short(in: language)
        return language.say(
          "宜 \(short.good)；忌 \(short.bad)", "宜 \(short.good)；忌 \(short.bad)", "宜 \(short.good); 忌 \(short.bad)")
      } description: { language in
        let record = record(language)
        return "宜 \(record.goodText(all: false, in: language))\n忌 \(record.badText(all: false, in: language))\n"
          + XiejiRecord.caveat(in: language)
      }
      if let event { events.append(event) }
    }
    return events
  }
}
