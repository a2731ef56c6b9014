internal import Foundation

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// Reads the ministry's XML: an `ArrayOfOpenData_3` of `OpenData_3`, each with one element per field.
///
/// Foundation's parser reads the stream piece by piece: 300 MB need 6 MB of memory. Its base, libxml2, decides whether the file is
/// well-formed.
final class XMLRegister: NSObject, XMLParserDelegate {
  private let file: String
  private let sink: RecordSink
  private let stream: ChunkStream
  private var depth = 0
  private var builder = RowBuilder()
  private var recordLine = 1
  private var field: (field: TempleField, label: String)?
  private var text = ""
  /// The error that stopped reading.
  private var failure: (any Error)?

  private static let root = "ArrayOfOpenData_3"
  private static let record = "OpenData_3"

  /// - Returns: the fields that occur in some record, empty or not.
  static func read(_ chunks: DecodedChunks, _ sink: RecordSink) throws -> Set<TempleField> {
    try withoutActuallyEscaping(sink) { sink in
      var start: [UInt8] = []
      while start.count < XMLProlog.longest, let chunk = try chunks.next() { start += chunk }
      chunks.putBack(try XMLProlog.checked(start, file: chunks.name))
      let reader = XMLRegister(file: chunks.name, stream: ChunkStream(chunks), sink: sink)
      try reader.read()
      return reader.builder.given
    }
  }

  private init(file: String, stream: ChunkStream, sink: @escaping RecordSink) {
    self.file = file
    self.stream = stream
    self.sink = sink
  }

  private func read() throws {
    let parser = XMLParser(stream: stream)
    parser.delegate = self
    let isWhole = parser.parse()
    if let failure = stream.failure ?? failure { throw failure }
    // For a file that ends too early the parser sets an error but reports success.
    guard isWhole, parser.parserError == nil else {
      throw fault(parser, of: parser.parserError)
    }
  }

  private func fault(
    _ parser: XMLParser, field: String? = nil, _ chinese: String, _ english: String
  ) -> RegisterFault {
    RegisterFault(file: file, place: .line(parser.lineNumber), field: field, chinese, english)
  }

  private func stop(_ parser: XMLParser, _ error: any Error) {
    guard failure == nil else { return }
    failure = error
    parser.abortParsing()
  }

  /// The fault for the commonest of libxml2's errors (`xmlParserErrors` in libxml/xmlerror.h).
  private func fault(_ parser: XMLParser, of error: (any Error)?) -> RegisterFault {
    let code = (error as NSError?)?.code ?? 0
    let (chinese, english) =
      switch code {
      case 4, 5: ("檔案在最後一個元素結束之前就結束了", "the file ends before its last element is closed")
      case 9: ("有 XML 不允許的字元", "a character that XML does not allow")
      case 23: ("實體後面少了分號：& 請寫成 &amp;", "an entity without its semicolon: write & as &amp;")
      case 26: ("XML 沒有這個實體：& 請寫成 &amp;", "an entity that XML does not have: write & as &amp;")
      case 68:
        ("這裡要寫名稱：< 請寫成 &lt;，& 請寫成 &amp;", "a name is expected here: write < as &lt; and & as &amp;")
      case 73: ("標籤少了 >", "a tag without its >")
      case 76: ("結束標籤和開始標籤不同", "a closing tag that does not fit the opening one")
      default: ("不是正確的 XML", "is not well-formed XML")
      }
    return fault(parser, "\(chinese)（libxml2 的錯誤 \(code)）", "\(english) (libxml2's error \(code))")
  }
}

// MARK: - Elements

extension XMLRegister {
  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard failure == nil else { return }
    depth += 1
    switch depth {
    case 1:
      if name != Self.root {
        stop(
          parser,
          fault(
            parser, "根元素是 <\(name)>；內政部的登記資料是 <\(Self.root)>",
            "the root element is <\(name)>; the ministry's register has <\(Self.root)>"))
      }
    case 2:
      recordLine = parser.lineNumber
      if name != Self.record {
        stop(
          parser,
          fault(
            parser, "這裡是 <\(name)>；內政部的登記資料是 <\(Self.record)>",
            "<\(name)> stands where the ministry's register has <\(Self.record)>"))
      }
    case 3:
      text = ""
      field = TempleField.named[name].map { ($0, name) }
    default:
      stop(
        parser,
        fault(
          parser, field: field?.label, "欄位裡有 <\(name)>：欄位只能有文字",
          "<\(name)> inside a field: a field holds text only"))
    }
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    append(characters, parser)
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    append(String(decoding: block, as: UTF8.self), parser)
  }

  private func append(_ characters: String, _ parser: XMLParser) {
    guard failure == nil, let field else { return }
    text += characters
    if text.utf8.count > RowBuilder.longestField {
      stop(
        parser,
        fault(
          parser, field: field.label, "超過 \(RowBuilder.longestField) 個位元組",
          "is longer than \(RowBuilder.longestField) bytes"))
    }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard failure == nil else { return }
    if depth == 3, let field { builder.set(field.field, text, label: field.label) }
    if depth == 2 {
      do {
        try sink(builder.finish(file: file, place: .line(recordLine)))
      } catch {
        stop(parser, error)
      }
    }
    field = nil
    depth -= 1
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    // The parser continues after an error and reports further errors caused by it.
    stop(parser, fault(parser, of: error))
  }
}

/// Decoded chunks as a stream for Foundation's parser.
private final class ChunkStream: InputStream {
  private let chunks: DecodedChunks
  private var chunk: ArraySlice<UInt8> = []
  private var status = Stream.Status.notOpen
  private(set) var failure: RegisterFault?

  init(_ chunks: DecodedChunks) {
    self.chunks = chunks
    super.init(data: Data())
  }

  override func open() { status = .open }
  override func close() { status = .closed }
  override var streamStatus: Stream.Status { status }
  override var hasBytesAvailable: Bool { status == .open }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    if chunk.isEmpty {
      do throws(RegisterFault) {
        chunk = (try chunks.next() ?? [])[...]
      } catch {
        failure = error
        return -1
      }
    }
    let part = chunk.prefix(length)
    _ = UnsafeMutableBufferPointer(start: buffer, count: length).update(fromContentsOf: part)
    chunk = chunk.dropFirst(part.count)
    return part.count
  }
}
