internal import CExpat
internal import Foundation

/// Receives the elements of a part of a workbook. Names have no namespace: `row`, `id`.
class XMLHandler {
  func start(_ name: String, _ attributes: XMLAttributes) throws(SheetError) {}
  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(SheetError) {}
  func end(_ name: String) throws(SheetError) {}
}

/// The attributes of an element, valid while its handler runs.
struct XMLAttributes {
  fileprivate let pointer: UnsafeMutablePointer<UnsafePointer<CChar>?>?

  /// The value of an attribute without its namespace; nil if there is none.
  subscript(name: StaticString) -> String? {
    guard var next = pointer else { return nil }
    while let given = next.pointee, let value = next.successor().pointee {
      if strcmp(XMLPart.localName(given), UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0 {
        return String(cString: value)
      }
      next += 2
    }
    return nil
  }
}

/// Parses a part of a workbook by expat. A document type declaration is refused (ECMA-376 part 2, 7.2 forbids it), so no entity can be declared.
final class XMLPart {
  private let parser: OpaquePointer
  private let handler: XMLHandler
  private let name: String
  fileprivate var failure: SheetError?

  init(_ name: String, _ handler: XMLHandler) throws(SheetError) {
    self.name = name
    self.handler = handler
    guard let parser = XML_ParserCreateNS(nil, XML_Char(UInt8(ascii: "|"))) else { throw .broken(part: name) }
    self.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { part, name, attributes in
        guard let name else { return }
        XMLPart.from(part)?.run { handler throws(SheetError) in
          try handler.start(String(cString: XMLPart.localName(name)), XMLAttributes(pointer: attributes))
        }
      },
      { part, name in
        guard let name else { return }
        XMLPart.from(part)?.run { handler throws(SheetError) in
          try handler.end(String(cString: XMLPart.localName(name)))
        }
      })
    XML_SetCharacterDataHandler(parser) { part, text, count in
      guard let text else { return }
      text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { text in
        XMLPart.from(part)?.run { handler throws(SheetError) in
          try handler.text(UnsafeBufferPointer(start: text, count: Int(count)))
        }
      }
    }
    XML_SetStartDoctypeDeclHandler(parser) { part, _, _, _, _ in
      guard let part = XMLPart.from(part) else { return }
      part.stop(.broken(part: part.name + ": DOCTYPE"))
    }
  }

  deinit { XML_ParserFree(parser) }

  /// Parses the next bytes.
  func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool = false) throws(SheetError) {
    let status = XML_Parse(
      parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(truncatingIfNeeded: bytes.count), isLast ? 1 : 0)
    if let failure { throw failure }
    guard status == XML_STATUS_OK else { throw .broken(part: name) }
  }

  /// The name behind the namespace and the bar that expat writes after it.
  fileprivate static func localName(_ name: UnsafePointer<CChar>) -> UnsafePointer<CChar> {
    strrchr(name, Int32(UInt8(ascii: "|"))).map { UnsafePointer($0) + 1 } ?? name
  }

  private static func from(_ part: UnsafeMutableRawPointer?) -> XMLPart? {
    part.map { Unmanaged<XMLPart>.fromOpaque($0).takeUnretainedValue() }
  }

  private func run(_ body: (XMLHandler) throws(SheetError) -> Void) {
    guard failure == nil else { return }
    do throws(SheetError) {
      try body(handler)
    } catch {
      stop(error)
    }
  }

  private func stop(_ error: SheetError) {
    failure = failure ?? error
    XML_StopParser(parser, XML_FALSE)
  }
}

extension ZipArchive {
  /// Unpacks and parses an entry.
  mutating func parse(_ name: String, _ handler: XMLHandler) throws(SheetError) {
    let part = try XMLPart(name, handler)
    try unpack(name) { bytes throws(SheetError) in try part.parse(bytes) }
    try part.parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
  }
}
