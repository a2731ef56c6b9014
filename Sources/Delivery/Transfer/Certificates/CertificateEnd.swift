internal import Foundation

/// When a certificate ends.
///
///     try CertificateEnd.instant(pem: text)          // 1798761599
public enum CertificateEnd {
  /// The reason why a text holds no certificate that can be read.
  public struct Unreadable: Error, Hashable, Sendable, CustomStringConvertible {
    public let description = "no certificate in PEM can be read"
  }

  /// The last instant of the first certificate in a text, that of the server itself: `notAfter` (RFC 5280, section 4.1.2.5) in seconds of UTC
  /// since 1970. The certificates behind it are the authority's affair, and may have ended where browsers know another way.
  ///
  /// - Throws: `Unreadable`.
  public static func instant(pem text: String) throws(Unreadable) -> Int {
    // RFC 7468, section 5.
    guard let begin = text.range(of: "-----BEGIN CERTIFICATE-----"),
      let end = text.range(of: "-----END CERTIFICATE-----", range: begin.upperBound..<text.endIndex),
      let bytes = Data(
        base64Encoded: String(text[begin.upperBound..<end.lowerBound]), options: .ignoreUnknownCharacters),
      let instant = notAfter([UInt8](bytes)[...])
    else { throw Unreadable() }
    return instant
  }

  /// `Certificate` and `TBSCertificate` of RFC 5280, section 4.1, as far as the validity: version, serial number, signature, issuer, validity.
  private static func notAfter(_ bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    guard var certificate = DERValue.next(&rest, tag: DERValue.sequence),
      var signed = DERValue.next(&certificate, tag: DERValue.sequence)
    else { return nil }
    if signed.first == DERValue.version { _ = DERValue.next(&signed) }
    for tag in [DERValue.integer, DERValue.sequence, DERValue.sequence] {
      guard DERValue.next(&signed, tag: tag) != nil else { return nil }
    }
    guard var validity = DERValue.next(&signed, tag: DERValue.sequence), DERValue.next(&validity) != nil else {
      return nil
    }
    let tag = validity.first
    return DERValue.next(&validity).flatMap { instant($0, tag: tag) }
  }

  /// UTCTime `YYMMDDHHMMSSZ`, of 1950 to 2049, or GeneralizedTime `YYYYMMDDHHMMSSZ` (sections 4.1.2.5.1 and 4.1.2.5.2).
  private static func instant(_ bytes: ArraySlice<UInt8>, tag: UInt8?) -> Int? {
    let isShort = tag == DERValue.shortTime
    guard isShort || tag == DERValue.longTime, bytes.count == (isShort ? 13 : 15), bytes.last == UInt8(ascii: "Z")
    else { return nil }
    let digits = bytes.dropLast().map { Int($0) - 0x30 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    var pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    let first = pairs.removeFirst()
    let year = isShort ? first + (first < 50 ? 2000 : 1900) : first * 100 + pairs.removeFirst()
    var time = tm()
    time.tm_year = Int32(year - 1900)
    time.tm_mon = Int32(pairs[0] - 1)
    (time.tm_mday, time.tm_hour, time.tm_min, time.tm_sec) = (
      Int32(pairs[1]), Int32(pairs[2]), Int32(pairs[3]), Int32(pairs[4])
    )
    return timegm(&time)
  }
}

/// The little of DER (ITU-T X.690) that leads to a certificate's validity.
private enum DERValue {
  static let integer: UInt8 = 0x02
  static let shortTime: UInt8 = 0x17
  static let longTime: UInt8 = 0x18
  static let sequence: UInt8 = 0x30
  /// The explicit tag 0.
  static let version: UInt8 = 0xA0

  /// Takes the next value.
  ///
  /// - Returns: its contents; nil if it has another tag, or is cut off.
  static func next(_ bytes: inout ArraySlice<UInt8>, tag: UInt8? = nil) -> ArraySlice<UInt8>? {
    guard let found = bytes.popFirst(), tag == nil || found == tag, let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...3).contains(count), bytes.count >= count else { return nil }
      length = 0
      for _ in 0..<count { length = length << 8 | Int(bytes.removeFirst()) }
    }
    guard bytes.count >= length else { return nil }
    defer { bytes = bytes.dropFirst(length) }
    return bytes.prefix(length)
  }
}
