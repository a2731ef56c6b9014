import Folklore
import JSON
import OwnDays
import Records
import Store
import WebPages

/// Adds several own days, all or none: those of a death, or of a file.
struct OwnDayAdding {
  private let read:
    @Sendable (@escaping @Sendable (Store) throws -> [String: DateRule]) async throws -> [String: DateRule]
  private let write: @Sendable (@escaping @Sendable (Store) throws -> (Int, Int)) async throws -> (Int, Int)
  private let user: String
  private let change: Change

  init(_ visit: Visit) throws {
    self.init(visit, to: try visit.person().userUUID, visit.change)
  }

  /// - Parameter user: the key of whoever keeps the days.
  init(_ visit: Visit, to user: String, _ change: Change) {
    (self.user, self.change) = (user, change)
    read = { body in try await visit.work(body) }
    write = { body in try await visit.write(body) }
  }

  init(_ call: Call) throws {
    (user, change) = (try call.userUUID(), call.change)
    read = { body in try await call.work(body) }
    write = { body in try await call.write(body) }
  }

  /// Why nothing was added, a sentence for each fault.
  struct Refusal: Error {
    let sentences: @Sendable (Language) -> [String]

    /// The sentences for the API, a line each.
    var wording: Wording { Wording { sentences($0).joined(separator: "\n") } }
  }

  /// - Parameter isNumbered: true if a name that is taken gets a number, as in files; otherwise it is refused.
  /// - Returns: how many were added, and how many were there already: the same name on the same days.
  /// - Throws: `Refusal`.
  func add(_ days: [OwnDay], isNumbered: Bool = false) async throws -> (added: Int, known: Int) {
    let (user, change) = (user, change)
    do {
      return try await write { store in
        let kept = try Self.kept(of: user, store)
        let (new, known, taken) = OwnDay.new(days, beside: kept)
        guard isNumbered || taken.isEmpty else {
          throw Refusal { language in Self.few(taken.map { OwnDayPages.sameName($0, language) }, language) }
        }
        try store.addOwnEvents(new.map(\.draft), of: user, change)
        return (new.count, known)
      }
    } catch let limit as OwnEventLimit {
      throw Refusal { [limit.sentence(in: $0)] }
    } catch let faults as RecordFaults {
      throw Refusal { language in Self.few(faults.faults.map { $0.problem(in: language) }, language) }
    }
  }

  /// The rules of the days that are there, by their titles.
  func kept() async throws -> [String: DateRule] {
    let user = user
    return try await read { try Self.kept(of: user, $0) }
  }

  private static func kept(of user: String, _ store: Store) throws -> [String: DateRule] {
    let own = try store.events(ownedBy: store.record(.user, key: user))
    return Dictionary(own.map { ($0.title.text(in: .traditionalChinese), $0.rule) }) { first, _ in first }
  }

  /// The first of many sentences.
  private static func few(_ sentences: [String], _ language: Language) -> [String] {
    let shown = OwnDayFaults.limit
    guard sentences.count > shown else { return sentences }
    let rest = sentences.count - shown
    return sentences.prefix(shown) + [language.say("另外還有 \(rest) 個。", "另外还有 \(rest) 个。", "And \(rest) more.")]
  }
}

extension OwnDay {
  /// The fields of a record.
  var draft: Draft {
    Draft(fields: [
      Draft.Given("title", .text(title)), Draft.Given("rule", .text(rule.description)),
      Draft.Given("observance", .text(observance.rawValue)), Draft.Given("note", note.map(JSON.text) ?? .null),
      Draft.Given("advance_days", advanceDays.map { .integer($0) } ?? .null),
    ])
  }

  /// The day of an event that a user owns; nil if a note or title is longer than files take.
  init?(_ event: Event) {
    try? self.init(
      title: event.title.text(in: .traditionalChinese), rule: event.rule, observance: event.observance,
      advanceDays: event.advanceDays, note: event.note)
  }
}
