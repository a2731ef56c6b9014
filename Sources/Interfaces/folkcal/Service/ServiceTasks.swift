import Addresses
import Folklore
import Foundation
import Logging
import Lunisolar
import Reminders
import Store

/// What `serve` does beside answering requests: it plans reminders each hour, sends them, and cleans up and backs up once a day.
///
/// A task that fails says so in the log and tries again; the server goes on.
struct ServiceTasks: Sendable {
  let store: Store
  let clock: DeliveryClock
  /// The zone whose days count.
  let zone: ZonedClock
  let targets: TargetRules
  let logger: Logger
  let plans: Bool
  /// Nil to send nothing.
  let worker: DeliveryWorker?
  /// Nil to make no backups.
  let backups: String?

  /// Works until the task is cancelled. Then the worker finishes what is under way.
  func run() async {
    await withTaskGroup { group in
      if plans {
        group.addTask { await repeatedly(each: 3_600) { try plan() } }
      }
      if let worker {
        group.addTask {
          await withTaskCancellationHandler {
            // The worker has its own way to stop, which cancelling would cut short.
            let work = Task { try await worker.run(.untilStopped) }
            do { try await work.value } catch { logger.error("the worker has stopped: \(error)") }
          } onCancel: {
            Task { await worker.stop() }
          }
        }
      }
      group.addTask { await daily { try cleanUp() } }
      if let backups { group.addTask { await daily { try backUp(to: backups) } } }
      await group.waitForAll()
    }
  }

  // MARK: Times

  private var now: Int { Int(clock.now()) }
  private var today: SolarDate { zone.local(at: now).date }

  /// Does something now and again after each pause; after a failure, within five minutes.
  private func repeatedly(each seconds: Int, _ work: @escaping @Sendable () throws -> Void) async {
    while !Task.isCancelled {
      let isDone = await attempted(work)
      await clock.sleep(Double(isDone ? seconds : min(seconds, 300)))
    }
  }

  /// Does something once on each day.
  private func daily(_ work: @escaping @Sendable () throws -> Void) async {
    var last: SolarDate?
    while !Task.isCancelled {
      let today = today
      if last != today, await attempted(work) { last = today }
      await clock.sleep(300)
    }
  }

  /// - Returns: whether it was done.
  private func attempted(_ work: @escaping @Sendable () throws -> Void) async -> Bool {
    do {
      // The database blocks; requests must not wait for it.
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
      }
      return true
    } catch {
      logger.error("\(error)")
      return false
    }
  }

  // MARK: Work

  private func plan() throws {
    let report = try store.plan(
      days: 30, Change(actor: "planner", at: now, today: today, targets: targets, completesReplans: true))
    if report.written > 0 { logger.info("planned", metadata: ["reminders": "\(report.written)"]) }
    for zone in report.unknownZones { logger.warning("this machine does not know the time zone \(zone)") }
  }

  private func cleanUp() throws {
    let reminders = try ReminderQueue(store).cleanUp(before: now - 90 * 86_400)
    let sessions = try store.cleanUpSessions(now: now) + store.cleanUpBrowserSignIn(now: now)
    logger.info("cleaned up", metadata: ["reminders": "\(reminders)", "sessions": "\(sessions)"])
  }

  private func backUp(to folder: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = folder + "/" + BackupRotation.name(on: today)
    guard !files.fileExists(atPath: path) else { return }
    try store.backUp(to: path, replaces: false)
    for name in BackupRotation.superfluous(try files.contentsOfDirectory(atPath: folder)) {
      try files.removeItem(atPath: folder + "/" + name)
    }
    logger.info("backed up", metadata: ["file": "\(BackupRotation.name(on: today))"])
  }
}
