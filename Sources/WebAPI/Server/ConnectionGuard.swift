import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Closes connections on which a request takes too long: its head to come, it all to be done, or its answer to be taken.
///
/// Hummingbird closes what is silent; who sends a byte now and then is not silent, and would hold a connection for ever (Slowloris).
/// It has two halves: one before the decoder, which sees bytes, and one behind it, which sees heads and ends.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart

  private let timer: RequestTimer

  init(_ configuration: APIConfiguration) {
    timer = RequestTimer(
      head: .seconds(Int64(configuration.headSeconds)), request: .seconds(Int64(configuration.requestSeconds)))
  }

  func handlerAdded(context: ChannelHandlerContext) {
    try? context.pipeline.syncOperations.addHandler(ByteWatch(timer), position: .first)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer.stop()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) { timer.headCame(context.channel) }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    // Fulfilled when the reader's side of the network has taken it.
    let taken = promise ?? context.eventLoop.makePromise()
    let timer = NIOLoopBound(timer, eventLoop: context.eventLoop)
    taken.futureResult.whenComplete { _ in timer.value.stop() }
    context.write(data, promise: taken)
  }
}

/// Sees the first byte of a request.
private final class ByteWatch: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let timer: RequestTimer

  init(_ timer: RequestTimer) {
    self.timer = timer
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    timer.bytesCame(context.channel)
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer.stop()
    context.fireChannelInactive()
  }
}

/// The time that a request has left. It belongs to one event loop.
private final class RequestTimer {
  private let head: TimeAmount
  private let request: TimeAmount
  private var isInHead = false
  private var scheduled: Scheduled<Void>?

  init(head: TimeAmount, request: TimeAmount) {
    self.head = head
    self.request = request
  }

  func bytesCame(_ channel: any Channel) {
    guard scheduled == nil else { return }
    isInHead = true
    schedule(head, channel)
  }

  func headCame(_ channel: any Channel) {
    guard isInHead || scheduled == nil else { return }
    isInHead = false
    schedule(request, channel)
  }

  func stop() {
    scheduled?.cancel()
    scheduled = nil
    isInHead = false
  }

  private func schedule(_ time: TimeAmount, _ channel: any Channel) {
    scheduled?.cancel()
    scheduled = channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
