internal import CExpat

/// What an XML document holds, in its order.
enum XMLEvent {
  case start(String, [String: String])
  case end(String)
  case text(String)
}

/// Reads XML by expat. A document type, which could name other files or grow without end, is an error.
enum XMLEvents {
  /// The events of a whole part; none for no bytes.
  static func read(_ bytes: [UInt8]) throws(SpreadsheetError) -> [XMLEvent] {
    var events: [XMLEvent] = []
    try read(bytes) {
      events.append($0)
      return true
    }
    return events
  }

  /// Passes each event on, until the receiver gives false.
  static func read(_ bytes: [UInt8], _ receive: @escaping (XMLEvent) -> Bool) throws(SpreadsheetError) {
    guard !bytes.isEmpty else { return }
    guard let parser = XML_ParserCreate(nil) else { throw .damaged }
    defer { XML_ParserFree(parser) }
    let receiver = Receiver(parser, receive)
    XML_SetUserData(parser, Unmanaged.passUnretained(receiver).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let name, let receiver = Receiver.of(data) else { return }
        var values: [String: String] = [:]
        var place = 0
        while let attributes, let key = attributes[place], let value = attributes[place + 1] {
          values[Receiver.plain(key)] = String(cString: value)
          place += 2
        }
        receiver.take(.start(Receiver.plain(name), values))
      },
      { data, name in
        guard let name else { return }
        Receiver.of(data)?.take(.end(Receiver.plain(name)))
      })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      guard let text else { return }
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
      Receiver.of(data)?.take(.text(String(decoding: bytes, as: UTF8.self)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in Receiver.of(data)?.refuse() }
    let status = bytes.withUnsafeBytes { buffer in
      XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
    }
    withExtendedLifetime(receiver) {}
    guard !receiver.isRefused, status == XML_STATUS_OK || receiver.hasEnough else { throw .damaged }
  }

  /// Takes the calls of the parser.
  private final class Receiver {
    private let parser: XML_Parser
    private let receive: (XMLEvent) -> Bool
    private(set) var isRefused = false
    private(set) var hasEnough = false

    init(_ parser: XML_Parser, _ receive: @escaping (XMLEvent) -> Bool) {
      (self.parser, self.receive) = (parser, receive)
    }

    static func of(_ data: UnsafeMutableRawPointer?) -> Receiver? {
      data.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
    }

    /// A name without its namespace's prefix.
    static func plain(_ name: UnsafePointer<XML_Char>) -> String {
      let name = String(cString: name)
      return name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    func take(_ event: XMLEvent) {
      guard !isRefused, !hasEnough else { return }
      if !receive(event) {
        hasEnough = true
        XML_StopParser(parser, XML_Bool(0))
      }
    }

    func refuse() {
      isRefused = true
      XML_StopParser(parser, XML_Bool(0))
    }
  }
}
