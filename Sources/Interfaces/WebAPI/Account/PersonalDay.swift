import Folklore
import JSON
import Lunisolar
import Records
import WebPages

/// A day of somebody's own as a form has it: a lunar or solar date, with or without its year, and what to do in years without that day.
struct PersonalDay: Sendable {
  var title = ""
  var observance = Event.Observance.birthday
  var isLunar = true
  /// As typed.
  var year = ""
  var month = "1"
  var day = "1"
  /// True for a day of a leap month.
  var isLeap = false
  var leap = DateRule.LeapPolicy.regular
  var short = DateRule.ShortMonthPolicy.backward
  /// True if it comes in its year only.
  var isOnce = false
  /// Days before, as typed; empty for those of the settings.
  var advance = ""
  var note = ""
  /// A rule that the form cannot say; it stays unless the date is changed.
  private(set) var otherRule: DateRule?

  /// The kinds that the form offers.
  static let observances: [Event.Observance] = [.birthday, .memorial, .custom]
  /// The years that the form takes.
  static let years = 1_800...2_199

  init() {}

  init(_ form: FormData) {
    title = (form.first("title") ?? "").trimmed
    observance = form.first("observance").flatMap(Event.Observance.init(rawValue:)) ?? .birthday
    isLunar = form.first("calendar") != "solar"
    year = (form.first("year") ?? "").trimmed
    month = (form.first("month") ?? month).trimmed
    day = (form.first("day") ?? day).trimmed
    isLeap = form.first("is_leap") == "on"
    leap = form.first("leap").flatMap(DateRule.LeapPolicy.init(rawValue:)) ?? leap
    // Somebody born in a leap month who leaves the rule as it is means that month.
    if isLeap, form.first("leap") == nil { leap = .leap }
    short = form.first("short").flatMap(DateRule.ShortMonthPolicy.init(rawValue:)) ?? short
    isOnce = form.first("repeats") == "once"
    advance = (form.first("advance_days") ?? "").trimmed
    note = (form.first("note") ?? "").trimmed
    if form.first("calendar") == "other" { otherRule = form.first("rule").flatMap { try? DateRule($0) } }
  }

  init(_ event: Event, advanceDays: Int?) {
    title = event.title.text(in: .traditionalChinese)
    observance = event.observance
    advance = advanceDays.map { "\($0)" } ?? ""
    note = event.note ?? ""
    let rule = event.rule
    (leap, short, isLeap) = (rule.leap, rule.short, rule.leap == .leap)
    year = rule.firstYear.map { "\($0)" } ?? ""
    isOnce = rule.firstYear != nil && rule.firstYear == rule.lastYear
    if rule.offset == 0, !rule.beginsOnEve, isOnce || rule.lastYear == nil, let lunar = rule.lunarDay {
      (isLunar, month, day) = (true, "\(lunar.month)", "\(lunar.day)")
    } else if rule.offset == 0, !rule.beginsOnEve, isOnce || rule.lastYear == nil, let solar = rule.solarDay {
      (isLunar, month, day) = (false, "\(solar.month)", "\(solar.day)")
    } else {
      otherRule = rule
    }
  }

  // MARK: What it says

  /// The longest name, in characters.
  private static let longestTitle = 60

  /// What is wrong, by the name of the control.
  func faults(_ language: Language) -> [String: String] {
    var faults: [String: String] = [:]
    if title.isEmpty {
      faults["title"] = language.say("請填名稱，例如 阿嬤忌日。", "请填名称，例如 奶奶忌日。", "Give a name, such as Grandmother’s day.")
    } else if title.unicodeScalars.count > Self.longestTitle {
      faults["title"] = language.say(
        "名稱最多 \(Self.longestTitle) 個字。", "名称最多 \(Self.longestTitle) 个字。",
        "A name has \(Self.longestTitle) characters at most.")
    }
    faults["advance_days"] = advanceFault(language)
    if case .failure(let fault) = made(language) { faults[fault.control] = fault.sentence }
    return faults
  }

  /// What is wrong with the days before.
  func advanceFault(_ language: Language) -> String? {
    guard !advance.isEmpty, Int(advance).map(NotificationSettings.advanceDayRange.contains) != true else { return nil }
    return language.say("請填 0 到 30 天，或留空白。", "请填 0 到 30 天，或留空白。", "Give 0 to 30 days, or leave it blank.")
  }

  /// A fault of the date, with the control at which it stands.
  struct Fault: Error {
    let control: String
    let sentence: String

    init(_ control: String, _ sentence: String) {
      self.control = control
      self.sentence = sentence
    }
  }

  /// The rule that the form says.
  func made(_ language: Language) -> Result<DateRule, Fault> {
    do throws(Fault) { return .success(try rule(language)) } catch { return .failure(error) }
  }

  private func rule(_ language: Language) throws(Fault) -> DateRule {
    if let otherRule { return otherRule }
    let number = try yearNumber(language)
    guard let month = Int(month), (1...12).contains(month) else {
      throw Fault("month", language.say("月份是 1 到 12。", "月份是 1 到 12。", "A month is 1 to 12."))
    }
    guard let day = Int(day), (1...31).contains(day) else {
      throw Fault("day", language.say("日期是 1 到 31。", "日期是 1 到 31。", "A day is 1 to 31."))
    }
    let text: String
    if isLunar {
      try checkLunar(number, month, day, language)
      if isOnce {
        guard let number, let date = lunarDate(number, month, day) else { throw needsYear(language) }
        text = "solar \(date.month)/\(date.day) from=\(date.year) to=\(date.year)"
      } else {
        text =
          "lunar \(month)/\(day) leap=\(leap.rawValue) short=\(short.rawValue)" + (number.map { " from=\($0)" } ?? "")
      }
    } else {
      try checkSolar(number, month, day, language)
      if isOnce {
        guard let number else { throw needsYear(language) }
        text = "solar \(month)/\(day) from=\(number) to=\(number)"
      } else {
        text =
          "solar \(month)/\(day)" + (month == 2 && day == 29 ? " short=\(short.rawValue)" : "")
          + (number.map { " from=\($0)" } ?? "")
      }
    }
    guard let rule = try? DateRule(text) else {
      throw Fault("day", language.say("沒有這一天。", "没有这一天。", "There is no such day."))
    }
    return rule
  }

  private func needsYear(_ language: Language) -> Fault {
    Fault("year", language.say("只有一次的日子要填年份。", "只有一次的日子要填年份。", "A day that comes once needs its year."))
  }

  private func yearNumber(_ language: Language) throws(Fault) -> Int? {
    guard !year.isEmpty else { return nil }
    // 民國32年, 32 and 1943 are one year.
    let typed = try? DateReader(today: SolarDate(uncheckedYear: 2_000, month: 1, day: 1)).year(year).year
    guard let number = typed, Self.years.contains(number) else {
      throw Fault(
        "year",
        language.say(
          "年份請填 \(Self.years.lowerBound) 到 \(Self.years.upperBound)，例如 1943 或 民國32年；不知道就留空白。",
          "年份请填 \(Self.years.lowerBound) 到 \(Self.years.upperBound)，例如 1943 或 民国32年；不知道就留空白。",
          "Give the year as \(Self.years.lowerBound) to \(Self.years.upperBound), such as 1943, or leave it blank."))
    }
    return number
  }

  private func checkSolar(_ year: Int?, _ month: Int, _ day: Int, _ language: Language) throws(Fault) {
    // Without a year, 29 February is a day of leap years.
    guard (try? SolarDate(year: year ?? 2_024, month: month, day: day)) == nil else { return }
    let place = (year.map { language.say("\($0) 年", "\($0) 年", "\($0), ") } ?? "")
    throw Fault(
      "day",
      language.say(
        "\(place) \(month) 月沒有 \(day) 日。", "\(place) \(month) 月没有 \(day) 日。",
        "\(place)month \(month) has no day \(day)."
      ).trimmed)
  }

  private func checkLunar(_ year: Int?, _ month: Int, _ day: Int, _ language: Language) throws(Fault) {
    guard day <= 30 else {
      throw Fault("day", language.say("農曆一個月最多三十天。", "农历一个月最多三十天。", "A lunar month has 30 days at most."))
    }
    if isLeap {
      let calendar = LunisolarCalendar.chinese
      let near = (year ?? 2_000)
      let with = Self.years.filter { (try? calendar.lunarYear($0))?.leapMonth == month }.min {
        abs($0 - near) < abs($1 - near)
      }
      guard let with else {
        throw Fault(
          "is_leap",
          language.say(
            "\(Self.years.lowerBound) 到 \(Self.years.upperBound) 年都沒有閏\(month) 月。",
            "\(Self.years.lowerBound) 到 \(Self.years.upperBound) 年都没有闰\(month) 月。",
            "No year from \(Self.years.lowerBound) to \(Self.years.upperBound) has a leap month \(month)."))
      }
      if let year, with != year {
        let own = (try? calendar.lunarYear(year))?.leapMonth
        throw Fault(
          "is_leap",
          language.say(
            "農曆 \(year) 年沒有閏 \(month) 月，\(own.map { "那一年閏 \($0) 月" } ?? "那一年沒有閏月")；最近有的是 \(with) 年。",
            "农历 \(year) 年没有闰 \(month) 月，\(own.map { "那一年闰 \($0) 月" } ?? "那一年没有闰月")；最近有的是 \(with) 年。",
            "The lunar year \(year) has no leap month \(month)\(own.map { ": it repeats month \($0)" } ?? ""); the nearest that has is \(with)."
          ))
      }
    }
    if let year, lunarDate(year, month, day) == nil {
      throw Fault(
        "day",
        language.say(
          "農曆 \(year) 年\(isLeap ? "閏" : "") \(month) 月只有二十九天。", "农历 \(year) 年\(isLeap ? "闰" : "") \(month) 月只有二十九天。",
          "\(isLeap ? "Leap month" : "Month") \(month) of the lunar year \(year) has 29 days only."))
    }
  }

  /// The day that was typed, which needs its year.
  func date(_ language: Language) throws(Fault) -> SolarDate {
    var once = self
    once.isOnce = true
    let rule = try once.rule(language)
    guard let day = rule.solarDay, let year = rule.firstYear,
      let date = try? SolarDate(year: year, month: day.month, day: day.day)
    else { throw needsYear(language) }
    return date
  }

  /// The solar day of the lunar date that was typed; nil if that month is shorter.
  private func lunarDate(_ year: Int, _ month: Int, _ day: Int) -> SolarDate? {
    guard let found = try? LunisolarCalendar.chinese.lunarYear(year).month(month, isLeap: isLeap), day <= found.dayCount
    else { return nil }
    return found.firstDay.advanced(by: day - 1)
  }

  /// The fields of the day.
  func draft(_ rule: DateRule) -> Draft {
    Draft(fields: [
      Draft.Given("title", .text(title)), Draft.Given("rule", .text(rule.description)),
      Draft.Given("observance", .text(observance.rawValue)), Draft.Given("note", note.isEmpty ? .null : .text(note)),
      Draft.Given("advance_days", Int(advance).map { .integer($0) } ?? .null),
    ])
  }
}
