public import Lunisolar

/// One of the twelve double hours (時辰) of a day: a pure function of the day's pillar.
///
///     AlmanacHour.hours(of: pillar)[0]      // 子, from 23:00 of the day before
///
/// Source: 協紀辨方書, 卷七 (rules) and 卷三十二 (六十日時辰定局, the table of all 720). Of the table's 706 printed cells 691 are the same; the
/// other 15 are slips of the digital text, which lacks the day 壬子.
public struct AlmanacHour: Hashable, Sendable {
  /// The pillar of the hour's day.
  public let day: StemBranch
  public let branch: EarthlyBranch

  public init(of day: StemBranch, _ branch: EarthlyBranch) {
    self.day = day
    self.branch = branch
  }

  /// The twelve hours of a day, from 子.
  public static func hours(of day: StemBranch) -> [AlmanacHour] {
    EarthlyBranch.allCases.map { AlmanacHour(of: day, $0) }
  }

  /// 五鼠遁: the hour of 子 of a 甲 or 己 day is 甲子, and the cycle runs on from there.
  public var pillar: StemBranch { StemBranch(index: day.index * 12 + branch.rawValue) }

  /// 黃黑道: the god of the hour, by the day's branch (卷七 3b to 12a).
  public var god: YellowPathGod { YellowPathGod(of: branch, in: day.branch) }

  /// The other gods in the hour, in the order of `HourGod`; an hour may have none.
  public var gods: [HourGod] {
    let pillar = pillar
    return HourGod.allCases.filter { $0.isPresent(in: pillar, of: day) }
  }

  /// 沖: the pillar opposed to the hour's; people of its animal, and by age those born in its year, are said to clash (custom).
  public var clashingPillar: StemBranch { pillar.clashing }
  public var clashingZodiac: Zodiac { Zodiac(branch: clashingPillar.branch) }

  /// 煞: a direction, by the hour's triad of branches: 南, 東, 北 or 西.
  public var shaDirection: String { branch.shaDirection }
}

// MARK: - The clock

extension AlmanacHour {
  /// The hour of the clock at which it begins: 23 for 子, 1 for 丑, 21 for 亥. It lasts two hours.
  public var beginHour: Int { (branch.rawValue * 2 + 23) % 24 }

  /// The day on whose clock the hour begins: for 子 the day before (子初換日), else the day itself.
  public func beginDate(on day: SolarDate) -> SolarDate { branch == .zi ? day.advanced(by: -1) : day }

  /// `23:00`
  package var beginText: String { Self.clock(beginHour) }
  /// `01:00`
  package var endText: String { Self.clock((beginHour + 2) % 24) }

  private static func clock(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }
}
