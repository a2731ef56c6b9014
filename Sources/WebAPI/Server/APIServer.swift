import CZlib
import Crypto
import HTTPTypes
import Hummingbird
import JWTKit
import Logging
import Mustache
import NIOCore
import NIOPosix

/// The HTTP server.
public struct APIServer: Sendable {
  public init() {}
}
