import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import WebPages

@Suite("Forms made from the fields of records", .timed)
struct FormTests {
  private static let kinds: [Entity] = [.source, .deity, .event, .temple, .group]

  // MARK: Labels

  @Test("Every field of the back office has a label in three languages", arguments: PageSection.all)
  func labels(entity: Entity) {
    for field in FieldLabels.fields(of: entity) {
      let names = Language.allCases.map { FieldLabels.label(of: field.name, entity, $0) }
      for name in names {
        #expect(name.part != .others, "\(entity.rawValue).\(field.name) has no entry in FieldLabels")
      }
      #expect(names[2].name.utf8.allSatisfy { $0 < 0x80 }, "the English label of \(field.name)")
      guard case .choice(let choices) = field.kind else { continue }
      for choice in choices {
        let words = Language.allCases.map { ChoiceWords.name(of: choice, field: field.name, entity, $0) }
        #expect(words.allSatisfy { $0 != choice }, "\(entity.rawValue).\(field.name) \(choice) has no words")
      }
    }
  }

  @Test("A field without a label is shown with its name, at the end")
  func unknownField() {
    let label = FieldLabels.label(of: "invented", .event, .traditionalChinese)
    #expect(label.name == "invented" && label.part == .others)
  }

  // MARK: From a record and back

  @Test("A record that is sent back unchanged stays as it is", arguments: kinds)
  func roundTrip(entity: Entity) throws {
    let (clock, reader) = (try PageTexts.clock(), try PageTexts.reader())
    for record in try PageTexts.records.get()[entity] ?? [] {
      let html = try PageTexts.form(FormValues(record, of: entity, names: [:], clock: clock))
      let sent = try #require(PageTexts.sent(PageTexts.pairs(html)))
      let (draft, faults) = FormValues(sent, of: entity).draft(by: reader)
      #expect(faults.isEmpty)
      for given in draft.fields {
        let field = try #require(entity.fields.first { $0.name == given.name })
        let value = try field.kind.checked(given.value, isText: false)
        #expect(
          value == field.kind.arranged(try field.kind.checked(record[given.name], isText: false)),
          "\(record["key"].text ?? "").\(given.name)")
      }
      let expected = FieldLabels.fields(of: entity).map(\.name).filter { $0 != "key" }
      #expect(Set(draft.fields.map(\.name)) == Set(expected))
    }
  }

  @Test("A reference shows the name and the key, and the key is read; other brackets belong to a name")
  func references() throws {
    let record = try PageTexts.record(.event, "mazu")
    let values = FormValues(record, of: .event, names: [.deity: ["mazu": "天上聖母"]], clock: try PageTexts.clock())
    #expect(values.first("deity") == "天上聖母（mazu）")
    #expect(FormValues.key("天上聖母（mazu）") == "mazu")
    #expect(FormValues.key(" 保儀大夫聖誕（新莊） ") == "保儀大夫聖誕（新莊）")
    #expect(FormValues.key("媽祖") == "媽祖" && FormValues.key("（）") == "（）")
  }

  @Test("Times are shown and read in the server's zone")
  func times() throws {
    let (clock, reader) = (try PageTexts.clock(), try PageTexts.reader())
    let record: JSON = ["start_at": "2027-04-29T11:00:00Z"]
    #expect(FormValues(record, of: .activity, names: [:], clock: clock).first("start_at") == "2027-04-29 19:00")
    for text in ["2027-04-29 19:00", "2027-04-29T19:00", "2027/4/29 19:00", "116/4/29 下午7時"] {
      let form = try #require(PageTexts.sent([("start_at", text)]))
      #expect(FormValues(form, of: .activity).draft(by: reader).draft.given("start_at") == "2027-04-29T11:00:00Z")
    }
  }

  @Test("Numbers that are none are faults of their field, and what was typed stays")
  func numbers() throws {
    let form = try #require(PageTexts.sent([("lat", "二十五"), ("founded", "1738"), ("name", "廟")]))
    let values = FormValues(form, of: .temple)
    let (draft, faults) = values.draft(by: try PageTexts.reader())
    #expect(faults.map(\.field) == ["lat"] && draft.given("founded") == 1738)
    #expect(faults[0].problem(in: .traditionalChinese) == "「二十五」不是數字")
    let html = try PageTexts.form(values, faults: faults)
    let input = try #require(try PageTexts.elements(html).first { $0.attributes["id"] == "f-lat" })
    #expect(input.attributes["value"] == "二十五" && input.attributes["aria-invalid"] == "true")
    #expect(input.attributes["aria-describedby"] == "f-lat-hint f-lat-fault")
  }

  @Test("Only the fields that a form has are given; a blank text removes the value")
  func given() throws {
    let form = try #require(PageTexts.sent([("role", " "), ("aliases", "一"), ("aliases", ""), ("aliases", "二 ")]))
    let draft = FormValues(form, of: .deity).draft(by: try PageTexts.reader()).draft
    #expect(draft.fields.map(\.name) == ["aliases", "role"])
    #expect(draft.given("aliases") == ["一", "二"] && draft.given("role") == .null)
  }

  // MARK: Lists

  @Test(
    "Buttons of lists add, remove and move items; others do nothing",
    arguments: [
      ("add:events", ["a", "b", "c", ""]), ("remove:events:1", ["a", "c"]), ("up:events:2", ["a", "c", "b"]),
      ("down:events:0", ["b", "a", "c"]), ("up:events:0", ["a", "b", "c"]), ("down:events:2", ["a", "b", "c"]),
      ("remove:events:9", ["a", "b", "c"]), ("remove:events:-1", ["a", "b", "c"]), ("burn:events:0", ["a", "b", "c"]),
      ("remove", ["a", "b", "c"]), ("", ["a", "b", "c"]),
    ])
  func lists(action: String, expected: [String]) throws {
    var values = FormValues(
      try #require(PageTexts.sent([("events", "a"), ("events", "b"), ("events", "c")])), of: .group)
    values.apply(action)
    #expect(values.all("events") == expected)
  }

  @Test("Rows of objects are added and removed, and blank ones are no rows")
  func rows() throws {
    var values = FormValues(
      try #require(PageTexts.sent([("disagreements.0.rule", "lunar 3/1"), ("disagreements.0.note", "甲")])), of: .event)
    values.apply("add:disagreements")
    #expect(values.rows("disagreements") == 2)
    let reader = try PageTexts.reader()
    #expect(values.draft(by: reader).draft.given("disagreements")?.list.count == 1)
    values.apply("remove:disagreements:0")
    let rest = values.draft(by: reader).draft.given("disagreements")
    #expect(rest?.list.isEmpty == true)
    // Somebody may send any number.
    for number in ["999999999", "500", "-5", "\(Int.max)", "\(Int.min)"] {
      let wild = FormValues(try #require(PageTexts.sent([("disagreements.\(number).rule", "x")])), of: .event)
      #expect(wild.rows("disagreements") <= 500, "row \(number)")
      #expect(wild.draft(by: reader).draft.given("disagreements")?.list.isEmpty ?? true)
    }
  }

  // MARK: Hostile texts

  @Test(
    "Texts stay texts, wherever they stand",
    arguments: [
      #""><script>alert(1)</script>"#, "\"\u{301} onfocus=alert(1) x=\"", "'\u{327}><b>", "&lt;b&gt;", "{{title}}",
      "</textarea><img>", "<\u{338}script>", "😀\u{202E}",
    ])
  func hostile(text: String) throws {
    func value(_ kind: FieldKind, _ text: String) -> JSON {
      switch kind {
      case .names, .references: .list([.text(text)])
      case .objects(let members): .list([.object(members.map { JSON.Member($0.name, value($0.kind, text)) })])
      default: .text(text)
      }
    }
    func record(_ text: String) -> JSON {
      .object(Entity.deity.fields.map { JSON.Member($0.name, value($0.kind, text)) })
    }
    let values = FormValues(record(text), of: .deity, names: [:], clock: try PageTexts.clock())
    let faults = Entity.deity.fields.map { RecordFault(field: $0.name, problem: text) }
    let html = try PageTexts.form(values, faults: faults, isNew: true)
    let plain = try PageTexts.form(
      FormValues(record("plain"), of: .deity, names: [:], clock: try PageTexts.clock()), faults: faults, isNew: true)
    let names = { (html: String) in Set(try PageTexts.elements(html).map(\.name)) }
    #expect(try names(html) == names(plain))
    for element in try PageTexts.elements(html) {
      #expect(element.attributes.keys.allSatisfy { !$0.hasPrefix("on") })
    }
    let shown = try PageTexts.pairs(html).filter { $0.1 == text }.count
    let controls = Entity.deity.fields.reduce(0) { $0 + max(1, $1.kind.innerFields.count) }
    #expect(shown == controls, "every field holds the text, also those in rows")
  }

  @Test(
    "Forms that are no percent-encoded UTF-8 are refused",
    arguments: ["a=%", "a=%2", "a=%GG", "a=%FF", "a=%00", "%C0%AF=b"])
  func unreadable(text: String) {
    #expect(FormData(urlEncoded: Array(text.utf8)) == nil)
  }

  @Test("Names may repeat, blanks are plus signs, and line ends are one character")
  func formData() throws {
    let form = try #require(FormData(urlEncoded: Array("a=1+2&b=%E5%AA%BD%0D%0Ax&a=&c&=d".utf8)))
    #expect(form.all("a") == ["1 2", ""] && form.first("b") == "媽\nx" && form.first("c") == "")
    #expect(FormData(urlEncoded: Array(String(repeating: "a=b&", count: 3_000).utf8)) == nil)
  }
}
