internal import Foundation

/// Takes a body of `multipart/form-data` apart (RFC 2046, section 5.1; RFC 7578).
enum MultipartReader {
  struct Part {
    let name: String
    /// Nil for a part that is no file.
    let fileName: String?
    let content: ArraySlice<UInt8>
  }

  /// The boundary in a Content-Type; nil if the type is another one.
  static func boundary(in type: String) -> [UInt8]? {
    let members = type.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    guard members.first?.lowercased() == "multipart/form-data",
      let member = members.first(where: { $0.lowercased().hasPrefix("boundary=") })
    else { return nil }
    let value = member.dropFirst("boundary=".count).filter { $0 != "\"" }
    return (1...70).contains(value.utf8.count) ? Array(value.utf8) : nil
  }

  /// - Returns: nil if the bytes do not end with the closing boundary, or a part has no name.
  static func parts(of bytes: [UInt8], _ boundary: [UInt8]) -> [Part]? {
    let line = Array("\r\n--".utf8) + boundary
    // The first boundary has no line before it.
    guard bytes.starts(with: line.dropFirst(2)) else { return nil }
    var parts: [Part] = []
    var start = line.count - 2
    while true {
      let rest = bytes[start...]
      if rest.starts(with: Array("--".utf8)) { return parts }
      guard rest.starts(with: Array("\r\n".utf8)), let end = find(line, in: bytes[...], from: start),
        let part = part(bytes[(start + 2)..<max(end, start + 2)])
      else { return nil }
      parts.append(part)
      start = end + line.count
    }
  }

  private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
    let gap = Array("\r\n\r\n".utf8)
    guard let end = find(gap, in: bytes, from: bytes.startIndex),
      let head = String(validating: bytes[..<end], as: UTF8.self)
    else { return nil }
    let disposition = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-disposition:") }
    guard let disposition, let name = member("name", in: disposition) else { return nil }
    return Part(
      name: name, fileName: member("filename", in: disposition), content: bytes[(end + gap.count)...])
  }

  /// The value of a member in quotation marks, as browsers write it: a quotation mark inside is %22.
  private static func member(_ name: String, in line: Substring) -> String? {
    guard let start = line.firstRange(of: "; \(name)=\"")?.upperBound else { return nil }
    return String(line[start...].prefix { $0 != "\"" }).replacing("%22", with: "\"")
  }

  /// The first place of a pattern from an index on; nil if there is none.
  private static func find(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
    var place = start
    while let found = bytes[place...].firstIndex(of: pattern[0]) {
      if bytes[found...].starts(with: pattern) { return found }
      place = found + 1
    }
    return nil
  }
}
