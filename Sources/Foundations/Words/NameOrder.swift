internal import Foundation

/// The order of names in a list, by ICU's collations as Foundation carries them.
public enum NameOrder: String, CaseIterable, Hashable, Sendable {
  /// 筆畫: by the number of strokes, as an index in Taiwan has it.
  case stroke
  /// 注音: by the sounds ㄅㄆㄇ.
  case zhuyin
  /// By pinyin, as lists of Simplified Chinese are.
  case pinyin

  private var locale: Locale {
    switch self {
    case .stroke: Locale(identifier: "zh_Hant@collation=stroke")
    case .zhuyin: Locale(identifier: "zh_Hant@collation=zhuyin")
    case .pinyin: Locale(identifier: "zh_Hans@collation=pinyin")
    }
  }

  /// Values in the order of their names. Values of one name stay as they were.
  public func sorted<Value>(_ values: [Value], by name: (Value) -> String) -> [Value] {
    let locale = locale
    return values.map { (name($0), $0) }.sorted {
      $0.0.compare($1.0, options: [], range: nil, locale: locale) == .orderedAscending
    }.map(\.1)
  }
}
