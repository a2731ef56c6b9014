public import Folklore

extension OwnDay {
  /// Days that can stand beside those that are kept: a title that another day has gets a number behind it, 生日（2）.
  ///
  /// - Parameter kept: the rules of the days that are there, by their titles.
  /// - Returns: the new days, the number of those that are there already (the same title, or a numbered one, with the same rule), and the titles
  ///   that got a number.
  public static func new(
    _ days: [OwnDay], beside kept: [String: DateRule]
  ) -> (days: [OwnDay], known: Int, numbered: [String]) {
    var kept = kept
    var new: [OwnDay] = []
    var numbered: [String] = []
    for day in days {
      var number = 1
      var title = day.title
      while let rule = kept[title], rule != day.rule {
        number += 1
        title = "\(day.title)（\(number)）"
      }
      guard kept[title] == nil else { continue }
      kept[title] = day.rule
      if title != day.title { numbered.append(day.title) }
      new.append(day.titled(title) ?? day)
    }
    return (new, days.count - new.count, numbered)
  }

  /// The same day with another title; nil if that is too long.
  private func titled(_ title: String) -> OwnDay? {
    guard title != self.title else { return self }
    return try? OwnDay(title: title, rule: rule, observance: observance, advanceDays: advanceDays, note: note)
  }
}
