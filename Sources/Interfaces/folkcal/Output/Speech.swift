import ArgumentParser
import Folklore
import Foundation
import Words

/// The language of help and errors, which are needed before any option has been parsed.
enum Speech {
  /// As `--lang` says, else `LC_ALL`, `LC_MESSAGES` or `LANG`; English for C.
  static let language: Language = given(CommandLine.arguments) ?? ofLocale ?? .english

  /// The language of the locale: English for those of other languages; nil without a locale and for C, which name no language.
  static var ofLocale: Language? {
    let environment = ProcessInfo.processInfo.environment
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale, !["C", "POSIX"].contains(locale.prefix { $0 != "." }) else { return nil }
    return Language(locale: locale) ?? .english
  }

  /// Selects a wording; Simplified Chinese is made from Traditional.
  static func say(_ chinese: String, _ english: String) -> String {
    switch language {
    case .traditionalChinese: chinese
    case .simplifiedChinese: Transliteration.simplified(chinese)
    case .english: english
    }
  }

  /// The message of an error; English if it has no other.
  static func message(_ error: some Error) -> String {
    (error as? any SpokenError)?.message(in: language) ?? "\(error)"
  }

  /// The Chinese message of an error; that of the error itself if it has none.
  static func chinese(_ error: any Error) -> String {
    (error as? any SpokenError)?.chinese ?? "\(error)"
  }

  /// The value of `--lang`; nil if it is missing or wrong.
  private static func given(_ arguments: [String]) -> Language? {
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { return nil }
      if argument.hasPrefix("--lang=") { return Language(typed: String(argument.dropFirst("--lang=".count))) }
      if argument == "--lang", index + 1 < arguments.count { return Language(typed: arguments[index + 1]) }
    }
    return nil
  }
}

extension ArgumentHelp {
  /// The help of an option in the reader's language.
  static func say(_ chinese: String, _ english: String, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(Speech.say(chinese, english), valueName: valueName)
  }
}
