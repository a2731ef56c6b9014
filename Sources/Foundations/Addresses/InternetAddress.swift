internal import Glibc

/// An address of the Internet Protocol, version 4 or 6.
package enum InternetAddress: Hashable, Sendable {
  case v4(UInt32)
  case v6(UInt128)

  /// Parses an address: `192.0.2.1`, `2001:db8::1`; nil for other text. Zones, ports and brackets are rejected.
  package init?(parsing text: String) {
    var v4 = in_addr()
    var v6 = in6_addr()
    if inet_pton(AF_INET, text, &v4) == 1 {
      self = .v4(UInt32(bigEndian: v4.s_addr))
    } else if inet_pton(AF_INET6, text, &v6) == 1 {
      self = .v6(withUnsafeBytes(of: v6) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
    } else {
      return nil
    }
  }

  /// The address of a socket; nil for other address families.
  package init?(socketAddress bytes: UnsafeRawBufferPointer, family: Int32) {
    if family == AF_INET, bytes.count >= MemoryLayout<sockaddr_in>.size {
      self = .v4(UInt32(bigEndian: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
    } else if family == AF_INET6, bytes.count >= MemoryLayout<sockaddr_in6>.size {
      let address = bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      self = .v6(withUnsafeBytes(of: address) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) })
    } else {
      return nil
    }
  }
}

extension InternetAddress {
  /// The address in the host of a URL, as resolvers read it: an IPv6 address in brackets, or an IPv4 address in any form that
  /// `inet_aton` accepts (127.1, 2130706433, 0x7f.0.0.1, 0177.0.0.1). Nil for a name.
  package init?(host: String) {
    if host.hasPrefix("["), host.hasSuffix("]") {
      self.init(parsing: String(host.dropFirst().dropLast()))
      return
    }
    var v4 = in_addr()
    guard inet_aton(host, &v4) != 0 else { return nil }
    self = .v4(UInt32(bigEndian: v4.s_addr))
  }
}

extension InternetAddress {
  /// The network of one customer: an IPv4 address, or the first address of an IPv6 /64. IPv4-mapped addresses count as IPv4.
  package var network: InternetAddress {
    switch self {
    case .v4: self
    case .v6(let bits): bits >> 32 == 0xFFFF ? .v4(UInt32(truncatingIfNeeded: bits)) : .v6((bits >> 64) << 64)
    }
  }
}

extension InternetAddress: CustomStringConvertible {
  package var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    switch self {
    case .v4(let bits):
      var bits = bits.bigEndian
      inet_ntop(AF_INET, &bits, &text, socklen_t(text.count))
    case .v6(let bits):
      var bits = bits.bigEndian
      inet_ntop(AF_INET6, &bits, &text, socklen_t(text.count))
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

// MARK: - Public addresses

extension InternetAddress {
  /// True for an address of a machine on the public Internet. False for loopback, private, link-local
  /// (169.254.169.254 serves the keys of a cloud machine), multicast and unspecified addresses.
  ///
  /// The lists are IANA's registries of special-purpose addresses (RFC 6890 and its updates).
  package var isPublic: Bool {
    switch self {
    case .v4(let bits): !Self.special4.contains { $0.contains(bits) }
    case .v6(let bits): isPublic6(bits)
    }
  }

  private func isPublic6(_ bits: UInt128) -> Bool {
    // An IPv4 address inside an IPv6 address is checked as IPv4: mapped (RFC 4291, section 2.5.5.2), NAT64 (RFC 6052,
    // section 2.1) and 6to4 (RFC 3056, section 2).
    if bits >> 32 == 0xFFFF || bits >> 32 == 0x0064_FF9B << 64 {
      return Self.v4(UInt32(truncatingIfNeeded: bits)).isPublic
    }
    if bits >> 112 == 0x2002 { return Self.v4(UInt32(truncatingIfNeeded: bits >> 80)).isPublic }
    // Global unicast addresses are 2000::/3 (RFC 4291, section 2.4). Outside it are ::, ::1, fc00::/7, fe80::/10,
    // ff00::/8 and unassigned ranges.
    guard bits >> 125 == 0b001 else { return false }
    return bits >> 105 != 0x2001_0000 >> 9  // 2001::/23: protocols, Teredo and benchmarks among them
      && bits >> 96 != 0x2001_0DB8  // documentation
      && bits >> 108 != 0x3FFF_0  // documentation (RFC 9637)
  }

  private struct Network4 {
    let prefix: UInt32
    let bits: UInt32

    init(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ bits: UInt32) {
      prefix = a << 24 | b << 16 | c << 8 | d
      self.bits = bits
    }

    func contains(_ address: UInt32) -> Bool { (address ^ prefix) >> (32 - bits) == 0 }
  }

  private static let special4 = [
    Network4(0, 0, 0, 0, 8),  // this network
    Network4(10, 0, 0, 0, 8),  // private
    Network4(100, 64, 0, 0, 10),  // between a carrier and its customers (RFC 6598)
    Network4(127, 0, 0, 0, 8),  // our own machine
    Network4(169, 254, 0, 0, 16),  // the wire, and the metadata service of clouds
    Network4(172, 16, 0, 0, 12),  // private
    Network4(192, 0, 0, 0, 24),  // protocols
    Network4(192, 0, 2, 0, 24),  // documentation
    Network4(192, 88, 99, 0, 24),  // relays of 6to4
    Network4(192, 168, 0, 0, 16),  // private
    Network4(198, 18, 0, 0, 15),  // benchmarks
    Network4(198, 51, 100, 0, 24),  // documentation
    Network4(203, 0, 113, 0, 24),  // documentation
    Network4(224, 0, 0, 0, 4),  // multicast
    Network4(240, 0, 0, 0, 4),  // kept for later; and all at once
  ]
}
