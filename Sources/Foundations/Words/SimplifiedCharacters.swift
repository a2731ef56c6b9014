internal import Foundation

/// Finds Simplified characters in Traditional text.
public enum SimplifiedCharacters {
  /// Characters of a text that are Simplified but not Traditional, in order, each once.
  public static func found(in text: String) -> [Character] {
    var seen: Set<Character> = []
    let candidates = text.filter { character in
      guard let scalar = character.unicodeScalars.first, (0x4E00...0x9FFF).contains(scalar.value) else { return false }
      return !alsoTraditional.contains(character) && seen.insert(character).inserted
    }
    guard !candidates.isEmpty else { return [] }
    // One transform of all takes hardly longer than that of one. Lines keep neighbours from being read as a word.
    let lines = candidates.map(String.init).joined(separator: "\n")
    let traditional = lines.applyingTransform(StringTransform("Hans-Hant"), reverse: false) ?? lines
    let parts = [traditional, Transliteration.simplified(lines)].map {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
    }
    return zip(candidates, zip(parts[0], parts[1])).filter { character, other in
      other.0 != String(character) && other.1 == String(character)
    }.map(\.0)
  }

  /// Simplified characters that are also Traditional (后 the empress, 里 the mile), or common variants in Taiwan.
  private static let alsoTraditional: Set<Character> = Set(
    "后里台余只斗岳面松征范谷丑胡舍系云于致采布曲朱几向困咸周姜干才板表别卜出當淀吊丁刮合回伙家借局据卷克夸累粱了帘蒙么蔑苹仆朴千签秋沈升它吁咽叶佣御扎占折症制筑准庄杰群峰床麻灶晒秘沉坂尸托志注游欲裡吃喂庵痴杆丰"
  )
}
