import Channels
import Database
import FolkData
import Folklore
import JSON
import Lunisolar
import Records
import Reminders
import Store
import Temples
import WebAPI

/// The reason why a command stopped: a sentence for the user in each language, and the exit status.
struct Failure: Error {
  let status: Status
  private let chinese: String
  private let english: String

  /// - Parameters:
  ///   - chinese: the sentence in Traditional Chinese.
  ///   - english: the same in English.
  init(_ status: Status, _ chinese: String, _ english: String) {
    self.status = status
    self.chinese = chinese
    self.english = english
  }

  init(_ status: Status, _ error: some SpokenError) {
    self.init(status, error.chinese, error.description)
  }

  var message: String { Speech.say(chinese, english) }

  /// The statuses that every command shares.
  enum Status: Int32 {
    case failed = 1
    case wrongInput = 2
    case notFound = 3
  }

  static func wrongInput(_ chinese: String, _ english: String) -> Failure { Failure(.wrongInput, chinese, english) }
  static func notFound(_ chinese: String, _ english: String) -> Failure { Failure(.notFound, chinese, english) }
  static func failed(_ chinese: String, _ english: String) -> Failure { Failure(.failed, chinese, english) }

  /// The failure for another module's error; nil if unknown.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as TestMessenger.NoRoute: self.init(.failed, error)
    case let refusal as PruneRefusal:
      self = .wrongInput("\(refusal.chinese)；什麼都沒有改變", "\(refusal); nothing was done")
    case let error as UnreadableRecord:
      self = .failed(
        "\(error.chinese)；folkcal admin check 會列出所有讀不出來的資料",
        "\(error); folkcal admin check lists everything that cannot be read")
    case let error as RecordFaults:
      // Continued lines stand under the first, behind the program's name.
      func indented(_ text: String) -> String { text.replacing("\n", with: "\n         ") }
      self = .wrongInput(indented(error.chinese), indented(error.description))
    case let error as any SpokenError:
      guard let status = Self.status(of: error) else { return nil }
      self.init(status, error)
    default: return nil
    }
  }

  /// The exit status for an error; nil for an error that commands handle themselves.
  private static func status(of error: any SpokenError) -> Status? {
    switch error {
    case is MinistryRegister.Failure: .failed
    case is RecordFaults, is RegisterCollision, is InputError, is JSONError, is RegisterFault: .wrongInput
    case is NoSuchReminder: .notFound
    case is MaildirError: .failed
    case let error as RecordError:
      switch error {
      case .noSuchRecord: .notFound
      case .severalRecords: .wrongInput
      case .referredTo: .failed
      }
    case let error as TokenError: if case .noSuchToken = error { .notFound } else { .wrongInput }
    case let refusal as CopyRefusal: if case .targetNotEmpty = refusal { .wrongInput } else { .failed }
    case let error as DatabaseError:
      switch error {
      case .badURL, .badServerURL, .fileExists, .noFileToCopy: .wrongInput
      case .noDatabase, .noBackup, .emptyServerDatabase: .notFound
      default: .failed
      }
    default: nil
    }
  }

  /// Runs a body whose errors come from user input and give status 2.
  static func asWrongInput<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let failure as Failure {
      throw failure
    } catch let error as any SpokenError {
      throw Failure(.wrongInput, error)
    } catch {
      throw wrongInput("\(error)", "\(error)")
    }
  }
}
