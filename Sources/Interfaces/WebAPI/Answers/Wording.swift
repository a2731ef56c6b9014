import Folklore
import Words

/// A sentence for the caller in Chinese and English.
///
///     Wording("「月曜」不是日期", "\"月曜\" is no day").text(in: .english)   // "月曜" is no day
struct Wording: Hashable, Sendable {
  /// The sentence in the Chinese of Taiwan.
  let chinese: String
  let english: String

  init(_ chinese: String, _ english: String) {
    self.chinese = chinese
    self.english = english
  }

  /// A sentence that another module makes for each language.
  init(_ text: (Language) -> String) {
    self.init(text(.traditionalChinese), text(.english))
  }

  /// The message of another module's error: the English one also for Chinese readers if the error has no other.
  init(of error: any Error) {
    self.init((error as? any SpokenError)?.chinese ?? "\(error)", "\(error)")
  }

  static func tooManyRequests(perSecond rate: Double) -> Wording {
    Wording("每秒超過 \(rate) 次請求", "more than \(rate) requests a second")
  }

  static func tooManySearches(perSecond rate: Double) -> Wording {
    Wording("每秒超過 \(rate) 次搜尋", "more than \(rate) searches a second")
  }

  /// The sentence in a language; Simplified Chinese is made from Traditional.
  func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .traditionalChinese: chinese
    case .simplifiedChinese: Transliteration.simplified(chinese)
    }
  }
}
