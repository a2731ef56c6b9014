internal import Folklore
internal import Lunisolar

/// The text of a reminder; all reminder texts are made here.
struct ReminderWording {
  let title: LocalizedName
  let date: SolarDate
  let lunarDate: LunarDate
  /// Counted from the user's own day.
  let daysLeft: Int
  /// True for the day-of reminder of an observance that begins at 23:00 the evening before.
  let beginsOnEve: Bool
  /// How to worship; the offerings are told in a line of their own.
  var guide: [WorshipLine] = []
  /// True for a reminder to prepare.
  var isToBuy = false
  /// For a correction, the day that was told before.
  var correctedDate: SolarDate?
  /// True for a correction if no new day is announced.
  var isWithdrawn = false

  func title(in language: Language, _ templates: MessageTemplates) -> String {
    let texts = templates[language]
    return fill(correctedDate == nil ? texts.reminderTitle : texts.correctionTitle, language)
  }

  /// The sentence, and what to offer in a second line: `明天是媽祖聖誕（農曆三月廿三）`, `準備：壽桃、壽麵、鮮花；壽金、刈金`.
  func body(in language: Language, _ templates: MessageTemplates) -> String {
    fill(correction(templates[language]) ?? templates[language].reminder[distance], language)
      + secondLine(in: language, templates[language])
  }

  /// The line of a digest: `明天：媽祖聖誕（農曆三月廿三）`; what to offer stands below it.
  func digestLine(in language: Language, _ templates: MessageTemplates) -> String {
    fill(correction(templates[language]) ?? templates[language].digest[distance], language)
      + secondLine(in: language, templates[language])
  }

  /// A line break and what to offer; empty if nothing is said of it.
  private func secondLine(in language: Language, _ texts: MessageTemplates.Texts) -> String {
    guard correctedDate == nil, let template = isToBuy ? texts.toBuy : texts.offerings,
      let offerings = guide.offerings(in: language)
    else { return "" }
    return "\n" + template.filled { $0 == .offerings ? offerings : "" }
  }

  /// The sentence of a correction, which is the line of a digest too; nil for other reminders.
  private func correction(_ texts: MessageTemplates.Texts) -> TextTemplate? {
    guard let correctedDate else { return nil }
    if isWithdrawn { return texts.withdrawn }
    return correctedDate == date ? texts.kept : texts.moved
  }

  private var distance: MessageTemplates.Distance {
    MessageTemplates.Distance(days: daysLeft, beginsTonight: beginsOnEve)
  }

  private func fill(_ template: TextTemplate, _ language: Language) -> String {
    template.filled { placeholder in
      switch placeholder {
      case .title: title.text(in: language)
      case .lunar: lunarDate.text(in: language)
      case .date: date.text(in: language)
      case .oldDate: correctedDate?.text(in: language) ?? ""
      case .weekday: date.weekday.name(in: language)
      case .days: "\(daysLeft)"
      case .count, .message, .offerings: ""  // never allowed in these templates
      }
    }
  }
}
