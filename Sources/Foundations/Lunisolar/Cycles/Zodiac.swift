/// The animal of a year (生肖), by its earthly branch.
public enum Zodiac: Int, CaseIterable, Hashable, Sendable {
  case rat, ox, tiger, rabbit, dragon, snake, horse, goat, monkey, rooster, dog, pig

  /// The animal of a lunar year.
  public init(ofYear year: Int) {
    self = Zodiac(branch: StemBranch(ofYear: year).branch)
  }

  /// The animal of a branch.
  public init(branch: EarthlyBranch) {
    self = Zodiac(rawValue: branch.rawValue) ?? .rat
  }

  /// The Traditional Chinese character: `蛇`.
  public var name: String {
    switch self {
    case .rat: "鼠"
    case .ox: "牛"
    case .tiger: "虎"
    case .rabbit: "兔"
    case .dragon: "龍"
    case .snake: "蛇"
    case .horse: "馬"
    case .goat: "羊"
    case .monkey: "猴"
    case .rooster: "雞"
    case .dog: "狗"
    case .pig: "豬"
    }
  }

  /// The English name.
  public var english: String {
    switch self {
    case .rat: "Rat"
    case .ox: "Ox"
    case .tiger: "Tiger"
    case .rabbit: "Rabbit"
    case .dragon: "Dragon"
    case .snake: "Snake"
    case .horse: "Horse"
    case .goat: "Goat"
    case .monkey: "Monkey"
    case .rooster: "Rooster"
    case .dog: "Dog"
    case .pig: "Pig"
    }
  }
}
