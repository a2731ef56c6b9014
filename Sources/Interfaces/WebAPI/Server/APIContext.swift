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
}
