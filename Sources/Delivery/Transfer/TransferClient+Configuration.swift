extension TransferClient {
  /// The limits and rules of a client.
  public struct Configuration: Hashable, Sendable {
    /// For name lookup, connection and TLS.
    public var connectTimeout: Duration = .seconds(10)
    /// For the whole transfer. The Standard Webhooks specification recommends 15 to 30 seconds.
    public var timeout: Duration = .seconds(20)
    /// How much of an answer's body is kept; the rest is read and dropped.
    public var keptBodyBytes = 16_384
    /// Reading stops at this size: the thread reads for all transfers, and a host may send without end.
    public var largestBodyBytes = 1 << 16
    public var addresses = Addresses.publicOnly
    /// A file of trusted certificates (PEM); nil for the system's.
    public var certificateFile: String?
    /// True to use `https_proxy` and similar variables. `addresses` then applies to the proxy, which must restrict its own targets.
    public var usesEnvironmentProxies = false
    public var userAgent = "folkcal"

    public init() {}
  }

  /// The addresses that may be connected to. The address is checked at connection time, because a name may resolve differently later (DNS
  /// rebinding).
  public enum Addresses: Hashable, Sendable {
    /// Only public Internet addresses, for URLs from users.
    case publicOnly
    /// All addresses, for the operator's servers and for tests.
    case any
  }
}
