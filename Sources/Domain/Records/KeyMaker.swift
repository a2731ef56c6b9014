internal import Words

/// Makes keys from names.
package enum KeyMaker {
  /// A key from a name: `Mazu's birthday` becomes `mazu-s-birthday`, `媽祖聖誕` becomes `ma-zu-sheng-dan`. Empty if nothing is left of it.
  package static func key(from name: String) -> String {
    var key = ""
    for byte in Transliteration.pinyin(name).lowercased().utf8 {
      let isPlain = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      if isPlain {
        key.append(Character(Unicode.Scalar(byte)))
      } else if !key.isEmpty, !key.hasSuffix("-") {
        key.append("-")
      }
    }
    key = String(key.prefix(50))
    while key.hasSuffix("-") { key.removeLast() }
    return key
  }
}
