import Foundation

/// The limit of open files and connections of this process.
enum FileDescriptors {
  /// Raises the limit to its maximum; the usual 1,024 allows few connections.
  ///
  /// - Returns: the new limit.
  @discardableResult
  static func allowAll() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    let usual = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) != 0 { limit.rlim_cur = usual }
    return Int(min(limit.rlim_cur, 1 << 30))
  }
}
