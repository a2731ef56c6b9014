/// A signed token in its compact form (RFC 7515, section 7.1): three parts in base64url with dots between them.
///
/// The parser does not check the signature; the holder of the key checks it over `signedBytes`.
package struct CompactToken {
  /// JSON that names the algorithm. The verifier chooses its own algorithm and ignores this one.
  package let header: [UInt8]
  package let payload: [UInt8]
  /// The bytes that the signature covers: the first two parts and the dot between them.
  package let signedBytes: [UInt8]
  package let signature: [UInt8]

  /// Returns nil for text of another form. An empty signature is accepted.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty,
      let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else { return nil }
    self.header = header
    self.payload = payload
    self.signature = signature
    signedBytes = Array(bytes[..<parts[1].endIndex])
  }

  /// The text to sign (RFC 7515, section 5.1).
  package static func signedText(header: some Sequence<UInt8>, payload: some Sequence<UInt8>) -> String {
    Base64URL.encode(header) + "." + Base64URL.encode(payload)
  }

  /// The whole token.
  package static func text(_ signedText: String, signature: some Sequence<UInt8>) -> String {
    signedText + "." + Base64URL.encode(signature)
  }
}
