internal import Folklore

/// The colours of a printed calendar. Red says that a day is off, and nothing else does.
enum CalendarColors {
  static let red = "#B0362E"
  static let ink = "#2F2B27"
  static let paper = "#F7F3E8"
  /// A grey that is darker than half of the ink, so that it can be read in print.
  static let soft = "#5F5850"
}

extension MonthRecord.Day {
  /// True if the day is off; without data, on Saturdays and Sundays.
  var isRed: Bool { isDayOff ?? isWeekend }

  var isWeekend: Bool { weekday >= 6 }

  /// A Saturday or Sunday on which offices work.
  var isWorkedWeekend: Bool { isWeekend && isDayOff == false }
}

extension Language {
  /// What red means, and how sure it is.
  ///
  /// - Parameter isAnnounced: as `MonthRecord.daysOffAnnounced`.
  func redLegend(year: Int, isAnnounced: Bool?) -> String {
    switch isAnnounced {
    case true: say("紅字：放假日", "红字：放假日", "Red: day off")
    case false:
      say(
        "紅字：放假日（\(year) 年尚未公布，依現行法規推算）", "红字：放假日（\(year) 年尚未公布，依现行法规推算）",
        "Red: day off (\(year) is not announced yet; by the present law)")
    case nil:
      say(
        "紅字：週六與週日（\(year) 年的放假日沒有資料）", "红字：周六与周日（\(year) 年的放假日没有资料）",
        "Red: Saturdays and Sundays (the days off of \(year) are not known)")
    }
  }
}
