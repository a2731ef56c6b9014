// The names of the rules and outcomes, for explanations.

extension Weighing {
  /// The leaves of 鋪註條例, and of what depends on the date; a rule has no leaf of its own here.
  static let notes = "10-73b..77a"
  static let dated = "10-68b..72a"

  static let nothingGood = LocalizedName(
    "有諸事皆忌的神", simplifiedChinese: "有诸事皆忌的神", english: "a god forbids everything")
  static let together = LocalizedName("兩神相會", simplifiedChinese: "两神相会", english: "two gods met")
  static let struckByDisgust = LocalizedName(
    "歲薄、逐陣：月厭所忌不註宜", simplifiedChinese: "岁薄、逐阵：月厌所忌不注宜", english: "歲薄 or 逐陣: what 月厭 forbids is not good")
  static let cancelling = LocalizedName(
    "所忌不註宜，所宜不註忌", simplifiedChinese: "所忌不注宜，所宜不注忌", english: "forbidden and allowed at once is neither")
  static let virtue = LocalizedName(
    "有德神、赦、願、月恩、四相或時德，不忌", simplifiedChinese: "有德神、赦、愿、月恩、四相或时德，不忌", english: "a virtue, 天赦, 天願, 月恩, 四相 or 時德 lifts it")
  static let companion = LocalizedName(
    "同類的事不忌", simplifiedChinese: "同类的事不忌", english: "a thing of its kind is allowed")
  static let displaced = LocalizedName(
    "註了較大的事，不重複註", simplifiedChinese: "注了较大的事，不重复注", english: "the greater thing stands for it")
  static let likeWorship = LocalizedName(
    "忌祭祀，不註宜祈福、求嗣", simplifiedChinese: "忌祭祀，不注宜祈福、求嗣", english: "worship is bad, so prayers are not good")
  static let tabooOfDay = LocalizedName(
    "干支所忌", simplifiedChinese: "干支所忌", english: "a taboo of the stem or the branch")
  static let alike = LocalizedName(
    "同類的事忌，不註宜", simplifiedChinese: "同类的事忌，不注宜", english: "a thing of its kind is bad")
  static let outgoing = LocalizedName(
    "往亡不宣政事", simplifiedChinese: "往亡不宣政事", english: "往亡: no announcing of policy")
  static let disgust = LocalizedName(
    "月厭忌行幸或上官", simplifiedChinese: "月厌忌行幸或上官", english: "月厭 forbids travelling or taking up a post")
  static let earth = LocalizedName(
    "土府、土符、地囊忌補垣，不註宜塞穴", simplifiedChinese: "土府、土符、地囊忌补垣，不注宜塞穴", english: "土府, 土符 or 地囊 forbids mending walls")
  static let openDay = LocalizedName(
    "開日不註破土、安葬、啟攢", simplifiedChinese: "开日不注破土、安葬、启攒", english: "開日 says nothing of graves")
  static let quarterTaboos = LocalizedName(
    "四忌、四窮不註宜破土、啟攢", simplifiedChinese: "四忌、四穷不注宜破土、启攒", english: "四忌 or 四窮: opening of graves is not good")
  static let earthReigns = LocalizedName(
    "土王用事", simplifiedChinese: "土王用事", english: "土王用事, the 18 days before a season")
  static let phase = LocalizedName(
    "朔、弦、望或十五", simplifiedChinese: "朔、弦、望或十五", english: "a new, half or full moon, or the 15th")
  static let lunarDay = LocalizedName("農曆日所忌", simplifiedChinese: "农历日所忌", english: "a taboo of the lunar day")
  static let stars = LocalizedName("長星或短星", simplifiedChinese: "长星或短星", english: "長星 or 短星")
  static let termOutgoing = LocalizedName(
    "氣往亡", simplifiedChinese: "气往亡", english: "氣往亡, a number of days after the 節")
  static let reversedBranch = LocalizedName("反支", simplifiedChinese: "反支", english: "反支")
  static let dogDay = LocalizedName("伏日或社日", simplifiedChinese: "伏日或社日", english: "伏 or 社")
  static let parting = LocalizedName(
    "四離", simplifiedChinese: "四离", english: "四離, the day before a solstice or an equinox")
  static let ending = LocalizedName("四絕", simplifiedChinese: "四绝", english: "四絕, the day before a season begins")
  static let upperNewMoon = LocalizedName("上朔", simplifiedChinese: "上朔", english: "上朔")
  static let monthTaboo = LocalizedName("月忌日", simplifiedChinese: "月忌日", english: "月忌, the 5th, 14th or 23rd")
  static let lastDay = LocalizedName(
    "晦日", simplifiedChinese: "晦日", english: "晦日, the last day of the lunar month")
}

extension XiejiBook.Outcome.Kind {
  /// What became of a bad god's word.
  var name: LocalizedName {
    switch self {
    case .allBad: LocalizedName("諸事皆忌", simplifiedChinese: "诸事皆忌", english: "forbids everything")
    case .normal: LocalizedName("忌", simplifiedChinese: "忌", english: "forbids it")
    case .cancel:
      LocalizedName("所忌不註宜，所宜不註忌", simplifiedChinese: "所忌不注宜，所宜不注忌", english: "cancels what is allowed")
    case .only: LocalizedName("止忌數事", simplifiedChinese: "止忌数事", english: "forbids only a few things")
    case .lifted: LocalizedName("不忌", simplifiedChinese: "不忌", english: "lifted")
    case .kept: LocalizedName("猶忌", simplifiedChinese: "犹忌", english: "forbids it whatever is good")
    case .neither: LocalizedName("不忌亦不註宜", simplifiedChinese: "不忌亦不注宜", english: "makes it neither good nor bad")
    case .strike: LocalizedName("不註宜", simplifiedChinese: "不注宜", english: "keeps it from being good")
    case .standsFor, .goesWith: LocalizedName("從他神", simplifiedChinese: "从他神", english: "follows another god")
    }
  }
}

extension XiejiVerdict.Grade {
  /// The book's words for the grade: 從忌不從宜.
  public func name(in language: Language) -> String {
    switch self {
    case .allBad: language.say("諸事不宜", "诸事不宜", "nothing is good")
    case .badFirst: language.say("從忌不從宜", "从忌不从宜", "what is forbidden is bad")
    case .cancelled: language.say("不註宜亦不註忌", "不注宜亦不注忌", "what is forbidden and allowed is neither")
    case .goodFirst: language.say("從宜不從忌", "从宜不从忌", "the good lifts most of the bad")
    case .nothingBad: language.say("諸事不忌", "诸事不忌", "nothing is bad")
    }
  }
}
