internal import Foundation

/// The first member of an object in a JSON text whose name occurs twice.
///
/// Foundation silently keeps one of the two. The text is already known to be JSON, so this reads only quotes and brackets.
struct RepeatedMember {
  let name: String
  /// The position where the second of the two begins, from 1; columns count characters.
  let line: Int
  let column: Int

  init?(in json: some DataProtocol) {
    let bytes = [UInt8](json)
    /// The names in each open object, nil for a list.
    var open: [Set<[UInt8]>?] = []
    var isName = false
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"):
        open.append([])
        isName = true
      case UInt8(ascii: "["):
        open.append(nil)
        isName = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        open.removeLast(min(1, open.count))
        isName = false
      case UInt8(ascii: ","): isName = open.last.map { $0 != nil } ?? false
      case UInt8(ascii: ":"): isName = false
      case UInt8(ascii: "\""):
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard isName, index < bytes.count, !open.isEmpty else { break }
        let name = Self.plain(bytes[(start + 1)..<index])
        if open[open.count - 1]?.insert(name).inserted == false {
          self.init(name: String(decoding: name, as: UTF8.self), before: bytes[..<start])
          return
        }
      default: break
      }
      index += 1
    }
    return nil
  }

  private init(name: String, before start: ArraySlice<UInt8>) {
    self.name = name
    line = 1 + start.count { $0 == UInt8(ascii: "\n") }
    let lineStart = start.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start.startIndex
    column = 1 + String(decoding: start[lineStart...], as: UTF8.self).count
  }

  /// A name without escapes: "\u0061" is "a".
  private static func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "\\")) else { return Array(bytes) }
    let quoted = Data([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])
    let text = try? JSONSerialization.jsonObject(with: quoted, options: .fragmentsAllowed) as? String
    return text.map { Array($0.utf8) } ?? Array(bytes)
  }
}
