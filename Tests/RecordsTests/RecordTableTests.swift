import Folklore
import Foundation
import JSON
import Records
import Sheets
import TestSupport
import Testing

@Suite("tables of records", .timed)
struct RecordTableTests {
  private func read(_ entity: Entity, _ text: String) throws -> RecordInput.Contained {
    try RecordInput.read(entity, in: Data(text.utf8))
  }

  @Test("the Chinese titles of the fields are headings, and so are those that people write")
  func chinese() throws {
    let contained = try read(.activity, "廟宇,名稱,開始,地點\n大甲鎮瀾宮,遶境,2027-04-29 19:00,廟埕\n")
    #expect(contained.drafts[0].fields.map(\.name) == ["temple", "title", "start_at", "place"])
    #expect(try read(.activity, "Temple,Title\n甲,乙\n").drafts[0].fields.map(\.name) == ["temple", "title"])
    #expect(
      try read(.temple, "名稱,主祀神明,主祀神明（文字）,經度,緯度,連絡電話\n甲,mazu,媽祖,121,25,1\n").drafts[0].fields.map(\.name)
        == ["name", "deity", "main_deity", "lng", "lat", "phone"])
  }

  @Test("every title of a field is its heading in each language", arguments: Entity.allCases)
  func titles(entity: Entity) throws {
    for field in entity.fields where entity.title(of: field.name, in: .traditionalChinese) != field.name {
      for language in Language.allCases {
        let title = entity.title(of: field.name, in: language)
        // The name of another field goes before.
        if title == "Main deity" { continue }
        #expect(try read(entity, "\"\(title)\"\nx\n").drafts[0].fields.map(\.name) == [field.name], "\(title)")
      }
    }
  }

  @Test("a column that is no field is ignored and named; a table without a field is refused")
  func ignored() throws {
    let contained = try read(.deity, "key,name,電話,owner\na,甲,0912,x\n")
    #expect(contained.drafts[0].fields.map(\.name) == ["key", "name"])
    #expect(contained.notes.map(\.chinese) == ["沒有讀取的欄位：電話、owner"])
    #expect(throws: InputError.noHeader("電話, 住址")) { try read(.deity, "電話,住址\n1,2\n") }
  }

  @Test("a comma without quotes is a fault of its row, and empty cells at its end are not")
  func longRows() throws {
    let drafts = try read(.deity, "key,name\na,甲,,\nb,乙,丙\n").drafts
    #expect(drafts.map { $0.fields.map(\.name) } == [["key", "name"], ["key", "name", "column 3"]])
  }

  @Test("what spreadsheets write for nothing is nothing but in a name, and whole numbers have no fraction")
  func values() throws {
    let drafts = try read(
      .temple, "key,name,religion,founded,source_ref,phone,lat\na.0,無,NULL,1730.0,900027.0,#N/A,25.0\n"
    ).drafts
    #expect(
      drafts[0].fields.map(\.value) == [
        .text("a.0"), .text("無"), .text(""), .text("1730"), .text("900027"), .text(""), .text("25.0"),
      ])
  }

  @Test("Big5, UTF-16, semicolons, tabs and workbooks give the same records")
  func forms() throws {
    let expected = try read(.deity, "key,name\na,名稱\n").drafts
    let text = "key;name\r\na;名稱\r\n"
    let utf16 = text.utf16Bytes()
    let big5 = Array("key\tname\na\t".utf8) + [0xA6, 0x57, 0xBA, 0xD9, 0x0A]
    for bytes in [utf16, [0xFF, 0xFE] + utf16, big5, SmallWorkbook.of([["key", "name"], ["a", "名稱"]])] {
      #expect(try RecordInput.read(.deity, in: Data(bytes)).drafts == expected)
    }
    #expect(try RecordInput.read(.deity, in: Data(big5)).notes == [.otherEncoding(.big5)])
  }

  @Test("JSON in UTF-16 is read, and what is no table is refused with advice")
  func others() throws {
    let json = #"[{"key":"a"}]"#.utf16Bytes()
    #expect(try RecordInput.drafts(of: .deity, in: Data(json)).count == 1)
    #expect(throws: InputError.sheet(.otherFormat("PDF"))) { try read(.deity, "%PDF-1.4") }
  }

  @Test("the numbers of spreadsheets are dates where the column is of dates")
  func serials() throws {
    // Day 46506 of Excel is 2027-04-29; 19:00 is 0.7916667 of a day.
    let rows = "廟宇,名稱,開始時間,備註\n甲,乙,46506.7916666667,46506\n甲,丙,46506,\n甲,丁,7,\n"
    let drafts = try read(.activity, rows).drafts
    #expect(drafts.map { $0.given("start_at")?.text } == ["2027-04-29 19:00", "2027-04-29", "7"])
    let rules = try read(.event, "名稱,日期規則\n甲,46506\n乙,農曆三月廿三\n").drafts
    #expect(rules.map { $0.given("rule")?.text } == ["2027-04-29", "農曆三月廿三"])
  }

  @Test("an export opens in spreadsheets and comes back unchanged")
  func roundTrip() throws {
    let texts = ["=1+1", "-", "無", "甲,\"乙\"", "一\n二", "'=x"]
    let records = texts.enumerated().map { index, text in
      JSON.object([.init("id", .integer(index)), .init("key", .text("k\(index)")), .init("name", .text(text))])
    }
    let csv = try RecordInput.csv(records, of: .deity, clock: ZonedClock(identifier: "Asia/Taipei"))
    #expect(csv.hasPrefix("\u{FEFF}id,key,name,"))
    let contained = try read(.deity, csv)
    #expect(contained.notes.isEmpty && contained.drafts.map { $0.given("name")?.text } == texts)
    #expect(contained.drafts[0].given("id") == .text("0"))
  }

  @Test("a template has Chinese headings and an example that is read without a fault", arguments: Entity.allCases)
  func template(entity: Entity) throws {
    guard let text = RecordInput.template(of: entity) else {
      #expect(entity == .user)
      return
    }
    #expect(text.hasPrefix("\u{FEFF}"))
    let contained = try read(entity, text)
    #expect(contained.notes.isEmpty && contained.drafts.count == 1)
    for given in contained.drafts[0].fields {
      let field = try #require(entity.index(of: given.name).map { entity.fields[$0] })
      // A local time becomes an instant before it is checked.
      if given.name.hasSuffix("_at") { continue }
      _ = try field.kind.checked(given.value, isText: true)
    }
    for field in entity.fields where field.isRequired && field.defaultValue == .null {
      #expect(contained.drafts[0].given(field.name) != nil, "\(field.name)")
    }
  }
}
