extension Language {
  /// A solar year as Taiwan counts it: `民國 116 年`, `ROC year 116`; nil before 1912.
  package func republicanYear(_ year: Int) -> String? {
    guard year > 1_911 else { return nil }
    return say("民國 \(year - 1_911) 年", "民国 \(year - 1_911) 年", "ROC year \(year - 1_911)")
  }

  /// The year of a picture's title in both counts: `民國 116 年 · 2027 年`, `2027 (ROC year 116)`.
  package func yearTitle(_ year: Int) -> String {
    let republican = republicanYear(year)
    if self == .english { return republican.map { "\(year) (\($0))" } ?? "\(year)" }
    return (republican.map { $0 + " · " } ?? "") + "\(year) 年"
  }
}
