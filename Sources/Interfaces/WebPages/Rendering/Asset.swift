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

  private static let css = "text/css; charset=utf-8"
  private static let javaScript = "text/javascript; charset=utf-8"

  // Both styles begin with the same colours and controls.
  package static let style = Asset("pages", "css", css, PackageResources.tokens_css + PackageResources.pages_css)
  package static let script = Asset("pages", "js", javaScript, PackageResources.pages_js)
  package static let appStyle = Asset("app", "css", css, PackageResources.tokens_css + PackageResources.app_css)
  package static let appScript = Asset("app", "js", javaScript, PackageResources.app_js)
  /// What only the pages of one person need: passkeys, settings that are saved at once.
  package static let accountScript = Asset("account", "js", javaScript, PackageResources.account_js)

  /// The calendar core; `make wasm` compiles it.
  package static let core = Asset("lunisolar", "wasm", "application/wasm", PackageResources.lunisolar_wasm)
  /// The service worker, without what the server writes before it.
  package static let worker = PackageResources.sw_js

  /// The files of the pages for everybody.
  package static let ofApp = [appStyle, appScript, core]

  /// The style of the strip for other sites.
  package static let embedStyle = Asset("embed", "css", css, PackageResources.tokens_css + PackageResources.embed_css)

  private static let all = [style, script, accountScript, embedStyle] + ofApp

  /// The file at an address.
  package static func at(_ address: String) -> Asset? { all.first { $0.address == address } }
}
