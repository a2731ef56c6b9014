extension JSON {
  /// JSON for people to read: each member and each entry on its own line, two spaces deeper than its object or list.
  ///
  /// It only adds white space, so numbers, escapes and the order of members stay as the text has them.
  package static func indented(_ json: [UInt8]) -> String {
    var result: [UInt8] = []
    var depth = 0
    var isInText = false
    func startLine() {
      result.append(UInt8(ascii: "\n"))
      result.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(depth, 0) * 2))
    }
    var index = 0
    while index < json.count {
      let byte = json[index]
      let next = index + 1 < json.count ? json[index + 1] : nil
      switch byte {
      case UInt8(ascii: "\\") where isInText:
        result.append(byte)
        if let next { result.append(next) }
        index += 1
      case UInt8(ascii: "\""):
        isInText.toggle()
        result.append(byte)
      case _ where isInText: result.append(byte)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        result.append(byte)
        if let next, next == UInt8(ascii: "}") || next == UInt8(ascii: "]") {
          result.append(next)
          index += 1
        } else {
          depth += 1
          startLine()
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        startLine()
        result.append(byte)
      case UInt8(ascii: ","):
        result.append(byte)
        startLine()
      case UInt8(ascii: ":"): result += [byte, UInt8(ascii: " ")]
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
      default: result.append(byte)
      }
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}
