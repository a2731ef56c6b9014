internal import Foundation

/// Chinese text in other scripts, by the ICU transforms in Foundation.
///
/// Traditional to Simplified is reliable; the reverse is not (农历 becomes 農歷), so there is no such function: never convert
/// Simplified to Traditional. Pinyin uses the commonest reading and misreads some names (長樂): use it to search, not to display.
public enum Transliteration {
  /// Traditional characters as Simplified ones: `媽祖聖誕` becomes `妈祖圣诞`.
  public static func simplified(_ text: String) -> String {
    text.applyingTransform(StringTransform("Hant-Hans"), reverse: false) ?? text
  }

  /// Pinyin without tones, syllables apart: `ma zu sheng dan`.
  public static func pinyin(_ text: String) -> String {
    text.applyingTransform(StringTransform("Han-Latin; Latin-ASCII; Lower"), reverse: false) ?? text
  }
}
