public import Folklore
internal import Lunisolar
internal import Sheets

/// A rite that a temple has registered: its feast, a procession, a service for the dead.
public struct Rite: Hashable, Sendable {
  public let place: RegisterPlace
  /// 編號, the register's number of the temple; empty if the file has none.
  public var number = ""
  /// 宗教團體名稱 or 寺廟名稱.
  public var temple = ""
  /// Of 行政區 and 地址; nil if neither names a county.
  public var area: AdministrativeArea?
  /// 慶(祭)典名稱.
  public var title = ""
  /// The date as the file has it, with the calendar that another column gives.
  public var written = ""
  public var date: Result<RiteDate, RiteProblem> = .failure(.noDate)
  /// 說明; empty if there is none.
  public var note = ""

  init(place: RegisterPlace) { self.place = place }
}

/// The day of every year on which a rite is held.
public enum RiteDate: Hashable, Sendable {
  /// - Parameter isFirstOfSeveral: whether the file gives several days, of which this is the first.
  case rule(DateRule, isFirstOfSeveral: Bool)
  /// A month and a day of which the file does not say the calendar. Most are lunar, but not all.
  case unknownCalendar(month: Int, day: Int)
}

/// Why a rite is left out.
public enum RiteProblem: SpokenError, Hashable, Sendable {
  case noTitle
  case noDate
  /// A date with a year is of one year only.
  case ofOneYear(String)
  case unreadable(String)
  case noCalendar(String)
  /// The note is another date.
  case contradiction(String, note: String)
  case noTemple
  case otherTemple(number: String, name: String)
  case severalTemples(Int)
  case noCounty

  public var description: String { texts.english }
  public var chinese: String { texts.chinese }

  private var texts: (chinese: String, english: String) {
    switch self {
    case .noTitle: ("沒有慶典名稱", "the rite has no name")
    case .noDate: ("沒有日期", "there is no date")
    case .ofOneYear(let text):
      ("「\(text)」有年份，是那一年的活動，不是每年的日子", "\"\(text)\" names a year, so it is no day of every year")
    case .unreadable(let text):
      ("看不懂日期「\(text)」：例如 農曆 3/23、三月廿三、國曆 10/10", "\"\(text)\" is no date such as 農曆 3/23, 三月廿三 or 國曆 10/10")
    case .noCalendar(let text): ("「\(text)」沒有說是農曆還是國曆", "\"\(text)\" does not say whether it is lunar or solar")
    case .contradiction(let text, let note):
      ("日期「\(text)」和說明「\(note)」不同", "the date \"\(text)\" and the note \"\(note)\" differ")
    case .noTemple: ("這裡沒有這間廟", "there is no such temple here")
    case .otherTemple(let number, let name): ("編號 \(number) 在這裡是「\(name)」", "the number \(number) is \(name) here")
    case .severalTemples(let count):
      ("同名的廟有 \(count) 間，分不出是哪一間", "\(count) temples have this name, and nothing tells which is meant")
    case .noCounty: ("同名的廟在好幾個縣市，檔案沒有寫縣市", "temples of several counties have this name, and the file names no county")
    }
  }

  public var code: String { "rite_left_out" }
}

extension RiteDate {
  /// Reads a date such as `農曆 02/02`, `三月廿三`, `國曆10月10日`, `0323` or `農曆三月二十日至廿三日`, of which the first day counts.
  ///
  /// - Parameter calendar: the calendar as another column or its heading names it; empty if none does.
  static func read(_ text: String, calendar: String, _ reader: DateReader) -> Result<RiteDate, RiteProblem> {
    let plain = plain(text)
    guard !plain.isEmpty else { return .failure(.noDate) }
    guard plain.utf8.count <= 200 else { return .failure(.unreadable(String(plain.prefix(40)))) }
    var isLunar = Self.isLunar(plain) ?? Self.isLunar(Self.plain(calendar))
    var date = plain
    for word in lunarWords + solarWords + ["每年", "每逢"] { date = date.replacing(word, with: "") }
    date = date.filter { !$0.isWhitespace }
    guard date.firstMatch(of: /[0-9]{3,4}[\/年.\-][0-9]{1,2}[\/月.\-][0-9]|民國|西元/) == nil else {
      return .failure(.ofOneYear(text))
    }
    let (first, isFirst) = firstDay(of: date)
    // 正月, 三月廿三 and 初一 are said of lunar days only.
    if isLunar == nil, first.contains(where: { "初廿卅正臘冬閏一二三四五六七八九十".contains($0) }) { isLunar = true }
    guard let day = monthAndDay(first, isLunar: isLunar ?? true, reader) else { return .failure(.unreadable(text)) }
    guard let isLunar else { return .success(.unknownCalendar(month: day.month, day: day.day)) }
    let rule = isLunar ? "lunar \(day.month)\(day.isLeap ? "L" : "")/\(day.day)" : "solar \(day.month)/\(day.day)"
    guard let rule = try? DateRule(rule) else { return .failure(.unreadable(text)) }
    return .success(.rule(rule, isFirstOfSeveral: isFirst))
  }

  private static let lunarWords = ["農曆", "农历", "陰曆", "阴历", "舊曆", "古曆", "夏曆"]
  private static let solarWords = ["國曆", "国历", "陽曆", "阳历", "新曆", "西曆", "公曆"]

  private static func isLunar(_ text: String) -> Bool? {
    if lunarWords.contains(where: text.contains) { return true }
    return solarWords.contains(where: text.contains) ? false : nil
  }

  /// Full-width letters and marks become their ordinary forms.
  private static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      plain.append((0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
    }
    return String(plain).trimmingBlanks
  }

  /// The first of several days: `3/20` of `3/20-3/23` and of `3/20~23`, `三月二十日` of `三月二十日至廿三日`.
  private static func firstDay(of text: String) -> (day: String, isFirst: Bool) {
    let first: Substring
    if let match = text.prefixMatch(of: /[0-9]{1,2}[\/.\-月][0-9]{1,2}日?|[0-9]{4}(?![0-9])/) {
      first = match.0
    } else {
      first = text.prefix { !"至到~–—－、,，及和與;；-".contains($0) }
    }
    return (String(first), first.count < text.count)
  }

  private static func monthAndDay(
    _ text: String, isLunar: Bool, _ reader: DateReader
  ) -> (month: Int, isLeap: Bool, day: Int)? {
    var text = text
    if text.count == 4, let digits = Int(text) { text = "\(digits / 100)/\(digits % 100)" }
    text = text.replacing("-", with: "/").replacing(".", with: "/")
    guard isLunar else {
      guard case .solar(let date)? = (try? reader.read("國曆" + text))?.date else { return nil }
      return (date.components.month, false, date.components.day)
    }
    guard case .lunar(nil, let month, let isLeap, let day)? = (try? reader.read(lunar: text))?.date,
      (1...12).contains(month), (1...30).contains(day)
    else { return nil }
    return (month, isLeap, day)
  }
}
