/// Lines of an iCalendar object (RFC 5545, section 3.1), collected as bytes.
package struct ContentLines {
  private var bytes: [UInt8] = []
  /// The length of the physical line in octets.
  private var width = 0

  package init() {}

  /// The lines, each of at most 75 octets and ended by CRLF.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a property whose value needs no escaping.
  package mutating func add(_ name: String, value: String) {
    put(name)
    put(":")
    put(value)
    endLine()
  }

  /// Adds a property whose value is text: commas, semicolons, backslashes and line ends are escaped (section 3.3.11).
  package mutating func add(_ name: String, text value: String) {
    put(name)
    put(":")
    putEscaped(value)
    endLine()
  }

  private mutating func put(_ text: String) {
    forEachScalar(of: text) { lines, scalar in lines.putWhole(scalar) }
  }

  private mutating func putEscaped(_ text: String) {
    var isAfterReturn = false
    forEachScalar(of: text) { lines, scalar in
      let first = scalar[scalar.startIndex]
      defer { isAfterReturn = first == UInt8(ascii: "\r") }
      switch first {
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): lines.putEscape(first)
      case UInt8(ascii: "\r"): lines.putEscape(UInt8(ascii: "n"))
      case UInt8(ascii: "\n"): if !isAfterReturn { lines.putEscape(UInt8(ascii: "n")) }
      // Other control characters than tab are not allowed in text.
      case 0..<9, 11..<32, 127: break
      default: lines.putWhole(scalar)
      }
    }
  }

  private mutating func putEscape(_ byte: UInt8) {
    makeRoom(for: 2)
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(byte)
  }

  private mutating func putWhole(_ scalar: UnsafeBufferPointer<UInt8>.SubSequence) {
    makeRoom(for: scalar.count)
    bytes.append(contentsOf: scalar)
  }

  /// Folds the line if octets that must stay together, a character or an escape, would exceed 75 octets.
  private mutating func makeRoom(for count: Int) {
    if width + count > 75 {
      bytes.append(contentsOf: [13, 10, 32])
      width = 1
    }
    width += count
  }

  private mutating func endLine() {
    bytes.append(13)
    bytes.append(10)
    width = 0
  }

  /// The UTF-8 of each scalar; the first byte gives its length.
  private mutating func forEachScalar(
    of text: String, _ body: (inout ContentLines, UnsafeBufferPointer<UInt8>.SubSequence) -> Void
  ) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      while start < utf8.count {
        let length = utf8[start] < 0x80 ? 1 : utf8[start] < 0xE0 ? 2 : utf8[start] < 0xF0 ? 3 : 4
        body(&self, utf8[start..<(start + length)])
        start += length
      }
    }
  }
}
