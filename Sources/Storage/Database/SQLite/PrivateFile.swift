internal import Foundation

/// Files and folders readable by their owner only, from creation on. Databases hold mail addresses and tokens. Changing the rights later is not
/// enough: another account may have opened the file, and SQLite gives its side files (`-wal`, `-shm`, `-journal`) the file's rights.
enum PrivateFile {
  /// Creates an empty file, readable and writable by its owner. An existing file stays.
  ///
  /// - Returns: whether the file exists now.
  static func make(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Creates a folder and its missing parents for the owner only (XDG Base Directory Specification).
  ///
  /// - Returns: whether the folder exists now.
  static func makeFolder(_ path: String) -> Bool {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
    let above = (path as NSString).deletingLastPathComponent
    guard errno == ENOENT, !above.isEmpty, above != path, makeFolder(above) else { return false }
    return mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  /// Removes other accounts' rights to a database and its side files; the group's rights stay, because an operator may have set them. Does
  /// nothing if the file belongs to another account.
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
