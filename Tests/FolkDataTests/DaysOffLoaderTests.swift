import FolkData
import Folklore
import TestSupport
import Testing

@Suite("The file of days off", .timed)
struct DaysOffLoaderTests {
  private static let head = """
    holidays:
      - key: heping
        names: { zh-Hant: 和平紀念日, zh-Hans: 和平纪念日, en: Peace Memorial Day }
        rule: solar 2/28
        make_up: nearest
        sources: [A]
    years:
      - year: 2017
        sources: [A]

    """

  private func load(_ text: String?) throws -> DaysOff {
    try DaysOffLoader { text }.load(sources: [Source(key: "A", title: "甲", note: nil)])
  }

  @Test("The file is read completely; without it no day off is known")
  func good() throws {
    let daysOff = try load(Self.head + "    swaps:\n      - { off: 2017-02-27, work: 2017-02-18, for: heping }\n")
    #expect(daysOff.holidays.map(\.key) == ["heping"] && daysOff.holidays[0].makeUp == .nearest)
    #expect(daysOff.announcements.map(\.year) == [2017])
    #expect(daysOff.announcements[0].swaps.map { "\($0.off) \($0.work)" } == ["2017-02-27 2017-02-18"])
    #expect(try load(nil) == DaysOff())
    #expect(DaysOff().year(2026) == nil)
  }

  @Test(
    "Each fault names the file, the line and the field",
    arguments: [
      (
        "solar 2/28", "solar 2/30",
        "4: holidays[0].rule: date rule \"solar 2/30\": month 2 never has a day 30 (column 9)"
      ),
      ("nearest", "before", "5: holidays[0].make_up: \"before\" is not one of nearest, following"),
      ("sources: [A]\nyears", "sources: [B]\nyears", "6: holidays[0].sources: no source has the key \"B\""),
      ("和平紀念日", "和平纪念日", "3: holidays[0].names.zh-Hant: Simplified characters in Traditional text: 纪"),
      (
        "make_up: nearest", "makeup: nearest",
        "5: holidays[0].makeup: is not a field here; fields are key, names, rule, make_up, gives_way_to, sources"
      ),
      (
        "make_up: nearest", "make_up: nearest\n    gives_way_to: x",
        "6: holidays[0].gives_way_to: no other holiday has the key \"x\""
      ),
      ("year: 2017", "year: year", "8: years[0].year: \"year\" is not a whole number from 1"),
    ])
  func faults(old: String, new: String, fault: String) {
    #expect { try load(Self.head.replacing(old, with: new, maxReplacements: 1)) } throws: {
      "\($0)" == "days-off.yaml:" + fault
    }
  }

  @Test(
    "A swap that does not exchange a workday and a day off is a fault",
    arguments: [
      ("off: 2017-02-27, work: 2017-02-18, for: x", "years[0].swaps[0].for: no holiday has the key \"x\""),
      ("off: 2017-02-25, work: 2017-02-18, for: heping", "years[0].swaps[0].off: 2017-02-25 is off anyway"),
      ("off: 2017-02-28, work: 2017-02-18, for: heping", "years[0].swaps[0].off: 2017-02-28 is off anyway"),
      ("off: 2017-02-27, work: 2017-02-20, for: heping", "years[0].swaps[0].work: 2017-02-20 is a workday anyway"),
      ("off: 2018-02-27, work: 2017-02-18, for: heping", "years[0].swaps[0].off: 2018-02-27 is not in 2017"),
      (
        "off: 2017-02-30, work: 2017-02-18, for: heping",
        "years[0].swaps[0].off: solar date 2017-02-30 does not exist: month 2 of 2017 has 28 days"
      ),
      ("work: 2017-02-18, for: heping", "years[0].swaps[0].off: is missing"),
    ])
  func swaps(swap: String, fault: String) {
    #expect { try load(Self.head + "    swaps:\n      - { \(swap) }\n") } throws: {
      "\($0)" == "days-off.yaml:11: " + fault
    }
  }

  @Test("A missing year between announced years is a fault")
  func gap() {
    #expect { try load(Self.head + "  - year: 2019\n    sources: [A]\n") } throws: {
      "\($0)" == "days-off.yaml:10: years[1].year: 2019 does not follow 2017: no year may be left out"
    }
  }
}
