extension TransferClient {
  /// How a client behaves to the other side.
  public struct Configuration: Hashable, Sendable {
    /// For the name, the connection and its encryption.
    public var connectTimeout: Duration = .seconds(10)
    /// For everything together. The Standard Webhooks specification recommends 15 to 30 seconds.
    public var timeout: Duration = .seconds(20)
    /// How much of an answer's body is kept; what comes after it is read and dropped.
    public var keptBodyBytes = 16_384
    /// An answer with a longer body is read no further.
    public var largestBodyBytes = 1 << 20
    public var addresses = Addresses.publicOnly
    /// A file of certificates (PEM) that are trusted, and no others; nil for those that the system trusts.
    public var certificateFile: String?
    /// Whether `https_proxy` and the like in the environment are heeded. `addresses` is then about the proxy's address:
    /// what lies behind it is for the proxy to refuse.
    public var usesEnvironmentProxies = false
    public var userAgent = "folkcal"

    public init() {}
  }

  /// Which addresses may be connected to. The address itself is checked when the connection is made, and not the name
  /// before it: a name can lead elsewhere the next time it is asked for (DNS rebinding).
  public enum Addresses: Hashable, Sendable {
    /// Only machines on the public Internet: for URLs that users give.
    case publicOnly
    /// Private networks and this machine too: for servers that the operator names, and for tests.
    case any
  }
}
