/// A supported language.
public enum Language: String, CaseIterable, Codable, Hashable, Sendable {
  case traditionalChinese = "zh-Hant"
  case simplifiedChinese = "zh-Hans"
  case english = "en"

  /// The language of a locale as `LC_ALL` and `LANG` name it (`zh_TW.UTF-8`, `en_US`); nil for others and for `C`.
  public init?(locale: some StringProtocol) {
    let parts = locale.lowercased().split { $0 == "_" || $0 == "-" || $0 == "." || $0 == "@" }
    guard let language = parts.first else { return nil }
    if language == "en" {
      self = .english
    } else if language == "zh" {
      self =
        parts.dropFirst().contains { ["cn", "sg", "hans"].contains($0) } ? .simplifiedChinese : .traditionalChinese
    } else {
      return nil
    }
  }
}

extension Language {
  /// A language as people and programs name it: zh-TW, zh_Hant_HK, zh-CN, en-US, EN, 中文, 繁體, 简体, 英文; nil for others.
  public init?(typed text: String) {
    let name = text.lowercased().filter { !$0.isWhitespace }
    if let found = Self.names.first(where: { $0.names.contains(name) })?.language {
      self = found
    } else if let found = Language(locale: name), name.count < 20 {
      self = found
    } else {
      return nil
    }
  }

  private static let names: [(language: Language, names: Set<String>)] = [
    (
      .traditionalChinese, ["中文", "繁體", "正體", "繁體中文", "正體中文", "繁中", "國語", "華語", "chinese", "traditional", "tw", "hant"]
    ),
    (.simplifiedChinese, ["简体", "简体中文", "簡體", "簡體中文", "简中", "簡中", "simplified", "cn", "hans"]),
    (.english, ["英文", "英語", "英语", "english", "eng"]),
  ]

  /// The language's name in itself.
  package var ownName: String { say("正體中文", "简体中文", "English") }

  /// Selects one of three wordings by language.
  package func say(_ traditionalChinese: String, _ simplifiedChinese: String, _ english: String) -> String {
    switch self {
    case .traditionalChinese: traditionalChinese
    case .simplifiedChinese: simplifiedChinese
    case .english: english
    }
  }
}

/// A name in the supported languages. Traditional Chinese is always present.
public struct LocalizedName: Hashable, Sendable {
  public let traditionalChinese: String
  public let simplifiedChinese: String?
  public let english: String?

  public init(_ traditionalChinese: String, simplifiedChinese: String? = nil, english: String? = nil) {
    self.traditionalChinese = traditionalChinese
    self.simplifiedChinese = simplifiedChinese
    self.english = english
  }

  /// The name in a language; Traditional Chinese if missing.
  public func text(in language: Language) -> String {
    switch language {
    case .traditionalChinese: traditionalChinese
    case .simplifiedChinese: simplifiedChinese ?? traditionalChinese
    case .english: english ?? traditionalChinese
    }
  }
}
