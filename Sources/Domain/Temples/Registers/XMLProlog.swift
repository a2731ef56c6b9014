/// The part of an XML file before the root element.
///
/// Foundation's parser reads a document type declaration without reporting it, and drops the entities that it declares. So this type
/// rejects such declarations first; without them a file cannot define expanding entities or entities that name other files.
struct XMLProlog {
  /// The root element must begin within these bytes.
  static let longest = 1 << 16

  /// The first bytes of a file without its XML declaration, whose encoding no longer applies. White space replaces the declaration to
  /// keep line numbers.
  ///
  /// - Throws: `RegisterFault` at a document type declaration, or if no element begins.
  static func checked(_ bytes: [UInt8], file: String) throws(RegisterFault) -> [UInt8] {
    var bytes = bytes
    var index = 0
    func fault(_ chinese: String, _ english: String) -> RegisterFault {
      RegisterFault(file: file, place: .line(1 + bytes[..<index].count { $0 == 0x0A }), chinese, english)
    }
    func find(_ mark: StaticString) -> Int? {
      let mark = Array("\(mark)".utf8)
      return bytes.indices.dropFirst(index).first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count }
    }
    func starts(_ mark: StaticString) -> Bool { bytes[index...].starts(with: "\(mark)".utf8) }

    while index < bytes.count {
      if bytes[index] <= 0x20 {
        index += 1
      } else if starts("<!--") {
        guard let end = find("-->") else { throw fault("註解沒有結束", "a comment that is not closed") }
        index = end
      } else if starts("<?") {
        guard let end = find("?>") else { throw fault("<? 指令沒有結束", "an instruction <? that is not closed") }
        if starts("<?xml") {
          for blank in index..<end where bytes[blank] > 0x20 { bytes[blank] = 0x20 }
        }
        index = end
      } else if starts("<!") {
        throw fault(
          "有文件類型宣告（DOCTYPE）：登記資料沒有這個宣告，自訂的實體不會讀取",
          "a document type declaration: a register has none, and entities of its own are not read")
      } else if starts("<") {
        return bytes
      } else {
        throw fault("第一個元素之前有文字", "text before the first element")
      }
    }
    throw fault("前 \(bytes.count) 個位元組裡沒有任何元素", "no element begins in the first \(bytes.count) bytes")
  }
}
