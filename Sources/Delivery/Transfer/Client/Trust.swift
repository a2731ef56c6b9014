internal import CCurl
internal import Glibc

/// The trusted certificates.
struct Trust {
  private enum Source {
    case file(String)
    /// libcurl's file of the system's certificates, without the folder beside it.
    case systemFile
    case system
  }

  private let source: Source

  init(_ configuration: TransferClient.Configuration) {
    if let file = configuration.certificateFile {
      source = .file(file)
    } else {
      source = Self.hasSystemFile ? .systemFile : .system
    }
  }

  /// libcurl caches the certificates of a file for all connections (since 7.87), but not if a folder is set too; then each connection reads the
  /// file again and blocks the thread for 10 ms.
  func apply(to exchange: Exchange) {
    switch source {
    case .file(let path):
      exchange.set(CURLOPT_CAINFO, path)
      exchange.set(CURLOPT_CAPATH, nil as String?)
    case .systemFile: exchange.set(CURLOPT_CAPATH, nil as String?)
    case .system: break
    }
  }

  /// Older versions than libcurl 7.84 do not know CURLINFO_CAINFO.
  private static var hasSystemFile: Bool {
    guard let easy = ccurl_easy_init() else { return false }
    defer { ccurl_easy_cleanup(easy) }
    var path: UnsafePointer<CChar>?
    guard ccurl_get_text(easy, CURLINFO_CAINFO, &path) == CURLE_OK, let path else { return false }
    return access(path, R_OK) == 0
  }
}
