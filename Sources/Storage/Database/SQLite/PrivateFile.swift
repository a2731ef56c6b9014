internal import Foundation

/// Files and folders that nobody but their owner may read, from their first byte.
///
/// Mail addresses and tokens stand in a database. A change of rights after a file was made comes too late: another account can have opened
/// it meanwhile, and SQLite gives the files beside it (`-wal`, `-shm`, `-journal`) the rights that it had when they were made.
enum PrivateFile {
  /// Makes an empty file, readable and writable by its owner alone. A file that is there stays as it is.
  ///
  /// - Returns: whether the file is there now.
  static func make(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Makes a folder, and those above it that are missing, each for its owner alone, as the XDG Base Directory Specification asks.
  ///
  /// - Returns: whether the folder is there now.
  static func makeFolder(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
    let above = (path as NSString).deletingLastPathComponent
    guard errno == ENOENT, !above.isEmpty, above != path, makeFolder(above) else { return false }
    return mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  /// Takes from all other accounts what rights they have to a database and the files beside it; the group keeps its own, for an operator
  /// can have meant it so. Does nothing where the file belongs to another account.
  static func withdrawFromOthers(_ path: String) {
    for suffix in SQLiteDatabase.suffixes {
      var status = stat()
      guard stat(path + suffix, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o007 != 0 else {
        continue
      }
      chmod(path + suffix, status.st_mode & 0o770)
    }
  }
}
