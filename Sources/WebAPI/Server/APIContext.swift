import Hummingbird
import NIOCore

/// What Hummingbird keeps of a request, and the connection that it came by.
struct APIContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    channel = source.channel
  }

  /// The address at the other end of the connection.
  var address: String { channel.remoteAddress?.ipAddress ?? "unknown" }
}
