import Database
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Reminders
import Store

// MARK: - Errors of other modules

extension Problem {
  /// The problem for another module's error; nil for an internal error.
  init?(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let faults as RecordFaults: self = Self.faults(faults)
    // Texts inside a body; the body itself was JSON.
    case is InputError, is JSONError: self.init(.unprocessableContent, .invalidValue, of: error)
    case is CalendarError: self.init(.unprocessableContent, .invalidDate, of: error)
    case is UnknownTimeZone: self.init(.unprocessableContent, .invalidValue, of: error)
    case let error as NoSuchReminder:
      self.init(.notFound, .noSuchRecord, "提醒 \(error.id) 不在提醒紀錄裡", "reminder \(error.id) is not in the log")
    case RecordError.noSuchRecord(let entity, let key, let similar):
      let name = RecordKind(entity).chinese
      let names = similar.joined(separator: "、")
      let hint = similar.isEmpty ? "" : "; there is \(similar.joined(separator: ", "))"
      self.init(
        .notFound, .noSuchRecord, "\(name)「\(key)」不存在" + (similar.isEmpty ? "" : "；有 \(names)"),
        "\(entity.rawValue) \"\(key)\" does not exist\(hint)")
    case RecordError.referredTo(let entity, let key, let by):
      self.init(
        .conflict, .recordInUse,
        "\(RecordKind(entity).chinese)「\(key)」還有資料使用：\(by.map { RecordError.reference($0, .traditionalChinese) }.joined(separator: "、"))；請先刪除或修改那些資料",
        "\(entity.rawValue) \"\(key)\" is referred to by \(by.joined(separator: ", ")): remove or change those first")
    case TokenError.noSuchToken(let name):
      self.init(.notFound, .noSuchRecord, "沒有權杖「\(name)」", "there is no token \"\(name)\"")
    case is TokenError, is OwnEventLimit, is AccountConflict: self.init(.conflict, .conflict, of: error)
    case let error as UnreadableRecord:
      self.init(
        .internalServerError, .unreadableRecord,
        "\(RecordKind(error.entity).chinese)「\(error.key)」的欄位 \(error.field) 讀不出來；管理員的檢查會列出細節",
        "\(error.entity.rawValue) \"\(error.key)\" cannot be read: \(error.field); the operator's check gives details")
    case let error as DatabaseError: self = Self.store(error)
    case let error as APIService.NoWay:
      self.init(
        error.isForLackOfConfiguration ? .serviceUnavailable : .conflict,
        error.isForLackOfConfiguration ? .notConfigured : .channelUnusable, error.reason)
    default: return nil
    }
  }

  /// An error that brings its own message and code.
  ///
  /// - Parameter fallback: the code if the error has none.
  init(_ status: HTTPResponse.Status, _ fallback: Code, of error: any Error) {
    self.init(status, code: (error as? any SpokenError)?.code ?? fallback.rawValue, Wording(of: error))
  }

  private static func faults(_ faults: RecordFaults) -> Problem {
    let spoken: any Error = faults
    var problem = Problem(
      .unprocessableContent, .invalidRecord,
      Wording((spoken as? any SpokenError)?.chinese ?? chinese(of: faults), faults.description))
    problem.errors = faults.faults.map { fault in
      let error: any Error = fault
      return FieldError(
        field: fault.path, code: (error as? any SpokenError)?.code ?? Code.invalidValue.rawValue,
        detail: Wording { fault.problem(in: $0) })
    }
    return problem
  }

  /// The faults in lines, as `RecordFaults.description` has them.
  private static func chinese(of faults: RecordFaults) -> String {
    let lines = faults.faults.prefix(RecordFaults.named).map { fault in
      (fault.path.isEmpty ? "" : "\(fault.path)：") + fault.problem(in: .traditionalChinese)
    }
    let rest = faults.faults.count - lines.count
    return (lines + (rest > 0 ? ["還有 \(rest) 項"] : [])).joined(separator: "\n")
  }

  /// Omits the path of the database.
  private static func store(_ error: DatabaseError) -> Problem {
    switch error {
    case .busy:
      .later(
        .serviceUnavailable, seconds: 1, .databaseBusy, "另一個程式正在使用資料庫；沒有改變任何資料",
        "the database is in use by another program; nothing was changed")
    case .full:
      Problem(
        .insufficientStorage, .databaseFull, "資料庫沒有空間了；沒有改變任何資料",
        "no space is left for the database; nothing was changed")
    case .readOnly:
      Problem(
        .serviceUnavailable, .databaseReadOnly, "資料庫不能寫入；沒有改變任何資料",
        "the database may not be written; nothing was changed")
    case .unfinished:
      .later(
        .serviceUnavailable, seconds: 30, .databaseUnavailable,
        "工作只完成一部分：先前的修改已經保留；請再做一次",
        "the work is half done: what was changed before stays; do it again")
    case .constraint:
      Problem(
        .conflict, .conflict, "別的修改先完成了；沒有改變任何資料，請再試一次", "another change came first; nothing was changed, try again")
    default:
      .later(.serviceUnavailable, seconds: 30, .databaseUnavailable, "資料庫目前無法使用", "the database is not available")
    }
  }
}

extension RecordFault {
  /// The place in the body: `entry 3.settings.quiet_to`.
  fileprivate var path: String { [place, field, member ?? ""].filter { !$0.isEmpty }.joined(separator: ".") }
}
