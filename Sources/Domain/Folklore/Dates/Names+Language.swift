public import Lunisolar

// The names of the calendar core in the languages that folkcal speaks. A handful of characters differ in Simplified Chinese.

extension SolarTerm {
  /// The name of the term: `驚蟄`, `惊蛰`, `Awakening of Insects`.
  public func name(in language: Language) -> String {
    switch (language, self) {
    case (.english, _): english
    case (.simplifiedChinese, .awakeningOfInsects): "惊蛰"
    case (.simplifiedChinese, .grainRain): "谷雨"
    case (.simplifiedChinese, .grainBuds): "小满"
    case (.simplifiedChinese, .grainInEar): "芒种"
    case (.simplifiedChinese, .endOfHeat): "处暑"
    default: name
    }
  }
}

extension Zodiac {
  /// The name of the animal: `龍`, `龙`, `Dragon`.
  ///
  /// - Parameter variant: whose animals they are: the Vietnamese have the cat (Mão) for the rabbit and the water buffalo (Sửu) for the ox.
  public func name(in language: Language, of variant: CalendarVariant = .chinese) -> String {
    if variant == .vietnamese {
      switch self {
      case .rabbit: return language.say("貓", "猫", "Cat")
      case .ox: return language.say("水牛", "水牛", "Buffalo")
      default: break
      }
    }
    return switch (language, self) {
    case (.english, _): english
    case (.simplifiedChinese, .dragon): "龙"
    case (.simplifiedChinese, .horse): "马"
    case (.simplifiedChinese, .rooster): "鸡"
    case (.simplifiedChinese, .pig): "猪"
    default: name
    }
  }
}

extension Weekday {
  /// The name of the day: `星期日`, `Sunday`.
  public func name(in language: Language) -> String {
    guard language == .english else { return "星期" + chineseName }
    switch self {
    case .monday: return "Monday"
    case .tuesday: return "Tuesday"
    case .wednesday: return "Wednesday"
    case .thursday: return "Thursday"
    case .friday: return "Friday"
    case .saturday: return "Saturday"
    case .sunday: return "Sunday"
    }
  }
}
