/// The texts of messages in each language, from `data/templates/`, which people edit.
///
///     templates[.english].reminder[.tomorrow]      // {title} is tomorrow ({lunar})
public struct MessageTemplates: Hashable, Sendable {
  private let traditionalChinese: Texts
  private let simplifiedChinese: Texts
  private let english: Texts

  /// - Parameter texts: the texts of one language.
  public init<Failure: Error>(_ texts: (Language) throws(Failure) -> Texts) throws(Failure) {
    traditionalChinese = try texts(.traditionalChinese)
    simplifiedChinese = try texts(.simplifiedChinese)
    english = try texts(.english)
  }

  public subscript(language: Language) -> Texts {
    switch language {
    case .traditionalChinese: traditionalChinese
    case .simplifiedChinese: simplifiedChinese
    case .english: english
    }
  }

  /// The texts of one language.
  public struct Texts: Hashable, Sendable {
    public let reminderTitle: TextTemplate
    /// The sentence of one reminder.
    public let reminder: Sentences
    public let digestTitle: TextTemplate
    /// The lines of a digest.
    public let digest: Sentences
    /// The line after a sentence that tells what to offer; nil if the files have none.
    public let offerings: TextTemplate?
    /// The line of a reminder to prepare.
    public let toBuy: TextTemplate?
    /// The correction of a day that moved after its message.
    public let correctionTitle: TextTemplate
    /// The sentence that names the new day.
    public let moved: TextTemplate
    /// The sentence if no new day is announced.
    public let withdrawn: TextTemplate
    /// The sentence if the day holds after all, after it was said that it does not.
    public let kept: TextTemplate
    public let testTitle: TextTemplate
    public let testBody: TextTemplate

    public init(
      reminderTitle: TextTemplate, reminder: Sentences, digestTitle: TextTemplate, digest: Sentences,
      offerings: TextTemplate? = nil, toBuy: TextTemplate? = nil, correctionTitle: TextTemplate, moved: TextTemplate,
      withdrawn: TextTemplate, kept: TextTemplate, testTitle: TextTemplate, testBody: TextTemplate
    ) {
      self.reminderTitle = reminderTitle
      self.reminder = reminder
      self.digestTitle = digestTitle
      self.digest = digest
      self.offerings = offerings
      self.toBuy = toBuy
      self.correctionTitle = correctionTitle
      self.moved = moved
      self.withdrawn = withdrawn
      self.kept = kept
      self.testTitle = testTitle
      self.testBody = testBody
    }
  }

  /// One sentence per distance of the day.
  public struct Sentences: Hashable, Sendable {
    private let today: TextTemplate
    private let tomorrow: TextTemplate
    private let dayAfterTomorrow: TextTemplate
    private let later: TextTemplate
    private let tonight: TextTemplate

    /// - Parameter sentence: the sentence for a distance.
    public init<Failure: Error>(_ sentence: (Distance) throws(Failure) -> TextTemplate) throws(Failure) {
      today = try sentence(.today)
      tomorrow = try sentence(.tomorrow)
      dayAfterTomorrow = try sentence(.dayAfterTomorrow)
      later = try sentence(.later)
      tonight = try sentence(.tonight)
    }

    public subscript(distance: Distance) -> TextTemplate {
      switch distance {
      case .today: today
      case .tomorrow: tomorrow
      case .dayAfterTomorrow: dayAfterTomorrow
      case .later: later
      case .tonight: tonight
      }
    }
  }

  /// The distance of the day from the user's own day; the raw values are the fields of the files.
  public enum Distance: String, CaseIterable, Hashable, Sendable {
    case today, tomorrow
    case dayAfterTomorrow = "day_after_tomorrow"
    case later
    /// The observance begins at 23:00 of the reader's day.
    case tonight

    public init(days: Int, beginsTonight: Bool) {
      switch days {
      case 1 where beginsTonight: self = .tonight
      case ...0: self = .today
      case 1: self = .tomorrow
      case 2: self = .dayAfterTomorrow
      default: self = .later
      }
    }
  }
}
