import CZlib

/// Gzip compression (RFC 1952) by zlib.
enum Gzip {
  /// Shorter bodies are not compressed.
  static let shortest = 1_024

  /// The compressed bytes; nil if zlib has no memory.
  static func compressed(_ bytes: some Collection<UInt8>, level: Int32 = 5) -> [UInt8]? {
    var stream = z_stream()
    // 15 for the largest window, 16 more for gzip's header and trailer.
    guard folkcal_deflate_init(&stream, level, 15 + 16) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    let compressed = bytes.withContiguousStorageIfAvailable { input -> [UInt8]? in
      stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.avail_in = UInt32(input.count)
      var isWhole = false
      let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(bound)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = isWhole ? Int(stream.total_out) : 0
      }
      return isWhole ? output : nil
    }
    return compressed ?? nil
  }

  /// True if a request accepts gzip (RFC 9110, 12.5.3).
  static func isAccepted(_ header: String?) -> Bool {
    guard let header else { return false }
    let codings = Preferences(header).items
    let named = codings.first { ["gzip", "x-gzip"].contains($0.name.lowercased()) }
    // The asterisk stands for codings that the header does not name.
    return (named ?? codings.first { $0.name == "*" })?.weight ?? 0 > 0
  }
}
