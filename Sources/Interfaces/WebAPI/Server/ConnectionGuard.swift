import HTTPTypes
import HummingbirdCore
import JSON
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Closes connections on which a request takes too long, its head to come, it all to be done, or its answer to be taken; and those that
/// cannot be used again.
///
/// Hummingbird closes what is silent; who sends a byte now and then is not silent, and would hold a connection for ever (Slowloris). It
/// reads the rest of a body that nobody wants, be it a gigabyte; and it keeps connections open that HTTP/1.0 wants closed. This handler
/// stands behind the decoder, where it sees heads and ends; `ByteWatch` stands before it, and `HeadRules` beside it.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: Limits
  private let monitor: Monitor
  /// Requests whose heads have come, and that have not been answered.
  private var unanswered = 0
  /// Whether bytes have come of a head that is not whole.
  private var isInHead = false
  /// Whether a head has come whose body has not ended.
  private var isInBody = false
  /// Whether the last request that has come wants to be the last.
  private var isLastRequest = false
  /// Why what has come cannot be read; nothing is read any more behind it.
  private var fault: Problem?
  /// Whether the answer that is being written is the last.
  private var isLastAnswer = false
  /// Whether all is said, and only the other side's end is waited for.
  private var isLingering = false

  private var deadline: NIODeadline?
  private var look: Scheduled<Void>?

  struct Limits: Sendable {
    let head: TimeAmount
    let request: TimeAmount
    let linger: TimeAmount

    init(_ configuration: APIConfiguration) {
      head = .seconds(Int64(configuration.headSeconds))
      request = .seconds(Int64(configuration.requestSeconds))
      linger = .seconds(Int64(configuration.lingerSeconds))
    }

    var shortest: TimeAmount { min(head, request, linger) }
  }

  init(_ limits: Limits, _ monitor: Monitor) {
    self.limits = limits
    self.monitor = monitor
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    do {
      try pipeline.addHandler(ByteWatch(self, context), position: .first)
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(HeadRules(self), position: .after(decoder))
    } catch {
      // Without them a connection is not guarded: better none.
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    look?.cancel()
    look = nil
  }
}

// MARK: - What comes

extension ConnectionGuard {
  /// - Returns: whether anybody wants these bytes.
  fileprivate func bytesCame(_ context: ChannelHandlerContext) -> Bool {
    guard !isLingering else { return false }
    if !isInBody, !isInHead {
      isInHead = true
      // Behind a request that is not answered they have its time.
      if unanswered == 0 { setDeadline(limits.head, context) }
    }
    return true
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      unanswered += 1
      isInHead = false
      isInBody = true
      isLastRequest = head.headerFields[.connection] == "close"
      if unanswered == 1 { setDeadline(limits.request, context) }
    case .body: break
    case .end: isInBody = false
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if fault == nil, let error = error as? HTTPParserError {
      fault =
        error == .headerOverflow
        ? Problem(
          .requestHeaderFieldsTooLarge, "the target and the headers of a request are 16 KB and 100 lines at most")
        : Self.noRequest(error.debugDescription)
    }
    context.fireErrorCaught(error)
  }

  /// Called before the error is fired.
  func headIsWrong(_ problem: Problem) { fault = fault ?? problem }

  static func noRequest(_ reason: String) -> Problem {
    Problem(.badRequest, "this is no request of HTTP/1.1 (RFC 9112): \(reason)")
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed where isLingering, is ChannelShouldQuiesceEvent where isLingering:
      context.close(promise: nil)
    case is ChannelShouldQuiesceEvent where unanswered > 0:
      // What runs is finished, but nobody is waited for long.
      let end = context.eventLoop.now + limits.head
      deadline = min(deadline ?? end, end)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }
}

// MARK: - What goes

extension ConnectionGuard {
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // Hummingbird tells of a fault in a body also where it was answered without the body.
    guard !isLingering, !(isLastAnswer && unanswered == 0) else {
      return promise?.fail(ChannelError.alreadyClosed) ?? ()
    }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.kind != .informational:
      isLastAnswer = unanswered <= 1 && (isLastRequest || isInBody || fault != nil)
      guard isLastAnswer else { return context.write(data, promise: promise) }
      head.headerFields[.connection] = "close"
      guard let fault, head.headerFields[.requestID] == nil else {
        return context.write(wrapOutboundOut(.head(head)), promise: promise)
      }
      let body = explain(fault, &head)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
      context.write(wrapOutboundOut(.body(body)), promise: nil)
    case .end: answered(context, data, promise)
    case .head, .body: context.write(data, promise: promise)
    }
  }

  private func answered(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
    unanswered = max(0, unanswered - 1)
    guard isLastAnswer else {
      if unanswered > 0 { setDeadline(limits.request, context) }
      return context.write(data, promise: promise)
    }
    let taken = promise ?? context.eventLoop.makePromise()
    taken.futureResult.assumeIsolated().whenSuccess { self.linger(context) }
    context.write(data, promise: taken)
  }

  /// Says that we are done, and takes what still comes for a while: closed at once, the system would throw away the answer together with
  /// what the other side is still sending (RFC 9112, 9.6).
  private func linger(_ context: ChannelHandlerContext) {
    guard !isLingering else { return }
    isLingering = true
    setDeadline(limits.linger, context)
    context.close(mode: .output, promise: nil)
  }

  /// Hummingbird answers what it cannot read with 400 and no word.
  private func explain(_ problem: Problem, _ head: inout HTTPResponse) -> ByteBuffer {
    let id = RequestSource.randomID()
    let body = ByteBuffer(bytes: problem.json(instance: id).bytes)
    head.status = problem.status
    head.headerFields[.contentType] = MediaType.problem.rawValue
    head.headerFields[.cacheControl] = Endpoint.Caching.none.header
    head.headerFields[.contentLength] = "\(body.readableBytes)"
    head.headerFields[.requestID] = id
    monitor.refused(status: problem.status.code)
    return body
  }
}

// MARK: - Time

extension ConnectionGuard {
  /// A deadline is set several times a request and hardly ever reached, so that to set one is an assignment. A task looks at it from time
  /// to time, never later than after the shortest of the limits: no deadline that is set meanwhile is earlier.
  private func setDeadline(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    let now = context.eventLoop.now
    deadline = now + time
    if look == nil { scheduleLook(at: min(now + time, now + limits.shortest), context) }
  }

  private func scheduleLook(at time: NIODeadline, _ context: ChannelHandlerContext) {
    look = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { self.lookAtDeadline(context) }
  }

  private func lookAtDeadline(_ context: ChannelHandlerContext) {
    look = nil
    guard let deadline, context.channel.isActive else { return }
    // Between requests nothing is due, once the last answer has been taken; who is silent then Hummingbird closes.
    let buffered = (try? context.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
    if unanswered == 0, !isInHead, !isLingering, buffered == 0 {
      self.deadline = nil
      return
    }
    let now = context.eventLoop.now
    if now >= deadline {
      context.close(promise: nil)
    } else {
      scheduleLook(at: min(deadline, now + limits.shortest), context)
    }
  }
}

/// Sees the bytes before they are decoded, and keeps from the decoder what comes too late: it would store it.
private final class ByteWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let connection: ConnectionGuard
  private let connectionContext: ChannelHandlerContext

  init(_ connection: ConnectionGuard, _ context: ChannelHandlerContext) {
    self.connection = connection
    connectionContext = context
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if connection.bytesCame(connectionContext) { context.fireChannelRead(data) }
  }
}
