import CZlib

/// Bytes of gzip (RFC 1952) as they were.
struct Inflated {
  let bytes: [UInt8]

  /// - Returns: nil for what is no gzip, is cut off, or has something behind it.
  init?(_ gzip: [UInt8]) {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = gzip
    var output = [UInt8](repeating: 0, count: 10_000_000)
    let capacity = UInt32(output.count)
    let result = input.withUnsafeMutableBufferPointer { from in
      output.withUnsafeMutableBufferPointer { to in
        (stream.next_in, stream.avail_in) = (from.baseAddress, UInt32(from.count))
        (stream.next_out, stream.avail_out) = (to.baseAddress, capacity)
        return inflate(&stream, Z_FINISH)
      }
    }
    guard result == Z_STREAM_END, stream.avail_in == 0 else { return nil }
    bytes = Array(output.prefix(Int(stream.total_out)))
  }
}
