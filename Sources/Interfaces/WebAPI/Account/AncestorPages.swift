import Folklore
import HTTPTypes
import JSON
import Lunisolar
import OwnDays
import Records
import Store
import WebPages

/// The days that a family counts after a death: `/settings/days/ancestor`.
enum AncestorPages {
  static let all = [
    BrowserPage.get("/settings/days/ancestor", .person) { visit in
      .app(AncestorPage(visit, AncestorForm()).page, part: "choice")
    },
    BrowserPage.post("/settings/days/ancestor", .person, save),
  ]

  private static func save(_ visit: Visit) async throws -> PageAnswer {
    let form = AncestorForm(visit.form)
    var page = AncestorPage(visit, form)
    let days: [MourningDay]
    switch form.days(visit.language) {
    case .failure(let fault):
      page.faults = [fault.control: fault.sentence]
      return .app(page.page, part: "choice", status: .unprocessableContent)
    case .success(let found): days = found
    }
    guard visit.form.first("way") != "preview" else {
      page.preview = days
      return .app(page.page, part: "choice")
    }
    do {
      let wanted = try days.map { try $0.ownDay(in: visit.language, advanceDays: Int(form.advance)) }
      let result = try await OwnDayAdding(visit).add(wanted)
      return .redirect(to: "/settings/days?done=imported&added=\(result.added)&known=\(result.known)")
    } catch let refusal as OwnDayAdding.Refusal {
      page.faults = ["name": refusal.sentences(visit.language).joined(separator: "\n")]
      return .app(page.page, part: "choice", status: .unprocessableContent)
    }
  }
}

/// What the form of a death holds.
struct AncestorForm: Sendable {
  var date = PersonalDay()
  /// What the person is called: 「阿嬤」.
  var name = ""
  var kinds: Set<Part> = [.hundred, .first, .yearly]
  var first = MourningCustom.Anniversary.twelveMonths
  var third = ""
  var advance = ""

  enum Part: String, CaseIterable, Sendable {
    case sevens, hundred, first, third, yearly

    func contains(_ kind: MourningDay.Kind) -> Bool {
      switch (self, kind) {
      case (.sevens, .week), (.hundred, .hundredthDay), (.first, .firstAnniversary), (.third, .thirdYear),
        (.yearly, .yearly):
        true
      default: false
      }
    }

    func name(_ language: Language) -> String {
      switch self {
      case .sevens: language.say("頭七到滿七（每七天）", "头七到满七（每七天）", "Each seventh day, to the 49th")
      case .hundred: language.say("百日", "百日", "The hundredth day")
      case .first: language.say("對年", "对年", "The first anniversary rite (對年)")
      case .third: language.say("三年", "三年", "The third-year rite (三年)")
      case .yearly: language.say("忌日（每年）", "忌日（每年）", "The day of death, every year (忌日)")
      }
    }
  }

  init() {
    date.observance = .memorial
  }

  init(_ form: FormData) {
    date = PersonalDay(form)
    name = (form.first("name") ?? "").trimmed
    kinds = Set(Part.allCases.filter { form.first($0.rawValue) == "on" })
    first = form.first("first_custom").flatMap(MourningCustom.Anniversary.init(rawValue:)) ?? first
    third = form.first("third_custom") ?? ""
    advance = date.advance
  }

  /// The days that the form asks for.
  func days(_ language: Language) -> Result<[MourningDay], PersonalDay.Fault> {
    do throws(PersonalDay.Fault) { return .success(try found(language)) } catch { return .failure(error) }
  }

  private func found(_ language: Language) throws(PersonalDay.Fault) -> [MourningDay] {
    if name.isEmpty {
      throw .init("name", language.say("請填稱呼，例如 阿嬤。", "请填称呼，例如 奶奶。", "Give a name, such as Grandmother."))
    }
    if let fault = date.advanceFault(language) { throw .init("advance_days", fault) }
    let death = try date.date(language)
    guard !kinds.isEmpty else {
      throw .init("yearly", language.say("請至少選一種日子。", "请至少选一种日子。", "Choose at least one kind of day."))
    }
    var custom = MourningCustom()
    custom.firstAnniversary = first
    (custom.leap, custom.short) = (date.leap, date.short)
    if kinds.contains(.third) {
      custom.thirdYear = MourningCustom.ThirdYear(rawValue: third) ?? .monthAfterFirstAnniversary
    }
    do {
      return try MourningDays(after: death, of: name, custom: custom).days.filter { day in
        kinds.contains { $0.contains(day.kind) }
      }
    } catch {
      throw .init("name", error.text(in: language))
    }
  }
}

/// The form of a death, and the days that it gives.
struct AncestorPage {
  private let visit: Visit
  private let form: AncestorForm
  var faults: [String: String] = [:]
  var preview: [MourningDay] = []

  init(_ visit: Visit, _ form: AncestorForm) {
    self.visit = visit
    self.form = form
  }

  var page: AppPage {
    let say = visit.language.say
    var block = PageBlock(say("過世的日子", "过世的日子", "The day of death"))
    block.lines = [
      say(
        "過世當天算第一天：頭七是第七天，百日是第一百天。各地習俗不同，選您家的做法就好。",
        "过世当天算第一天：头七是第七天，百日是第一百天。各地习俗不同，选您家的做法就好。",
        "The day of death counts as the first day: 頭七 is the seventh, 百日 the hundredth. Customs differ; take your family's."
      )
    ]
    block.forms = [
      PageForm(
        "/settings/days/ancestor", fields,
        buttons: [
          PageButton(say("儲存", "保存", "Save"), name: "way", value: "save"),
          PageButton(say("先看日期", "先看日期", "Show the dates"), name: "way", value: "preview", isMain: false),
        ])
    ]
    var blocks = [block]
    if !preview.isEmpty {
      var dates = PageBlock(say("日期（還沒有儲存）", "日期（还没有保存）", "The dates (not saved yet)"))
      dates.days = preview.map { day in
        DayPages.card(
          day.date, title: day.title.text(in: visit.language), address: "/day/\(day.date)",
          note: day.date.longText(in: visit.language) + " " + visit.lunar(day.date), visit)
      }
      blocks.insert(dates, at: 0)
    }
    return AppPage(
      visit.language, title: say("過世的家人", "过世的家人", "Somebody who has died"), description: "",
      above: visit.aboveSettings + [PageLink(OwnDayPages.title(visit), "/settings/days")], blocks)
  }

  private var fields: [PageField] {
    let say = visit.language.say
    let checks = AncestorForm.Part.allCases.map { part in
      PageField(
        part.rawValue, part.name(visit.language), .check, value: form.kinds.contains(part) ? "on" : "",
        fault: faults[part.rawValue])
    }
    return [
      PageField(
        "name", say("稱呼", "称呼", "Name"), value: form.name,
        hint: say(
          "例如 阿嬤。日子的名稱會是「阿嬤 百日」。", "例如 奶奶。日子的名称会是「奶奶 百日」。", "Such as Grandmother: the days are named after it."),
        fault: faults["name"])
    ] + DateFields.date(form.date, faults, visit) + checks + DateFields.policies(form.date, visit) + [
      PageField(
        "first_custom", say("對年遇到閏月", "对年遇到闰月", "對年 with a leap month in between"),
        .choice([
          (
            MourningCustom.Anniversary.twelveMonths.rawValue,
            say("滿十二個月：提早一個月", "满十二个月：提早一个月", "after twelve months: a month earlier")
          ),
          (MourningCustom.Anniversary.sameLunarDate.rawValue, say("同一個農曆日期", "同一个农历日期", "on the same lunar date")),
        ]), value: form.first.rawValue),
      PageField(
        "third_custom", say("三年的日子", "三年的日子", "三年"),
        .choice([
          (
            MourningCustom.ThirdYear.monthAfterFirstAnniversary.rawValue,
            say("對年的下一個月", "对年的下一个月", "the month after 對年")
          ),
          (MourningCustom.ThirdYear.secondAnniversary.rawValue, say("過世後兩年", "过世后两年", "two years after the death")),
        ]), value: form.third),
      PageField(
        "advance_days", say("提前幾天提醒", "提前几天提醒", "Days before"), .number(NotificationSettings.advanceDayRange),
        value: form.advance,
        hint: say("空白就照提醒設定。", "空白就照提醒设置。", "Blank: as your settings say."), fault: faults["advance_days"]),
    ]
  }
}
