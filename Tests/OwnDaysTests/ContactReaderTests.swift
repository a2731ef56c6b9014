import Folklore
import OwnDays
import TestSupport
import Testing

private func read(_ lines: String...) throws -> CalendarContents {
  try ContactReader.read(Array((["BEGIN:VCARD"] + lines + ["END:VCARD"]).joined(separator: "\r\n").utf8))
}

@Suite("Birthdays of contacts", .timed)
struct ContactReaderTests {
  @Test(
    "A birthday in each form of vCard 2.1, 3.0 and 4.0 comes every year",
    arguments: [
      "BDAY:1955-03-14", "BDAY:19550314", "BDAY;VALUE=date:1955-03-14", "BDAY:--0314", "BDAY:--03-14",
      "BDAY:1955-03-14T00:00:00Z", "item1.BDAY:1955-03-14", "bday;X-APPLE-OMIT-YEAR=1604:1604-03-14",
    ])
  func birthdays(line: String) throws {
    let found = try read("VERSION:3.0", "FN:測試人", "N:人;測試;;;", line)
    #expect(found.days.map(\.title) == ["測試人生日"])
    #expect(found.days.map(\.rule.description) == ["solar 3/14"] && found.days[0].observance == .birthday)
  }

  @Test("A lunar birthday is lunar, and the one that is kept")
  func lunar() throws {
    for line in [
      "X-ALTBDAY;CALSCALE=chinese:4-32-08-15", "BDAY;CALSCALE=chinese:--08-15", "X-ALTBDAY;CALSCALE=chinese:8-15",
    ] {
      #expect(try read("FN:阿嬤", "BDAY:1955-09-30", line).days.map(\.rule.description) == ["lunar 8/15"], "\(line)")
    }
    #expect(
      try read("FN:阿公", "X-ALTBDAY;CALSCALE=chinese:4-32-06L-15").days.map(\.rule.description) == [
        "lunar 6/15 leap=leap"
      ])
  }

  @Test("Names, anniversaries, several contacts, and quoted-printable of old telephones")
  func others() throws {
    #expect(try read("N:Lin;Amy;;;", "BDAY:1990-05-04").days.map(\.title) == ["Amy Lin’s birthday"])
    #expect(try read("N:林;美;;;", "ANNIVERSARY:20100610").days.map(\.title) == ["林美紀念日"])
    let old = try read(
      "VERSION:2.1", "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E6=B8=AC=", "=E8=A9=A6", "BDAY:19550314")
    #expect(old.days.map(\.title) == ["測試生日"])
    let two = try ContactReader.read(
      Array("BEGIN:VCARD\nFN:甲\nBDAY:1955-03-14\nEND:VCARD\nBEGIN:VCARD\nFN:乙\nEND:VCARD\n".utf8))
    #expect(two.days.count == 1 && two.skipped.isEmpty)
  }

  @Test("A birthday that has no month and day is named", arguments: ["---14", "1955", "circa 1955", "1955-13-01"])
  func wrong(birthday: String) throws {
    let found = try read("FN:甲", "BDAY:\(birthday)")
    #expect(found.days.isEmpty)
    #expect(found.skipped.first?.text(in: .traditionalChinese).contains("甲") == true)
    #expect(found.skipped.first?.fault.description.contains(birthday) == true)
  }

  @Test("A file that is cut off, or has a thousand contacts more, is refused")
  func refused() {
    #expect(throws: OwnDayFault.self) { try ContactReader.read(Array("BEGIN:VCARD\nFN:甲\n".utf8)) }
    let many = String(repeating: "BEGIN:VCARD\nFN:x\nEND:VCARD\n", count: 1_001)
    #expect(throws: OwnDayFault.self) { try ContactReader.read(Array(many.utf8)) }
  }
}
