internal import Folklore
internal import Records

/// What people call a field, and where its control stands in the form.
struct FieldLabel: Sendable {
  let name: String
  let part: FormPart
  let hint: String?
}

/// The parts of a form, in order.
enum FormPart: Int, CaseIterable, Sendable {
  case what, when, place, texts, more, others

  func title(_ language: Language) -> String {
    switch self {
    case .what: language.say("基本資料", "基本资料", "What it is")
    case .when: language.say("日期", "日期", "When it is")
    case .place: language.say("地點與時間", "地点与时间", "Where it is")
    case .texts: language.say("說明", "说明", "Texts")
    case .more: language.say("更多", "更多", "More")
    case .others: language.say("其他", "其他", "Others")
    }
  }
}

/// The labels of all fields. A field without an entry is shown with its name, at the end.
enum FieldLabels {
  /// The label of a field.
  static func label(of field: String, _ entity: Entity, _ language: Language) -> FieldLabel {
    guard let entry = entries(of: entity).first(where: { $0.field == field }) else {
      return FieldLabel(name: field, part: .others, hint: nil)
    }
    let hint = hints[entry.hint].map { language.say($0.0, $0.1, $0.2) }
    return FieldLabel(name: entity.title(of: field, in: language), part: entry.part, hint: hint)
  }

  /// The fields in the order of the form; those without an entry come last.
  static func fields(of entity: Entity) -> [Field] {
    let order = entries(of: entity).map(\.field)
    let known = order.compactMap { name in entity.fields.first { $0.name == name } }
    return known + entity.fields.filter { !order.contains($0.name) && !kept.contains($0.name) }
  }

  /// The fields that only the program writes, or that the command line keeps.
  static let kept: Set<String> = ["revision", "owner"]

  /// The label of a member of an object.
  static func member(_ name: String, _ language: Language) -> String {
    switch name {
    case "rule": language.say("規則", "规则", "Rule")
    case "sources": language.say("來源", "来源", "Sources")
    case "note": language.say("說明", "说明", "Note")
    case "event": language.say("民俗節日", "民俗节日", "Folk day")
    case "part": language.say("是什麼", "是什么", "What it is")
    case "text": language.say("文字", "文字", "Text")
    case "text_en": language.say("英文", "英文", "In English")
    case "amount": language.say("數量", "数量", "Amount")
    case "unit": language.say("單位", "单位", "Unit")
    case "unit_en": language.say("英文單位", "英文单位", "Unit in English")
    case "people": language.say("是幾個人的量", "是几个人的量", "For how many people")
    case "diet": language.say("葷素", "荤素", "Meat or none")
    case "among": language.say("哪裡的習俗", "哪里的习俗", "Whose custom")
    case "need": language.say("管什麼", "管什么", "What for")
    default: name
    }
  }

  struct Entry: Sendable {
    let field: String
    let part: FormPart
    let hint: String
  }

  static func entries(of entity: Entity) -> [Entry] {
    switch entity {
    case .event: event
    case .deity: deity
    case .temple: temple
    case .activity: activity
    case .group: group
    case .source: source
    case .user: []
    }
  }

  private static let event: [Entry] = [
    Entry(field: "title", part: .what, hint: ""),
    Entry(field: "title_zh_hans", part: .what, hint: ""),
    Entry(field: "title_en", part: .what, hint: "blank"),
    Entry(field: "key", part: .what, hint: "key"),
    Entry(field: "type", part: .what, hint: ""),
    Entry(field: "observance", part: .what, hint: ""),
    Entry(field: "deity", part: .what, hint: "ref"),
    Entry(field: "aliases", part: .what, hint: ""),
    Entry(field: "rule", part: .when, hint: "rule"),
    Entry(field: "disagreements", part: .when, hint: "dis"),
    Entry(field: "is_enabled", part: .when, hint: "on"),
    Entry(field: "weight", part: .when, hint: "weight"),
    Entry(field: "regions", part: .when, hint: "regions"),
    Entry(field: "weight_in", part: .when, hint: "weight-in"),
    Entry(field: "bundle", part: .when, hint: "bundle"),
    Entry(field: "description", part: .texts, hint: ""),
    Entry(field: "worship_notes", part: .texts, hint: ""),
    Entry(field: "description_en", part: .texts, hint: ""),
    Entry(field: "worship_notes_en", part: .texts, hint: ""),
    Entry(field: "worship_guide", part: .texts, hint: "guide"),
    Entry(field: "sources", part: .more, hint: "ref"),
    Entry(field: "note", part: .more, hint: "note"),
    Entry(field: "cover_url", part: .texts, hint: ""),
    Entry(field: "position", part: .more, hint: "pos"),
    Entry(field: "advance_days", part: .more, hint: ""),
  ]

  private static let deity: [Entry] = [
    Entry(field: "name", part: .what, hint: ""),
    Entry(field: "name_zh_hans", part: .what, hint: ""),
    Entry(field: "name_en", part: .what, hint: "blank"),
    Entry(field: "key", part: .what, hint: "key"),
    Entry(field: "aliases", part: .what, hint: ""),
    Entry(field: "role", part: .what, hint: ""),
    Entry(field: "description", part: .texts, hint: ""),
    Entry(field: "worship_notes", part: .texts, hint: ""),
    Entry(field: "description_en", part: .texts, hint: ""),
    Entry(field: "worship_notes_en", part: .texts, hint: ""),
    Entry(field: "worship_guide", part: .texts, hint: "guide"),
    Entry(field: "needs", part: .what, hint: "needs"),
    Entry(field: "sources", part: .more, hint: "ref"),
    Entry(field: "image_url", part: .texts, hint: ""),
  ]

  private static let temple: [Entry] = [
    Entry(field: "name", part: .what, hint: ""),
    Entry(field: "name_en", part: .what, hint: "blank"),
    Entry(field: "key", part: .what, hint: "key"),
    Entry(field: "main_deity", part: .what, hint: ""),
    Entry(field: "deity", part: .what, hint: "ref"),
    Entry(field: "other_deities", part: .what, hint: "ref"),
    Entry(field: "religion", part: .what, hint: ""),
    Entry(field: "address", part: .place, hint: ""),
    Entry(field: "county", part: .place, hint: ""),
    Entry(field: "town", part: .place, hint: ""),
    Entry(field: "lat", part: .place, hint: "deg"),
    Entry(field: "lng", part: .place, hint: "deg"),
    Entry(field: "coordinate_quality", part: .place, hint: ""),
    Entry(field: "open_time", part: .place, hint: "hours"),
    Entry(field: "phone", part: .place, hint: ""),
    Entry(field: "transportation", part: .place, hint: ""),
    Entry(field: "accessibility", part: .place, hint: ""),
    Entry(field: "introduction", part: .texts, hint: ""),
    Entry(field: "features", part: .texts, hint: ""),
    Entry(field: "worship_tips", part: .texts, hint: ""),
    Entry(field: "worship_guide", part: .texts, hint: "guide"),
    Entry(field: "founded", part: .texts, hint: "year"),
    Entry(field: "founded_note", part: .texts, hint: ""),
    Entry(field: "events", part: .when, hint: "own"),
    Entry(field: "rating", part: .more, hint: ""),
    Entry(field: "image_url", part: .texts, hint: ""),
    Entry(field: "registration", part: .more, hint: ""),
    Entry(field: "source_ref", part: .more, hint: ""),
    Entry(field: "sources", part: .more, hint: "ref"),
  ]

  private static let activity: [Entry] = [
    Entry(field: "title", part: .what, hint: ""),
    Entry(field: "temple", part: .what, hint: "ref"),
    Entry(field: "event", part: .what, hint: "ref"),
    Entry(field: "key", part: .what, hint: "keyopt"),
    Entry(field: "rule", part: .when, hint: "either"),
    Entry(field: "start_at", part: .when, hint: "time"),
    Entry(field: "end_at", part: .when, hint: "time"),
    Entry(field: "place", part: .place, hint: "start"),
    Entry(field: "lat", part: .place, hint: "deg"),
    Entry(field: "lng", part: .place, hint: "deg"),
    Entry(field: "description", part: .texts, hint: ""),
    Entry(field: "image_url", part: .texts, hint: ""),
  ]

  private static let group: [Entry] = [
    Entry(field: "name", part: .what, hint: ""),
    Entry(field: "name_zh_hans", part: .what, hint: ""),
    Entry(field: "name_en", part: .what, hint: "blank"),
    Entry(field: "key", part: .what, hint: "key"),
    Entry(field: "is_enabled", part: .what, hint: "on"),
    Entry(field: "events", part: .when, hint: "order"),
    Entry(field: "description", part: .texts, hint: ""),
    Entry(field: "video_url", part: .more, hint: ""),
  ]

  private static let source: [Entry] = [
    Entry(field: "title", part: .what, hint: ""),
    Entry(field: "key", part: .what, hint: "sourcekey"),
    Entry(field: "kind", part: .what, hint: ""),
    Entry(field: "url", part: .what, hint: ""),
    Entry(field: "note", part: .texts, hint: ""),
  ]

  private static let hints: [String: (String, String, String)] = [
    "blank": (
      "沒有就用中文。", "没有就用中文。",
      "Without one, the Chinese name is used."
    ),
    "key": (
      "小寫英文字母、數字與連字號，例如 mazu；空白時由名稱產生，之後不能改。", "小写英文字母、数字与连字符，例如 mazu；空白时由名称产生，之后不能改。",
      "Small letters, digits and hyphens, such as mazu; made from the name if left blank, and never changed later."
    ),
    "keyopt": (
      "可以空白。", "可以空白。",
      "May be left blank."
    ),
    "sourcekey": (
      "引用時用的代號，例如 FOLKTW；之後不能改。", "引用时用的代号，例如 FOLKTW；之后不能改。",
      "What others cite it by, such as FOLKTW; never changed later."
    ),
    "ref": (
      "打名稱或代號，例如「媽祖」。", "打名称或代号，例如「妈祖」。",
      "Type a name or a key."
    ),
    "rule": (
      "也可以寫「農曆三月廿三」、「冬至前一日」、「每月初一」。", "也可以写「农历三月廿三」、「冬至前一日」、「每月初一」。",
      "Chinese is read too: 農曆三月廿三, 冬至前一日, 每月初一."
    ),
    "weight": (
      "1 家家都過，2 多數人家與店家，3 大神明、地方大節與放假日，4 一般，5 齋戒、禁忌與曆書的日子；清單依此排列",
      "1 家家都过，2 多数人家与店家，3 大神明、地方大节与放假日，4 一般，5 斋戒、禁忌与历书的日子；列表依此排列",
      "1 everybody, 2 most families and shops, 3 great deities and regions, days off, 4 others, 5 fasts, taboos and the almanac; lists are ordered by it"
    ),
    "regions": (
      "代碼：" + Region.allCases.map(\.rawValue).joined(separator: "、"),
      "代码：" + Region.allCases.map(\.rawValue).joined(separator: "、"),
      "Codes: " + Region.allCases.map(\.rawValue).joined(separator: ", ")
    ), "weight-in": ("例如 HK:1、MY:2", "例如 HK:1、MY:2", "Such as HK:1、MY:2"),
    "dis": (
      "來源記載不同日期時，寫在這裡。", "来源记载不同日期时，写在这里。",
      "Where sources disagree, say so here."
    ),
    "guide": (
      "一行一樣：供品與金紙只寫名稱，數量另外寫；每一行都要有來源。", "一行一样：供品与金纸只写名称，数量另外写；每一行都要有来源。",
      "One line each: what is offered or burned by its bare name, the amount apart; every line names a source."
    ),
    "needs": (
      "信眾為了什麼事來拜，各寫來源。", "信众为了什么事来拜，各写来源。",
      "What people turn to the deity for, each with its sources."
    ),
    "on": (
      "停用後不再提醒，也不出現在行事曆。", "停用后不再提醒，也不出现在日历。",
      "A disabled one is in no calendar, and nobody is reminded."
    ),
    "bundle": (
      "同一天、同一個代號的日子合成一則提醒。", "同一天、同一个代号的日子合成一则提醒。",
      "Days with the same key on one date become one reminder."
    ),
    "note": (
      "只在後台看得到。", "只在后台看得到。",
      "Only the back office shows it."
    ),
    "pos": (
      "數字小的在前面。", "数字小的在前面。",
      "Smaller numbers come first."
    ),
    "deg": (
      "十進位度數，例如 25.037260。", "十进位度数，例如 25.037260。",
      "Decimal degrees, such as 25.037260."
    ),
    "hours": (
      "例如 05:00-22:00，或 Mo-Fr 06:00-21:00; Sa,Su 05:00-22:00。",
      "例如 05:00-22:00，或 Mo-Fr 06:00-21:00; Sa,Su 05:00-22:00。",
      "Such as 05:00-22:00, or Mo-Fr 06:00-21:00; Sa,Su 05:00-22:00."
    ),
    "start": (
      "例如遶境的起駕處、會合的廣場。", "例如绕境的起驾处、会合的广场。",
      "Such as the square where a procession begins."
    ),
    "year": (
      "西元前用負數。", "公元前用负数。",
      "Negative before the common era."
    ),
    "own": (
      "這間廟過這個日子的日期不同時，寫出規則。", "这间庙过这个日子的日期不同时，写出规则。",
      "Give a rule where this temple keeps the day on another date."
    ),
    "either": (
      "規則或開始時間，擇一填寫。", "规则或开始时间，择一填写。",
      "Give a rule, or the time when it begins."
    ),
    "time": (
      "例如 2027-04-29 19:00（台北時間）。", "例如 2027-04-29 19:00（台北时间）。",
      "Such as 2027-04-29 19:00, in the server's time zone."
    ),
    "order": (
      "依這個順序顯示。", "依这个顺序显示。",
      "Shown in this order."
    ),
  ]
}
