public import Folklore

/// The choices among the customs of mourning days. Families and regions differ; no choice is the right one.
public struct MourningCustom: Hashable, Sendable {
  public var firstAnniversary = Anniversary.twelveMonths
  /// Nil for a family that does not keep 三年 as a day of its own.
  public var thirdYear: ThirdYear?
  /// For the yearly 忌日: which month counts in a year that repeats the month of death.
  public var leap = DateRule.LeapPolicy.regular
  /// For a death on the 30th: the day in a year whose month has 29 days. A single day cannot be omitted; `omit` then gives it the 29th.
  public var short = DateRule.ShortMonthPolicy.backward

  public init() {}

  /// The day of 對年.
  public enum Anniversary: String, CaseIterable, Hashable, Sendable {
    /// Twelve lunar months after the death; with a leap month in between it comes a month earlier (遇閏月提早一個月).
    case twelveMonths = "twelve-months"
    /// The same lunar date in the next lunar year. After a death in a leap month it is in the regular month.
    case sameLunarDate = "same-lunar-date"
  }

  /// The day of 三年.
  public enum ThirdYear: String, CaseIterable, Hashable, Sendable {
    /// The same day of the lunar month after 對年.
    case monthAfterFirstAnniversary = "month-after-first"
    /// A year after 對年, counted as 對年 is: twenty-four lunar months after the death, or the same lunar date two years later.
    case secondAnniversary = "second-anniversary"
  }
}
