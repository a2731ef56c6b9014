import Addresses
import Folklore
import Lunisolar
import Records
import Store
import WebPages

/// What a page of the log shows, in the query of its address: `status=failed&channel=mail`.
struct ReminderFilter: Sendable {
  var status: ReminderStatus?
  var user = ""
  var event = ""
  var reason = ""
  var channel: ChannelKind?
  /// Days in the server's zone: `2026-11-23`.
  var from = ""
  var to = ""

  init(_ form: FormData) {
    func text(_ name: String) -> String { String((form.first(name) ?? "").trimmed.prefix(2_000)) }
    status = ReminderStatus(rawValue: text("status"))
    (user, event, reason) = (text("user"), text("event"), text("reason"))
    channel = ChannelKind(rawValue: text("channel"))
    (from, to) = (text("from"), text("to"))
  }

  init(status: ReminderStatus? = nil, user: String = "", reason: String = "") {
    (self.status, self.user, self.reason) = (status, user, reason)
  }

  /// The names and values that are not empty.
  var pairs: [(name: String, value: String)] {
    [
      ("status", status?.rawValue ?? ""), ("user", user), ("event", event), ("reason", reason),
      ("channel", channel?.rawValue ?? ""), ("from", from), ("to", to),
    ].filter { !$0.1.isEmpty }
  }

  /// An address with this query.
  func address(_ path: String = "/admin/reminders", after cursor: ReminderCursor? = nil) -> String {
    let query = PercentEncoding.query(pairs + [("after", cursor?.text ?? "")])
    return query.isEmpty ? path : path + "?" + query
  }

  /// The query of the log.
  ///
  /// - Throws: `ReminderFilterFault` for a day that is none.
  func query(_ clock: ZonedClock, eventKey: String?) throws -> ReminderQuery {
    var query = ReminderQuery()
    query.status = status
    query.user = user.isEmpty ? nil : user
    query.event = eventKey
    query.reason = reason.isEmpty ? nil : reason
    query.channel = channel?.rawValue
    query.from = try start(of: from, clock)
    query.until = try start(of: to, clock, days: 1)
    query.isDescending = status != .queued
    return query
  }

  private func start(of text: String, _ clock: ZonedClock, days: Int = 0) throws -> Int? {
    guard !text.isEmpty else { return nil }
    guard let date = try? SolarDate(iso: text) else { throw ReminderFilterFault(value: text) }
    return clock.instant(on: date.advanced(by: days), at: TimeOfDay(uncheckedMinutes: 0))
  }
}

/// A part of a filter that cannot be understood.
struct ReminderFilterFault: Error, Hashable {
  let value: String
}
