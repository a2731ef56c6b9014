internal import Words

/// What people turn to a deity for: 考試, 姻緣, 搬家. Which deity answers is in the data (`Deity.needs`).
public enum Need: String, CaseIterable, Codable, Hashable, Sendable {
  case exams, study, marriage, couples, children, childbirth, kids, health, eyes, safety, misfortune, business, wealth,
    work
  case travel, sea, moving, land, weather, court, wronged, villains, lost, arts, souls, animals

  /// The name in a language: 考試, 考试, exams.
  public func name(in language: Language) -> String {
    let (chinese, english) = names
    switch language {
    case .traditionalChinese: return chinese
    case .simplifiedChinese: return Transliteration.simplified(chinese)
    case .english: return english
    }
  }

  private var names: (chinese: String, english: String) {
    switch self {
    case .exams: ("考試", "exams")
    case .study: ("讀書智慧", "study")
    case .marriage: ("姻緣", "finding a partner")
    case .couples: ("夫妻和合", "harmony in marriage")
    case .children: ("求子", "having a child")
    case .childbirth: ("安產", "safe birth")
    case .kids: ("小孩平安長大", "children growing up")
    case .health: ("健康", "health")
    case .eyes: ("眼睛", "eyes")
    case .safety: ("平安", "safety")
    case .misfortune: ("改運安太歲", "bad luck")
    case .business: ("開店生意", "business")
    case .wealth: ("求財", "wealth")
    case .work: ("求職升遷", "work")
    case .travel: ("行車出門", "travel")
    case .sea: ("出海捕魚", "the sea")
    case .moving: ("搬家入厝", "moving house")
    case .land: ("農作", "crops and land")
    case .weather: ("求雨祈晴", "rain and weather")
    case .court: ("官司", "a lawsuit")
    case .wronged: ("申冤抓賊", "being wronged")
    case .villains: ("防小人", "ill-wishers")
    case .lost: ("找失物", "lost things")
    case .arts: ("戲曲工藝", "arts and crafts")
    case .souls: ("超度祖先", "the dead")
    case .animals: ("家畜寵物", "animals")
    }
  }

  /// Other words for it, Chinese and English; the longest that a question has decides.
  private var words: [String] {
    switch self {
    case .exams: ["考試", "升學", "金榜", "會考", "學測", "指考", "分科測驗", "國考", "高普考", "考運", "金榜題名", "exam", "test", "university"]
    case .study: ["讀書", "智慧", "學業", "功課", "成績", "開智慧", "開竅", "study", "studies", "wisdom", "school"]
    case .marriage: ["姻緣", "感情", "桃花", "對象", "結婚", "戀愛", "月老", "脫單", "嫁", "娶", "love", "marriage", "partner"]
    case .couples: ["夫妻", "和合", "婚姻", "家庭和樂", "挽回", "couple", "husband", "wife"]
    case .children: ["求子", "生子", "生小孩", "生孩子", "懷孕", "備孕", "求孕", "不孕", "pregnant", "pregnancy", "have a child", "baby"]
    case .childbirth: ["安產", "順產", "生產", "分娩", "安胎", "birth", "childbirth"]
    case .kids: ["小孩", "孩子", "囝仔", "收驚", "契子", "做契子", "嬰兒", "夜哭", "children", "kids", "child"]
    case .health: ["健康", "生病", "治病", "醫藥", "身體", "病痛", "開刀", "長壽", "health", "illness", "sick", "doctor"]
    case .eyes: ["眼睛", "眼疾", "視力", "目疾", "eye", "eyes", "sight"]
    case .safety: ["平安", "保佑", "鎮宅", "驅邪", "避邪", "safety", "protection", "peace"]
    case .misfortune: ["改運", "犯太歲", "安太歲", "補運", "沖太歲", "消災", "解厄", "運勢", "光明燈", "bad luck", "tai sui"]
    case .business: ["開店", "生意", "開業", "開張", "開市", "做生意", "創業", "店面", "公司", "business", "shop", "store"]
    case .wealth: ["求財", "財運", "賺錢", "發財", "偏財", "補財庫", "中獎", "樂透", "財神", "money", "wealth", "rich"]
    case .work: ["求職", "找工作", "工作", "升遷", "升官", "事業", "面試", "貴人", "job", "work", "career", "promotion"]
    case .travel: ["行車", "交通", "開車", "出門", "旅行", "出國", "新車", "買車", "travel", "driving", "car", "journey"]
    case .sea: ["出海", "捕魚", "航海", "漁船", "行船", "討海", "fishing", "sea", "ship"]
    case .moving: ["搬家", "入厝", "入宅", "新居", "新家", "喬遷", "動土", "起厝", "蓋房子", "moving", "new house", "new home"]
    case .land: ["農作", "種田", "豐收", "土地", "五穀", "買地", "harvest", "farm", "crops"]
    case .weather: ["求雨", "祈晴", "天氣", "颱風", "rain", "weather"]
    case .court: ["官司", "訴訟", "打官司", "法院", "lawsuit", "court"]
    case .wronged: ["申冤", "冤枉", "抓小偷", "抓賊", "冤屈", "遭小偷", "injustice", "thief", "wronged"]
    case .villains: ["小人", "犯小人", "打小人", "防小人", "villain", "gossip", "enemies"]
    case .lost: ["失物", "掉東西", "遺失", "不見", "找東西", "走失", "lost"]
    case .arts: ["戲曲", "音樂", "演藝", "表演", "手藝", "工藝", "木工", "木匠", "藝術", "music", "theatre", "acting", "craft", "art"]
    case .souls: ["超度", "祖先", "亡者", "往生", "過世", "普度", "嬰靈", "the dead", "ancestors", "souls"]
    case .animals: ["家畜", "寵物", "毛小孩", "動物", "養豬", "牲畜", "pet", "pets", "animals"]
    }
  }

  /// The need with a name: its code, its name or another word for it, in Traditional or Simplified characters; nil if there is none.
  public init?(named text: some StringProtocol) {
    let wanted = Self.folded(String(text))
    guard !wanted.isEmpty else { return nil }
    let found = Self.allCases.first { $0.rawValue == wanted || $0.folded.contains(wanted) }
    guard let found else { return nil }
    self = found
  }

  /// The need that a question is about: 考試拜誰, 搬家要拜什麼神, whom to ask for a job; the longest word decides. Nil if it asks whom to
  /// worship for nothing that is known.
  public init?(askedIn question: some StringProtocol) {
    let question = Self.folded(String(question))
    let letters = question.split { !$0.isLetter }.map(String.init)
    var best: (need: Need, length: Int)?
    for need in Self.allCases {
      for word in need.folded where best.map({ word.count > $0.length }) ?? true {
        // A Chinese word stands anywhere; an English one between others.
        let isAsked =
          word.utf8.allSatisfy { $0 < 0x80 } && !word.contains(" ") ? letters.contains(word) : question.contains(word)
        if isAsked { best = (need, word.count) }
      }
    }
    guard let best else { return nil }
    self = best.need
  }

  /// The need that somebody means who was asked for one: its name, else a question about it.
  public init?(meantBy text: some StringProtocol) {
    guard let need = Need(named: text) ?? Need(askedIn: text) else { return nil }
    self = need
  }

  private var folded: [String] { Self.foldedWords[self] ?? [] }

  private static let foldedWords = Dictionary(
    uniqueKeysWithValues: allCases.map { need in
      (need, ([need.rawValue, need.names.chinese, need.names.english] + need.words).map { folded($0) })
    })

  private static func folded(_ text: String) -> String {
    Transliteration.simplified(text.lowercased()).replacing("臺", with: "台")
      .split { $0.isWhitespace }.joined(separator: " ")
  }

  /// True if a sentence asks whom to worship: 考試拜誰, 求姻緣要拜什麼神, who helps with exams.
  public static func isAsked(in sentence: String) -> Bool {
    let sentence = folded(sentence)
    return [
      "拜谁", "拜哪", "拜什么", "求谁", "找哪个神", "找什么神", "哪个神", "哪位神", "什么神", "拜啥", "问谁", "谁保佑", "whom", "who ", "which god",
      "which deity",
    ]
    .contains { sentence.contains($0) }
  }
}

extension Catalogue {
  /// The deities that people ask for something: first those who are asked for it before all else, of these who more sources name, then whose day
  /// more people keep.
  public func deities(answering need: Need) -> [Deity] {
    var weights: [String: Int] = [:]
    for event in events {
      if let key = event.deityKey { weights[key] = min(weights[key] ?? .max, event.weight) }
    }
    let found = deities.enumerated().compactMap { position, deity in
      deity.needs.firstIndex { $0.need == need }.map { place in
        (order: (place, -deity.needs[place].sources.count, weights[deity.key] ?? .max, position), deity: deity)
      }
    }
    return found.sorted { $0.order < $1.order }.map(\.deity)
  }
}
