import Store
import Folklore
import Reminders
extension Store {
  func audit(_ e: Entity?, key: String?, before: Int?, limit: Int) throws -> [AuditEntry] { [] }
}
extension Record { var createdAt: Int { 0 }; var updatedAt: Int { 0 }
  func json(without: Set<String>) -> FieldValue { json } }
extension Event { var coverURL: String? { nil } }
extension Entity { func jsonSchema(forWriting: Bool, without: Set<String> = []) -> FieldValue { nil } }
extension ListQuery { var after: Int? { get { nil } set {} } }
struct ReminderCursor { init(_ r: LoggedReminder) {}; init?(_ t: String) {}; var text: String { "" } }
extension ReminderQuery { var from: Int? { get { nil } set {} }; var until: Int? { get { nil } set {} }; var isDescending: Bool { get { false } set {} }; var after: ReminderCursor? { get { nil } set {} } }
