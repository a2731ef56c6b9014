import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import TestSupport
import Testing

@testable import WebAPI

/// Time goes by as the tests say.
@Suite("the time that connections have", .timed, .timeLimit(.minutes(20)))
struct ConnectionGuardTests {
  /// A connection with the handlers that a server's has: 10 s for a head, 60 for a request, 5 to end.
  private struct Connection {
    let channel = EmbeddedChannel()

    init() throws {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(HalfClosing())
      try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false, withErrorHandling: false)
      try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
      try pipeline.addHandler(ConnectionGuard(.init(APIConfiguration()), Monitor()))
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    func receive(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    /// What is said in answer, until now.
    func said() throws -> String {
      var text = ""
      while let part = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
      return text
    }

    func answer() throws {
      try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.contentLength: "0"])))
      try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// The second in which the server ends the connection, if a byte comes every second; nil where it does not in two minutes.
    func end(receiving byte: String? = nil) throws -> Int? {
      for second in 1...120 {
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        guard channel.isActive else { return second }
        if let byte { try receive(byte) }
      }
      return nil
    }
  }

  /// Closes one side where it is asked to, as a socket does; this channel would close both.
  private final class HalfClosing: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      if mode == .output { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
    }
  }

  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"

  @Test("a head has ten seconds from its first byte on")
  func heads() throws {
    let connection = try Connection()
    try connection.receive("GET / HTTP/1.1\r\nX-A: ")
    #expect(try connection.end(receiving: "b") == 10)
  }

  @Test("so has the head behind an answer, however late it comes")
  func laterHeads() throws {
    let connection = try Connection()
    try connection.receive(Self.request)
    try connection.answer()
    #expect(try connection.end() == nil)
    try connection.receive("GET / HTTP/1.1\r\nX-A: ")
    #expect(try connection.end(receiving: "b") == 10)
  }

  @Test("a request has a minute, the time of its body and of its answer together")
  func requests() throws {
    let slow = try Connection()
    try slow.receive(Self.post)
    #expect(try slow.end(receiving: "b") == 60)
    let unanswered = try Connection()
    try unanswered.receive(Self.request)
    #expect(try unanswered.end() == 60)
  }

  @Test("a request behind another has its minute from when that is answered")
  func pipelining() throws {
    let connection = try Connection()
    try connection.receive(Self.request + Self.post)
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(50))
    try connection.answer()
    #expect(try connection.end(receiving: "b") == 60)
  }

  @Test("between requests a connection is left alone")
  func idle() throws {
    let connection = try Connection()
    #expect(try connection.end() == nil)
    for _ in 0..<3 {
      try connection.receive(Self.request)
      connection.channel.embeddedEventLoop.advanceTime(by: .seconds(3))
      try connection.answer()
      #expect(try connection.end() == nil)
    }
  }

  @Test("an answer before the end of the body is the last, and what still comes is thrown away for five seconds")
  func lingering() throws {
    let connection = try Connection()
    try connection.receive(Self.post + "some")
    try connection.answer()
    #expect(try connection.said().lowercased().contains("\r\nconnection: close\r\n"))
    while try connection.channel.readInbound(as: HTTPRequestPart.self) != nil {}
    try connection.receive("more")
    #expect(try connection.channel.readInbound(as: HTTPRequestPart.self) == nil)
    #expect(try connection.end(receiving: "b") == 5)
  }

  @Test("when the server ends, who is slow has ten seconds more")
  func quiescing() throws {
    let connection = try Connection()
    try connection.receive(Self.post)
    connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(try connection.end(receiving: "b") == 10)
  }

  @Test("an answer that goes on after all was said is not written")
  func nothingBehindTheLast() throws {
    let connection = try Connection()
    try connection.receive(Self.post)
    try connection.answer()
    _ = try connection.said()
    #expect(throws: (any Error).self) { try connection.answer() }
    #expect(try connection.said() == "")
  }
}
