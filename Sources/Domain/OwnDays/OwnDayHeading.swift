internal import Folklore
internal import Sheets

/// A heading of a table of own days.
enum OwnDayHeading: Hashable {
  case column(OwnDayTable.Column)
  /// The parts of a name, in contacts that programs export.
  case givenName, familyName
  /// A column of dates that says more: the calendar of a date without one, and the observance of its days.
  case date(isLunar: Bool?, Event.Observance?)

  static let all = Headings<OwnDayHeading>(
    OwnDayTable.Column.allCases.map { (.column($0), [$0.rawValue, $0.chinese], others(of: $0)) }
      + [
        (.givenName, [], ["first name", "given name", "名字", "名"]),
        (.familyName, [], ["last name", "family name", "surname", "姓氏", "姓"]),
      ] + dates)

  private static func others(of column: OwnDayTable.Column) -> [String] {
    switch column {
    case .title:
      [
        "姓名", "full name", "name", "標題", "稱呼", "稱謂", "人名", "家人", "親人", "壽星", "對象", "名目", "subject", "summary",
      ]
    case .date: ["日子", "時間", "day", "rule", "規則", "日期規則", "start date", "開始日期"]
    case .leap: ["閏"]
    case .short: ["小月"]
    case .observance: ["類別", "類型", "性質", "type", "kind"]
    case .advanceDays: ["提前天數", "提前幾天", "提早", "advance"]
    case .note: ["說明", "附註", "註記", "notes", "remark", "remarks", "memo", "description"]
    }
  }

  private static let dates: [(OwnDayHeading, [String], [String])] = {
    let birth = ["生日", "誕辰", "生辰", "出生日期", "出生日", "出生年月日", "出生", "生年月日"]
    let death = ["忌日", "忌辰", "往生日期", "往生日", "過世日期", "逝世日期"]
    let plain = ["日期", ""]
    func all(_ prefixes: [String], _ words: [String]) -> [String] {
      prefixes.flatMap { prefix in words.map { prefix + $0 } }
    }
    let lunar = ["農曆", "陰曆", "舊曆", "夏曆"]
    let solar = ["國曆", "陽曆", "西曆", "新曆", "公曆", "西元"]
    return [
      (.date(isLunar: nil, .birthday), [], birth + ["birthday", "birth date", "date of birth", "born", "dob", "bday"]),
      (.date(isLunar: nil, .memorial), [], death + ["death date", "date of death", "died", "memorial day"]),
      (.date(isLunar: true, .birthday), [], all(lunar, birth) + ["lunar birthday"]),
      (.date(isLunar: false, .birthday), [], all(solar, birth) + ["solar birthday"]),
      (.date(isLunar: true, .memorial), [], all(lunar, death)),
      (.date(isLunar: false, .memorial), [], all(solar, death)),
      (.date(isLunar: true, nil), [], all(lunar, plain) + ["lunar date", "lunar"]),
      (.date(isLunar: false, nil), [], all(solar, plain) + ["solar date", "solar"]),
    ]
  }()

  /// True for a column of dates.
  var isDate: Bool {
    switch self {
    case .column(let column): column == .date
    case .date: true
    case .givenName, .familyName: false
    }
  }
}
