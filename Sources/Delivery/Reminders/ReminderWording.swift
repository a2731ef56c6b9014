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
  /// For a correction, the day that was told before.
  var correctedDate: SolarDate?
  /// True for a correction if no new day is announced.
  var isWithdrawn = false

  func title(in language: Language, _ templates: MessageTemplates) -> String {
    let texts = templates[language]
    return fill(correctedDate == nil ? texts.reminderTitle : texts.correctionTitle, language)
  }

  /// The sentence: `明天是媽祖聖誕（農曆三月廿三）`.
  func body(in language: Language, _ templates: MessageTemplates) -> String {
    fill(correction(templates[language]) ?? templates[language].reminder[distance], language)
  }

  /// The line of a digest: `明天：媽祖聖誕（農曆三月廿三）`.
  func digestLine(in language: Language, _ templates: MessageTemplates) -> String {
    fill(correction(templates[language]) ?? templates[language].digest[distance], language)
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
      case .count, .message: ""  // never allowed in these templates
      }
    }
  }
}

/// Links into the app.
enum DeepLink {
  /// `folklore://event/88`.
  static func event(_ id: Int) -> String { "folklore://event/\(id)" }
  /// The link of a test message, which has no event.
  static let test = "folklore://test"
}
