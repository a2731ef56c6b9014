internal import Foundation

/// Finds Simplified characters that have slipped into Traditional text.
public enum SimplifiedCharacters {
  /// Characters of a text that are Simplified and not Traditional too, in order, each once.
  public static func found(in text: String) -> [Character] {
    var seen: Set<Character> = []
    return text.filter { character in
      guard let scalar = character.unicodeScalars.first, (0x4E00...0x9FFF).contains(scalar.value) else { return false }
      guard !alsoTraditional.contains(character), isSimplified(String(character)) else { return false }
      return seen.insert(character).inserted
    }.map { $0 }
  }

  private static func isSimplified(_ character: String) -> Bool {
    let traditional = character.applyingTransform(StringTransform("Hans-Hant"), reverse: false)
    return traditional != character && Transliteration.simplified(character) == character
  }

  /// Characters to which a Traditional one was merged and which are themselves Traditional (后 the empress, 里 the mile), or common
  /// variants in Taiwan.
  private static let alsoTraditional: Set<Character> = Set(
    "后里台余只斗岳面松征范谷丑胡舍系云于致采布曲朱几向困咸周姜干才板表别卜参尝冲虫出當党淀吊丁斗恶发复丰刮合回伙家价借尽局据卷克夸累粱了帘蒙弥么蔑宁苹仆朴千签秋曲确沈升术苏它万吁咽叶佣御愿岳赞脏扎占折症制钟种筑准庄杰群峰床麻灶晒秘启沉坂尸托占征志注游欲裡吃喂庵痴"
  )
}
