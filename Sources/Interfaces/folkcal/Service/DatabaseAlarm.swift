import Foundation
import Reminders
import Store

/// The alarm that the database cannot be used, which the database cannot keep: its state is a small file in a folder of its own, because the disk
/// of the database may be what is missing.
struct DatabaseAlarm {
  private let path: String

  /// - Parameter url: of the database; each has a file of its own.
  init(url: String, _ environment: [String: String] = ProcessInfo.processInfo.environment) {
    path = Self.folder(environment) + "/alarm-" + Self.name(of: url) + ".json"
  }

  /// `RUNTIME_DIRECTORY` of systemd, else `XDG_STATE_HOME/folkcal`, else `~/.local/state/folkcal`.
  private static func folder(_ environment: [String: String]) -> String {
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return folder("RUNTIME_DIRECTORY") ?? (folder("XDG_STATE_HOME") ?? NSHomeDirectory() + "/.local/state") + "/folkcal"
  }

  /// FNV-1a of 64 bits (RFC 9923): a name for a file, no secret.
  private static func name(of url: String) -> String {
    let hash = url.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  /// What the file holds.
  private struct State: Codable {
    var since: Int
    var reason: String
    var openedAt: Int?
    var clearSince: Int?
    var endedAt: Int?
    /// The targets that know of the present phase.
    var told: Set<String> = []
  }

  /// Notes how the database is, and tells the receivers if that has changed for long enough.
  ///
  /// The file is locked meanwhile. Another process that checks at the same time does nothing, because this one does it.
  ///
  /// - Parameters:
  ///   - failure: why the database cannot be used; nil if it can.
  ///   - holdSeconds: how long it must be so.
  /// - Returns: the messages.
  /// - Throws: `Failure` if the file cannot be written. Nobody is told then, because everybody would be at each check.
  func note(
    failure: String?, _ receivers: [AlarmReceiver], holdSeconds: Int, now: Int
  ) async throws -> [AlarmReport.Told] {
    if failure == nil, !FileManager.default.fileExists(atPath: path) { return [] }
    try writing {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw unwritable(String(cString: strerror(errno))) }
    defer { close(lock) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return [] }
    guard var state = next(read(), failure, holdSeconds, now) else {
      unlink(path)
      return []
    }
    // Before anything is sent: the beginning is a part of the messages' key.
    try write(state)
    return try await tell(&state, receivers)
  }

  /// The state after a check; nil if there is nothing to keep.
  private func next(_ former: State?, _ failure: String?, _ holdSeconds: Int, _ now: Int) -> State? {
    var state = former
    if let failure {
      // It is over, and somebody could not be told of that; now it begins anew.
      if state == nil || state?.endedAt != nil { state = State(since: now, reason: failure) }
      state?.clearSince = nil
      if let since = state?.since, since > now { state?.since = now }
      if state?.openedAt == nil, let since = state?.since, now - since >= holdSeconds { state?.openedAt = now }
      return state
    }
    guard state?.openedAt != nil else { return nil }
    if let end = state?.endedAt { return now - end < Self.overSeconds ? state : nil }
    let clear = min(state?.clearSince ?? now, now)
    state?.clearSince = clear
    if now - clear >= holdSeconds {
      state?.endedAt = now
      state?.told = []
    }
    return state
  }

  /// A message that it is over is worth sending so long.
  private static let overSeconds = 86_400

  private func tell(_ state: inout State, _ receivers: [AlarmReceiver]) async throws -> [AlarmReport.Told] {
    guard state.openedAt != nil else { return [] }
    var sighting = AlarmSighting(.databaseUnusable, since: state.since)
    sighting.reason = state.reason
    let notice: AlarmNotice =
      state.endedAt == nil ? .begun(sighting) : .over(sighting, clearSince: state.clearSince ?? state.since)
    var messages: [AlarmReport.Told] = []
    for receiver in receivers where !state.told.contains(receiver.target.key) {
      let error = await receiver.tell(notice)
      messages.append(
        AlarmReport.Told(key: sighting.key, phase: notice.phase, target: receiver.target.name, error: error))
      guard error == nil else { continue }
      state.told.insert(receiver.target.key)
      try write(state)
    }
    if state.endedAt != nil, messages.allSatisfy({ $0.error == nil }) { unlink(path) }
    return messages
  }

  // MARK: The file

  private func read() -> State? {
    FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(State.self, from: $0) }
  }

  private func write(_ state: State) throws {
    try writing { try JSONEncoder().encode(state).write(to: URL(fileURLWithPath: path), options: .atomic) }
  }

  private func writing(_ body: () throws -> Void) throws {
    do { try body() } catch { throw unwritable("\((error as NSError).localizedDescription)") }
  }

  private func unwritable(_ reason: String) -> Failure {
    Failure.failed(
      "無法使用資料庫，也無法在 \(path) 記下這個警報，所以沒有通知任何人：\(reason)",
      "the database cannot be used, and \(path), which keeps that alarm, cannot be written, so nobody is told: \(reason)"
    )
  }
}
