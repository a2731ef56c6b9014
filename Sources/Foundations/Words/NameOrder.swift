internal import Foundation

/// The order of names in a list, by the ICU collations in Foundation.
public enum NameOrder: String, CaseIterable, Hashable, Sendable {
  /// 筆畫: by the number of strokes, as in indexes in Taiwan.
  case stroke
  /// 注音: by the sounds ㄅㄆㄇ.
  case zhuyin
  /// By pinyin, as in lists of Simplified Chinese.
  case pinyin

  private var locale: Locale {
    switch self {
    case .stroke: Locale(identifier: "zh_Hant@collation=stroke")
    case .zhuyin: Locale(identifier: "zh_Hant@collation=zhuyin")
    case .pinyin: Locale(identifier: "zh_Hans@collation=pinyin")
    }
  }

  /// Sorts values by their names. Values with equal names keep their order.
  public func sorted<Value>(_ values: [Value], by name: (Value) -> String) -> [Value] {
    let locale = locale
    return values.map { (name($0), $0) }.sorted {
      $0.0.compare($1.0, options: [], range: nil, locale: locale) == .orderedAscending
    }.map(\.1)
  }
}
