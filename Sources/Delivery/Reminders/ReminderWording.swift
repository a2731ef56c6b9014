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

  func title(in language: Language, _ templates: MessageTemplates) -> String {
    fill(templates[language].reminderTitle, language)
  }

  /// The sentence: `明天是媽祖聖誕（農曆三月廿三）`.
  func body(in language: Language, _ templates: MessageTemplates) -> String {
    fill(templates[language].reminder[distance], language)
  }

  /// The line of a digest: `明天：媽祖聖誕（農曆三月廿三）`.
  func digestLine(in language: Language, _ templates: MessageTemplates) -> String {
    fill(templates[language].digest[distance], language)
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
