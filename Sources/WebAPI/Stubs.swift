import Store
import Folklore
import Reminders
public enum APIRole: String, CaseIterable, Comparable, Sendable { case user, reader, editor, admin
  public static func < (a: APIRole, b: APIRole) -> Bool { allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)! } }
public struct APIToken: Hashable, Sendable { let id: Int; let name: String; let role: APIRole; let userUUID: String?; let userID: Int?; let createdAt: Int; let expiresAt: Int?; let lastUsedAt: Int?; let revokedAt: Int? }
extension Store {
  func publicMark() throws -> String { "" }
  func record(_ e: Entity, id: Int) throws -> Record { try record(e, key: "") }
  func token(_ t: String, now: Int) throws -> APIToken? { nil }
  func touchToken(_ id: Int, now: Int) throws {}
  func makeToken(name: String, role: APIRole, user: String?, expiresAt: String?, _ c: Change) throws -> String { "" }
  func tokens(of: String?) throws -> [APIToken] { [] }
  func revokeToken(_ id: String, _ c: Change) throws -> APIToken { fatalError() }
  func startSession(userID: Int, now: Int, lifetimeSeconds: Int) throws -> String { "" }
  func refreshSession(_ t: String, now: Int, lifetimeSeconds: Int) throws -> (user: Record, refreshToken: String)? { nil }
  func endSession(_ t: String, now: Int) throws {}
  func signIn(googleID: String, email: String, displayName: String?, avatarURL: String?, _ c: Change) throws -> Record { fatalError() }
  func audit(_ e: Entity?, key: String?, before: Int?, limit: Int) throws -> [AuditEntry] { [] }
}
extension Record { var createdAt: Int { 0 }; var updatedAt: Int { 0 }
  func json(without: Set<String>) -> FieldValue { json } }
extension Event { var coverURL: String? { nil } }
extension Entity { func jsonSchema(forWriting: Bool, without: Set<String> = []) -> FieldValue { nil } }
extension ListQuery { var after: Int? { get { nil } set {} } }
struct ReminderCursor { init(_ r: LoggedReminder) {}; init?(_ t: String) {}; var text: String { "" } }
extension ReminderQuery { var from: Int? { get { nil } set {} }; var until: Int? { get { nil } set {} }; var isDescending: Bool { get { false } set {} }; var after: ReminderCursor? { get { nil } set {} } }
extension ReminderQueue { func plannedUntil() throws -> Int? { nil }; func oldestDue() throws -> Int? { nil } }
enum FeedEndpoints { static let all: [Endpoint] = [] }
