import Hummingbird
import NIOCore

/// What Hummingbird keeps of a request, and the address that it came from.
struct APIContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let address: String

  init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    address = source.channel.remoteAddress?.ipAddress ?? "unknown"
  }
}
