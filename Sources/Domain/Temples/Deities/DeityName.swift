internal import Foundation

/// The name of a deity, normalized for comparison.
struct DeityName: Hashable {
  let text: String

  init(_ text: String) {
    // Full-width letters and marks become their ordinary forms, as do most compatibility ideographs.
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

  /// Interchangeable characters in the names of deities, each with its standard form. 谷 stands for 穀 in 五谷先帝; replacing it in
  /// 鬼谷子 too is harmless, because every text gets the same change. 袓, 褔 and 蕯 are common typos.
  private static let variants: [Unicode.Scalar: Unicode.Scalar] = [
    "台": "臺", "谷": "穀", "榖": "穀", "佗": "陀", "袓": "祖", "褔": "福", "蕯": "薩", "僊": "仙", "准": "準", "注": "註",
    "嶽": "岳", "唵": "庵", "蔭": "陰", "州": "洲", "那": "哪", "廬": "盧",
  ]

  /// Marks between several names, and brackets around another name of the same deity. 與, 和 and 及 also join names.
  static let separators = Set("、,，。;；/／.．‧·・&＆:：()（）〈〉<>《》「」[]【】-－–—與和及".unicodeScalars)

  /// 南無, "homage to", before the name of a Buddha or a bodhisattva.
  static let homage = "南無"
}
