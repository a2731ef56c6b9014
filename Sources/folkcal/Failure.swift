import FolkData
import Folklore
import Lunisolar
import Reminders

/// Why a command stopped: a sentence for the person who caused it, and the status for the shell.
struct Failure: Error {
  let status: Status
  let message: String

  /// The statuses that every command shares.
  enum Status: Int32 {
    case failed = 1
    case wrongInput = 2
    case notFound = 3
  }

  static func wrongInput(_ message: String) -> Failure { Failure(status: .wrongInput, message: message) }
  static func notFound(_ message: String) -> Failure { Failure(status: .notFound, message: message) }

  /// Runs something whose errors come from what the user gave, and so mean status 2.
  static func asWrongInput<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw wrongInput("\(error)")
    }
  }
}
