internal import Crypto
internal import Foundation

/// A file that pages load. Its address holds a digest of its content, so browsers may keep it for ever.
package struct Asset: Sendable {
  /// `/assets/pages-3f6c1d2e.css`
  package let address: String
  package let bytes: [UInt8]
  package let type: String

  private init(_ name: String, _ suffix: String, _ type: String, _ bytes: [UInt8]) {
    let digest = SHA256.hash(data: bytes).prefix(6).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    address = "/assets/\(name)-\(digest.joined()).\(suffix)"
    self.type = type
    self.bytes = bytes
  }

  package static let style = Asset("pages", "css", "text/css; charset=utf-8", PackageResources.pages_css)
  package static let script = Asset("pages", "js", "text/javascript; charset=utf-8", PackageResources.pages_js)

  private static let all = [style, script]

  /// The file at an address.
  package static func at(_ address: String) -> Asset? { all.first { $0.address == address } }
}
