internal import Glibc

/// Appends lines to files, one after another.
///
/// One `write` with O_APPEND appends a line in one piece even with other writers (POSIX.1-2017, write). A pipe guarantees that only for short
/// lines, so this actor writes one line at a time.
actor LineWriter {
  struct Failure: Error {
    let problem: String
    /// The same in Traditional Chinese.
    let chinese: String
    /// True if the program was asked to stop while it waited for a reader.
    var isStop = false
  }

  private let standardOutput: Int32
  private var isWriting = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(standardOutput: Int32) {
    self.standardOutput = standardOutput
  }

  /// Waits for a slow reader. Cancelling the task ends the wait.
  func append(_ line: [UInt8], to target: String) async throws(Failure) {
    while isWriting { await withCheckedContinuation { waiting.append($0) } }
    isWriting = true
    defer {
      isWriting = false
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }
    if target.isEmpty || target == "-" { return try await write(line, to: standardOutput, name: "standard output") }
    let descriptor = try Self.opened(target)
    defer { close(descriptor) }
    try await write(line, to: descriptor, name: target)
  }

  /// Opens a file and writes nothing.
  static func check(_ target: String) throws(Failure) {
    if target.isEmpty || target == "-" { return }
    close(try opened(target))
  }

  /// - Returns: a descriptor for appending; the file is created if missing.
  private static func opened(_ target: String) throws(Failure) -> Int32 {
    guard !target.utf8.contains(0) else {
      throw
        Failure(problem: "the path of the file has a zero byte", chinese: "檔案的路徑含有空字元")
    }
    // O_NONBLOCK: opening a named pipe without a reader would block the thread. A new file is readable by its owner only, because it holds
    // personal data.
    let descriptor = open(target, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw failure("cannot open \(target)", "無法開啟 \(target)") }
    var state = stat()
    guard fstat(descriptor, &state) == 0 else {
      let failure = failure("cannot look at \(target)", "無法讀取 \(target) 的狀態")
      close(descriptor)
      throw failure
    }
    let kind = state.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFCHR else {
      close(descriptor)
      throw Failure(problem: "\(target) is not a file", chinese: "\(target) 不是檔案")
    }
    return descriptor
  }

  private func write(_ line: [UInt8], to descriptor: Int32, name: String) async throws(Failure) {
    var state = stat()
    let isFile = fstat(descriptor, &state) == 0 && state.st_mode & S_IFMT == S_IFREG
    var written = 0
    while written < line.count {
      // A pipe may block the thread, so each write has at most the size that a ready pipe accepts.
      let most = isFile ? line.count : Self.pipeBytes
      if !isFile { try await ready(descriptor, name) }
      let count = line.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), min($0.count - written, most))
      }
      if count > 0 {
        written += count
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        // Another writer has filled it meanwhile.
        continue
      } else {
        let failure = Self.failure("cannot write to \(name)", "無法寫入 \(name)")
        takeBack(written, from: descriptor)
        throw failure
      }
    }
  }

  /// PIPE_BUF: a ready pipe accepts this many bytes without blocking (POSIX.1-2017, poll and write).
  private static let pipeBytes = 4_096

  /// Waits until writing is possible, without blocking the thread.
  private func ready(_ descriptor: Int32, _ name: String) async throws(Failure) {
    while true {
      var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // Errors are reported by the write.
      if poll(&writable, 1, 0) != 0 { return }
      do { try await Task.sleep(for: .milliseconds(20)) } catch {
        throw Failure(
          problem: "\(name) takes nothing, and the program was asked to stop", chinese: "\(name) 不接受資料，而程式被要求停止",
          isStop: true)
      }
    }
  }

  /// Removes a line cut by a full disk, unless another writer has appended.
  private func takeBack(_ written: Int, from descriptor: Int32) {
    let end = lseek(descriptor, 0, SEEK_CUR)
    var state = stat()
    guard written > 0, end >= off_t(written), fstat(descriptor, &state) == 0, state.st_size == end else { return }
    _ = ftruncate(descriptor, end - off_t(written))
  }

  private static func failure(_ english: String, _ chinese: String) -> Failure {
    let reason = String(cString: strerror(errno))
    return Failure(problem: "\(english): \(reason)", chinese: "\(chinese)：\(reason)")
  }
}
