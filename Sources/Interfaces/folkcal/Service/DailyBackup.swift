import Channels
import Database
import Foundation
import Logging
import Lunisolar
import Store

/// Writes one backup of a SQLite database a day, and removes superfluous ones (`BackupRotation`).
struct DailyBackup: Sendable {
  let store: Store
  let folder: String
  /// True if a missing folder is made. An operator's folder is not: it may be a disk that is not mounted.
  let makesFolder: Bool
  let logger: Logger

  /// Writes the backup of a day, unless it exists, and notes how that ended, for the alarms.
  ///
  /// - Parameter now: seconds of UTC since 1970.
  func run(_ day: SolarDate, now: Int) throws {
    let isWritten: Bool
    do { isWritten = try write(day) } catch {
      try? store.noteBackup(failure: "\(error)".failureReason, now: now)
      throw error
    }
    guard isWritten else { return }
    try store.noteBackup(failure: nil, now: now)
    try rotate()
  }

  /// - Returns: false if the backup exists.
  private func write(_ day: SolarDate) throws -> Bool {
    if makesFolder, mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw DatabaseError.cannotOpen(folder, reason: String(cString: strerror(errno)))
    }
    let path = folder + "/" + BackupRotation.name(of: day)
    guard !FileManager.default.fileExists(atPath: path) else { return false }
    // Another server may write the same day's backup now, so each has its own temporary name.
    let partial = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    defer { unlink(partial) }
    try store.backUp(to: partial, replaces: true)
    guard rename(partial, path) == 0 else {
      throw DatabaseError.cannotOpen(path, reason: String(cString: strerror(errno)))
    }
    logger.info("backup written", metadata: ["file": "\(path)"])
    return true
  }

  private func rotate() throws {
    for name in BackupRotation.superfluous(in: try FileManager.default.contentsOfDirectory(atPath: folder)) {
      guard unlink(folder + "/" + name) == 0 else {
        logger.error("backup not removed: \(String(cString: strerror(errno)))", metadata: ["file": "\(name)"])
        continue
      }
      logger.info("backup removed", metadata: ["file": "\(name)"])
    }
  }
}
