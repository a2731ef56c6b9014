package import Folklore
package import Records

/// What people call the values of a choice.
package enum ChoiceWords {
  package static func name(of value: String, field: String, _ entity: Entity, _ language: Language) -> String {
    let say = language.say
    switch (entity, field) {
    case (.event, "type"):
      switch value {
      case "festival": return say("節慶", "节庆", "Festival")
      case "deity": return say("神明", "神明", "Deity")
      case "custom": return say("自訂", "自定义", "Own day")
      default: return value
      }
    case (.event, "observance"): return observance(value, language)
    case (.event, "regions"): return Region(rawValue: value)?.name(in: language) ?? value
    case (.temple, "coordinate_quality"): return quality(value, language)
    case (_, "part"): return WorshipLine.Part(rawValue: value)?.title(in: language) ?? value
    case (_, "diet"): return WorshipLine.Diet(rawValue: value)?.name(in: language) ?? value
    case (_, "among"): return WorshipLine.Custom(rawValue: value)?.name(in: language) ?? value
    case (_, "need"): return Need(rawValue: value)?.name(in: language) ?? value
    case (.source, "kind"):
      switch value {
      case "temple": return say("宮廟自己說的", "宫庙自己说的", "A temple's own word")
      case "office": return say("政府機關", "政府机关", "A public office")
      case "book": return say("書籍論文", "书籍论文", "A book or paper")
      case "press": return say("報紙、電視", "报纸、电视", "A newspaper or station")
      case "list": return say("清單、百科", "清单、百科", "A list or encyclopaedia")
      case "scrape": return say("轉載的網頁", "转载的网页", "A page that copies others")
      default: return value
      }
    default: return value
    }
  }

  private static func observance(_ value: String, _ language: Language) -> String {
    let say = language.say
    switch Event.Observance(rawValue: value) {
    case .birth: return say("聖誕", "圣诞", "Birthday of a deity")
    case .enlightenment: return say("成道", "成道", "Enlightenment")
    case .ascension: return say("飛昇", "飞升", "Ascension")
    case .renunciation: return say("出家", "出家", "Renunciation")
    case .nirvana: return say("涅槃", "涅槃", "Nirvana")
    case .descent: return say("下凡", "下凡", "Descent")
    case .procession: return say("遶境", "绕境", "Procession")
    case .festival: return say("節慶", "节庆", "Festival")
    case .memorial: return say("忌日", "忌日", "Memorial day")
    case .birthday: return say("生日", "生日", "Birthday")
    case .custom: return say("習俗", "习俗", "Custom")
    case .fast: return say("齋日", "斋日", "Fast")
    case .newMoon: return say("初一", "初一", "First of the month")
    case .fullMoon: return say("十五", "十五", "Fifteenth of the month")
    case nil: return value
    }
  }

  private static func quality(_ value: String, _ language: Language) -> String {
    let say = language.say
    switch CoordinateQuality(rawValue: value) {
    case .ok: return say("可用", "可用", "Good")
    case .missing: return say("沒有座標", "没有坐标", "Missing")
    case .defaultPoint: return say("預設點，不可信", "默认点，不可信", "A default point")
    case .countyMismatch: return say("不在所屬縣市", "不在所属县市", "In another county")
    case .swapped: return say("經緯度曾對調，已更正", "经纬度曾对调，已更正", "Swapped, corrected")
    case .projected: return say("由其他座標系換算", "由其他坐标系换算", "Converted from a projection")
    case nil: return value
    }
  }
}
