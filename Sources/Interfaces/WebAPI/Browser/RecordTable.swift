import Addresses
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Store
import WebPages

/// The list of one kind of record: as a page, or as a file with all that the query finds.
struct RecordTable {
  let visit: Visit
  let entity: Entity

  enum Format { case csv, json }

  private static let pageSize = 50

  init(_ visit: Visit, _ entity: Entity) {
    self.visit = visit
    self.entity = entity
  }

  /// The records of a query.
  private struct Found: Sendable {
    var records: [Record]
    var total: Int
    var next: String?
    var nextDays: [Int: SolarDate] = [:]
    var names: FormValues.ReferenceNames = [:]
  }

  func page() async throws -> PageAnswer {
    let found = try await found(limit: Self.pageSize)
    var content = ListPage.Content()
    content.search = search ?? ""
    content.chosen = chosen
    content.order = order
    content.records = found.records
    content.total = found.total
    content.start = start
    content.next = found.next
    content.first = start > 1 ? query(after: nil, from: nil) : nil
    content.query = query(after: nil, from: nil)
    let today = visit.moment.today
    content.nextDays = found.nextDays.mapValues { ("\($0)", $0.julianDayNumber - today.julianDayNumber) }
    content.referred = found.names
    if entity == .temple {
      let temples = try await visit.service.keeper.current().temples
      content.counties = Set(temples.compactMap(\.county)).sorted()
    }
    content.clock = visit.clock
    content.mayWrite = visit.role >= .editor
    content.notice = visit.doneNotice
    return .page(ListPage(entity, content, visit.language), section: entity.plural)
  }

  func file(as format: Format) async throws -> PageAnswer {
    let records = try await found(limit: 100_000).records.map(\.json)
    let isCSV = format == .csv
    let text = isCSV ? RecordInput.csv(records, of: entity, clock: visit.clock) : JSON.list(records).json()
    var answer = PageAnswer(
      body: .file(Array(text.utf8), type: isCSV ? "text/csv; charset=utf-8" : MediaType.json.rawValue))
    answer.headers[.contentDisposition] = "attachment; filename=\"\(entity.plural).\(isCSV ? "csv" : "json")\""
    return answer
  }

  // MARK: The query

  private var search: String? {
    visit.query.first("search").map { String($0.trimmed.prefix(200)) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var order: String {
    let orders = ListPage.orders(of: entity)
    return visit.query.first("sort").flatMap { orders.contains($0) ? $0 : nil } ?? orders[0]
  }

  private var chosen: [String: String] {
    Dictionary(
      uniqueKeysWithValues: ListPage.filters(of: entity).compactMap { field in
        visit.query.first(field.name).flatMap { $0.isEmpty ? nil : (field.name, $0) }
      })
  }

  private var start: Int { visit.query.first("from").flatMap { Int($0) }.map { max(1, min($0, 10_000_000)) } ?? 1 }

  private func query(after: String?, from: Int?) -> String {
    var pairs = [("search", search), ("sort", visit.query.first("sort").map { _ in order })]
    pairs += chosen.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    pairs += [("after", after), ("from", from.map { "\($0)" })]
    return PercentEncoding.query(pairs.map { ($0.0, $0.1 ?? "") })
  }

  private func found(limit: Int) async throws -> Found {
    var query = ListQuery()
    query.search = search
    query.conditions = chosen.map { .init(field: $0.key, value: $0.value) }
    if entity == .event { query.conditions.append(.init(field: "owner", value: "")) }
    let byNext = order == "next"
    query.order = byNext ? .data : ListQuery.Order(order) ?? .data
    query.limit = byNext ? 100_000 : limit + 1
    // The order by next day is ours, so its pages are counted.
    query.after = byNext ? nil : visit.query.first("after").flatMap { Int($0) }
    let (asked, entity, today) = (query, entity, visit.moment.today)
    var found: Found
    do {
      found = try await visit.work { store in
        let page = try store.list(entity, asked)
        return Found(
          records: page.records, total: page.total, nextDays: entity == .event ? try store.nextDays(from: today) : [:])
      }
    } catch is RecordFaults where query.after != nil {
      // The record that this page began after has been removed meanwhile: begin again.
      throw PageProblem.nothingHere
    } catch is RecordFaults {
      found = Found(records: [], total: 0)
    }
    if byNext {
      let days = found.nextDays
      found.records.sort { left, right in
        // Without a next day, an event comes last.
        func place(_ record: Record) -> (Int, Int) {
          (days[record.id ?? 0]?.julianDayNumber ?? .max, record.id ?? 0)
        }
        return place(left) < place(right)
      }
      let rest = found.records.count - (start - 1)
      found.next = rest > limit ? self.query(after: nil, from: start + limit) : nil
      found.records = Array(found.records.dropFirst(start - 1).prefix(limit))
    } else if found.records.count > limit {
      found.records.removeLast()
      found.next = self.query(after: found.records.last?.id.map { "\($0)" }, from: start + limit)
    }
    let keys = RecordEditor.referred(found.records.map(\.json), of: entity)
    found.names = try await visit.work { try $0.names(of: keys) }
    return found
  }
}
