import Folklore
import TestSupport
import Testing

@Suite("Rules in RFC 7529", .timed)
struct RecurrenceRuleTests {
  @Test(
    "Rules that RFC 7529 can express have a recurrence rule",
    arguments: [
      ("lunar 3/23", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23"),
      ("lunar 6L/15", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=6L;BYMONTHDAY=15"),
      ("lunar 12/last", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1"),
      ("lunar */1,15", "RSCALE=CHINESE;FREQ=MONTHLY;BYMONTHDAY=1,15"),
      ("lunar 2..4/2,16", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=2,3,4;BYMONTHDAY=2,16"),
      ("lunar 12/30", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30;SKIP=BACKWARD"),
      ("lunar 12/30 short=forward", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30;SKIP=FORWARD"),
      ("lunar 12/30 short=omit", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30"),
      ("lunar 6/15 leap=both", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=6,6L;BYMONTHDAY=15"),
      ("lunar 1/9 eve", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=9"),
      ("solar 5/1", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1"),
      ("solar 5/sun#2", "FREQ=YEARLY;BYMONTH=5;BYDAY=2SU"), ("solar 11/thu#-1", "FREQ=YEARLY;BYMONTH=11;BYDAY=-1TH"),
      ("solar 2/29", "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=BACKWARD"),
      ("cycle 甲子", "FREQ=DAILY;INTERVAL=60"),
    ])
  func sayable(rule: String, recurrence: String) throws {
    #expect(try DateRule(rule).recurrenceRule == recurrence)
  }

  @Test(
    "Rules that RFC 7529 cannot express have no recurrence rule",
    arguments: [
      "term 清明", "term 夏至 庚#3", "lunar 7/1..7/last", "lunar 12/last offset=-1", "lunar 3/23 from=2000",
      "lunar 3/23 to=2030",
      "lunar 1/8 2/7", "lunar */28,29,30", "lunar */30,last", "lunar 6/15 leap=leap", "lunar 6/30 leap=both",
      "announced 2026-04-17",
    ])
  func notSayable(rule: String) throws {
    #expect(try DateRule(rule).recurrenceRule == nil)
  }

  @Test(
    "A rule reports whether it falls several times a year",
    arguments: [
      ("lunar 3/23", false), ("lunar 6L/15", false), ("lunar 12/last", false), ("lunar */1", true),
      ("lunar 3/1,2", true),
      ("lunar 3,4/1", true), ("lunar 3/1 4/2", true), ("lunar 6/15 leap=both", true), ("lunar 7/1..7/last", false),
      ("lunar 7/1..7/last leap=both", true), ("solar 5/1", false), ("solar 5/sun#2", false), ("term 清明", false),
      ("term 夏至 庚#3", false), ("cycle 甲子", true),
      ("announced 2025-04-04..2025-04-13 2026-04-17", false), ("announced 2025-04-04 2025-10-01", true),
    ])
  func often(rule: String, isOften: Bool) throws {
    #expect(try DateRule(rule).fallsOftenInAYear == isOften)
  }
}
