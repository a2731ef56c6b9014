import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Structured notes on worship in the database", .timed)
struct WorshipTests {
  private static let event =
    #"{"key":"a","type":"festival","observance":"festival","title":"浴佛節","rule":"lunar 4/8","worship_guide":["#
  private static let deity = #"{"key":"d","name":"文昌帝君","needs":["#

  private static func sources() throws -> TestStore {
    let test = try TestStore()
    try test.add(.source, #"[{"key":"T","title":"廟","kind":"temple"}]"#)
    return test
  }

  @Test("A guide is kept as it is given, and comes back out of CSV in its order")
  func kept() throws {
    let test = try Self.sources()
    try test.add(
      .event,
      Self.event
        + #"{"part":"offering","text":"鮮花","text_en":"flowers","amount":2,"unit":"束","unit_en":"bunches","sources":["T"]},{"part":"offering","text":"麵","amount":1,"unit":"碗","people":1,"diet":"vegetarian","sources":["T"]},{"part":"custom","text":"浴佛","among":"temples","sources":["T"]}]}"#
    )
    let record = try test.store.record(.event, key: "a")
    let event = try #require(try test.store.catalogue().event("a"))
    #expect(
      event.worshipGuide == [
        WorshipLine(.offering, "鮮花", english: "flowers", amount: 2, unit: "束", englishUnit: "bunches", sources: ["T"]),
        WorshipLine(.offering, "麵", amount: 1, unit: "碗", people: 1, diet: .vegetarian, sources: ["T"]),
        WorshipLine(.custom, "浴佛", custom: .temples, sources: ["T"]),
      ])
    let again = try Self.sources()
    let exported = try RecordInput.csv([record.json], of: .event, clock: ZonedClock(identifier: "Asia/Taipei"))
    _ = try again.store.add(RecordInput.drafts(of: .event, in: Data(exported.utf8)), to: .event, TestStore.change)
    #expect(try again.store.record(.event, key: "a")["worship_guide"] == record["worship_guide"])
  }

  @Test(
    "A line that is wrong is named, with what is right",
    arguments: [
      (#"{"part":"step","text":"上香"}"#, #"line 1, "上香", names no source: give at least one"#),
      (
        #"{"part":"offering","text":"三牲","diet":"meat","sources":["T"]}"#,
        "on a Buddhist day nothing with meat is offered"
      ),
      (#"{"part":"paper","text":"壽全","sources":["T"]}"#, "is no known joss paper: perhaps 壽金"),
      (#"{"part":"offering","text":"鮮花、水果","sources":["T"]}"#, "is no bare name of one thing"),
      (#"{"part":"custom","text":"浴佛","sources":["T"]}"#, "says not among whom"),
      (
        #"{"part":"step","text":"上香","amount":3,"sources":["T"]}"#,
        "has amount, which goes with what is offered or burned"
      ),
      (#"{"part":"offering","text":"花","unit":"束","sources":["T"]}"#, "has a unit or people without an amount"),
      (#"{"part":"dance","text":"花","sources":["T"]}"#, #""dance" is not one of when, offering, paper"#),
      (#"{"part":"step","text":"上香","sources":["X"]}"#, "X"),
    ])
  func faults(line: String, message: String) throws {
    let test = try Self.sources()
    let error = #expect(throws: (any Error).self) { try test.add(.event, Self.event + line + "]}") }
    #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    #expect(try test.store.records(.event).isEmpty)
  }

  @Test("What a deity is asked for has a source, and each need stands once")
  func needs() throws {
    let test = try Self.sources()
    for (needs, message) in [
      (#"{"need":"exams"}"#, "\"exams\" names no source"),
      (#"{"need":"exams","sources":["T"]},{"need":"exams","sources":["T"]}"#, "\"exams\" is named twice"),
      (#"{"need":"flying","sources":["T"]}"#, "\"flying\" is not one of exams, study"),
    ] {
      let error = #expect(throws: (any Error).self) { try test.add(.deity, Self.deity + needs + "]}") }
      #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    }
    try test.add(.deity, Self.deity + #"{"need":"exams","sources":["T"]},{"need":"study","sources":["T"]}]}"#)
    #expect(try test.store.catalogue().deities(answering: .study).map(\.key) == ["d"])
  }

  @Test("Whoever prepares is reminded some days before what most people keep; a change of the weight replans")
  func prepare() throws {
    let desk = try QueueDesk()
    try desk.test.store.edit(.event, key: "e0", Draft(fields: [.init("weight", 2)]), QueueDesk.change())
    try desk.user(1, events: [0], ["prepare_days": 4])
    _ = try desk.plan()
    func kinds() throws -> [String] {
      try desk.queue.page(ReminderQuery(), now: QueueDesk.start).reminders.map {
        "\($0.kind.rawValue) \($0.daysBefore)"
      }.sorted()
    }
    #expect(try kinds() == ["day_of 0", "main 1", "prepare 4"])
    #expect(QueueDesk.brief(try desk.claim(at: QueueDesk.at(1))) == ["e0 prepare"])
    try desk.test.store.edit(.event, key: "e0", Draft(fields: [.init("weight", 3)]), QueueDesk.change())
    #expect(try kinds().contains("early 3"))
  }

  @Test("A reminder tells what the event, or what is told with it, says is offered")
  func told() throws {
    let desk = try QueueDesk()
    let store = desk.test.store
    try store.add(
      [Draft(fields: [.init("key", "T"), .init("title", "廟"), .init("kind", "temple")])], to: .source,
      QueueDesk.change())
    let guide: JSON = [["part": "offering", "text": "壽桃", "sources": ["T"]]]
    try store.edit(.event, key: "e0", Draft(fields: [.init("worship_guide", guide)]), QueueDesk.change())
    try desk.user(1, events: [0])
    _ = try desk.plan()
    let claim = try desk.claim(at: QueueDesk.at(2))
    #expect(claim.reminders.first?.occurrence.guide.offerings(in: .traditionalChinese) == "壽桃")
  }
}
