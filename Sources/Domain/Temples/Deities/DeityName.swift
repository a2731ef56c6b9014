internal import Foundation

/// The name of a deity made ready to be compared: how it is written does not count.
struct DeityName: Hashable {
  let text: String

  init(_ text: String) {
    // Full-width letters and marks become their ordinary forms, and so do most compatibility ideographs.
    let composed = text.unicodeScalars.allSatisfy(Self.isPlain) ? text : text.precomposedStringWithCompatibilityMapping
    var scalars = String.UnicodeScalarView()
    for scalar in composed.unicodeScalars where !scalar.properties.isWhitespace {
      scalars.append(Self.variants[scalar] ?? scalar)
    }
    self.text = String(scalars)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    (0x20...0x7E).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value)
  }

  /// Characters that are written for one another in the names of deities, each with the one that stands for both. 谷 is 穀 in 五谷先帝;
  /// that it also becomes so in 鬼谷子 harms nobody, for it does in every text. 袓, 褔 and 蕯 are slips of the pen.
  private static let variants: [Unicode.Scalar: Unicode.Scalar] = [
    "台": "臺", "谷": "穀", "榖": "穀", "佗": "陀", "袓": "祖", "褔": "福", "蕯": "薩", "僊": "仙", "准": "準", "注": "註",
    "嶽": "岳", "唵": "庵", "蔭": "陰", "州": "洲", "那": "哪", "廬": "盧",
  ]

  /// Marks between several names, and brackets around another name of the same deity. 與, 和 and 及 join names too.
  static let separators = Set("、,，。;；/／.．‧·・&＆:：()（）〈〉<>《》「」[]【】-－–—與和及".unicodeScalars)

  /// 南無, "homage to", before the name of a Buddha or a bodhisattva.
  static let homage = "南無"
}
