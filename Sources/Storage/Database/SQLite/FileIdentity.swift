internal import Foundation

/// Identifies the file at a path.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// Nil where there is no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
