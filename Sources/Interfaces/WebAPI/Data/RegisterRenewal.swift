import Folklore
import Lunisolar
package import Store

/// Renews the temples from the ministry's register once a month, by one of the servers. Nothing is removed, and what is wrong changes nothing.
package struct RegisterRenewal: Sendable {
  private let store: Store
  private let dataFolder: String?

  private static let work = "register"

  /// - Parameter dataFolder: the folder with the spellings of deities.
  package init(_ store: Store, dataFolder: String?) {
    self.store = store
    self.dataFolder = dataFolder
  }

  /// Why the temples are as they were; the next hour tries again.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Renews the temples if nobody has in this month.
  ///
  /// - Returns: how many temples were added and changed; nil if it was done before.
  /// - Throws: `Failure`, or `MinistryRegister.Failure`.
  package func run(_ change: Change) throws -> (added: Int, changed: Int)? {
    let month = String("\(change.today)".prefix(7))
    guard let before = try store.takeTurn(Self.work, month) else { return nil }
    do {
      let file = ImportFile.ministrys(try BlockingTask.value { try await MinistryRegister.ofEnvironment().fetch() })
      func run(isRehearsal: Bool) -> ImportFile.Outcome {
        file.run(
          into: store, change, isRehearsal: isRehearsal, limit: nil, folder: dataFolder,
          DateReader(today: change.today),
          .english
        ) { _ in }
      }
      let rehearsal = run(isRehearsal: true)
      guard rehearsal.isGood else { throw Failure(description: rehearsal.faults.prefix(3).joined(separator: "; ")) }
      let read = rehearsal.count("read")
      guard read >= MinistryRegister.fewestTemples else { throw MinistryRegister.Failure.cut(temples: read) }
      let outcome = run(isRehearsal: false)
      guard outcome.isGood else { throw Failure(description: outcome.faults.prefix(3).joined(separator: "; ")) }
      return (outcome.count("added"), outcome.count("changed"))
    } catch {
      try store.giveTurnBack(Self.work, before: before)
      throw error
    }
  }
}
