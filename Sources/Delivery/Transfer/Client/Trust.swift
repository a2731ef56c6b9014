internal import CCurl
internal import Glibc

/// Which certificates are trusted.
struct Trust {
  private enum Source {
    case file(String)
    /// libcurl's own file of the system's certificates, without the folder of the same certificates beside it.
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

  /// libcurl keeps the certificates of a file, read once, for all connections of a client (since 7.87), but not where
  /// it also has a folder of them: then each new connection reads the whole file again, which takes 10 ms of the
  /// thread that serves all.
  func apply(to exchange: Exchange) {
    switch source {
    case .file(let path):
      exchange.set(CURLOPT_CAINFO, path)
      exchange.set(CURLOPT_CAPATH, nil as String?)
    case .systemFile: exchange.set(CURLOPT_CAPATH, nil as String?)
    case .system: break
    }
  }

  /// CURLINFO_CAINFO is of libcurl 7.84; an older one says that it does not know it.
  private static var hasSystemFile: Bool {
    guard let easy = ccurl_easy_init() else { return false }
    defer { ccurl_easy_cleanup(easy) }
    var path: UnsafePointer<CChar>?
    guard ccurl_get_text(easy, CURLINFO_CAINFO, &path) == CURLE_OK, let path else { return false }
    return access(path, R_OK) == 0
  }
}
