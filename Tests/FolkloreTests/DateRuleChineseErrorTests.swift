import Folklore
import Testing

@Suite("Errors of date rules in Chinese")
struct DateRuleChineseErrorTests {
  @Test(
    "The message names the rule, the place and what is right",
    arguments: [
      ("lunar 13/1", 7, "月份 13 不在 1 到 12 之間"),
      ("lunar 3", 8, "這裡要寫 / 和日，例如 3/23，規則卻到此結束"),
      ("lunar x", 7, "這裡要寫月份，例如 3、6L、2..11 或 *，卻寫了「x」"),
      ("solar 2/30", 9, "2 月沒有 30 日"),
      ("term 清朗", 6, "這裡要寫節氣，例如清明、qingming 或 Pure Brightness，卻寫了「清朗」"),
      ("cycle 甲丑", 7, "這裡要寫六十干支之一，例如甲子，卻寫了「甲丑」"),
      ("農曆三月三十一", 5, "日 31 不在 1 到 30 之間"),
      ("lunar 3/23 speed=1", 12, "沒有選項「speed」：選項有 leap=、short=、offset=、eve、from=、to="),
    ])
  func message(rule: String, column: Int, sentence: String) throws {
    let error = try #require(throws: DateRuleError.self) { try DateRule(rule) }
    #expect(error.chinese == "看不懂日期規則「\(rule)」的第 \(column) 個字：\(sentence)")
    #expect(error.code == "bad_date_rule")
  }

  @Test(
    "Examples in the messages are rules",
    arguments: [
      "農曆三月廿三", "閏六月十五", "每月初一", "國曆五月一日", "清明", "冬至前一日", "lunar 3/23", "solar 5/1", "solar 5/sun#2",
      "term 清明", "term qingming", "term Pure Brightness", "cycle 甲子", "announced 2026-04-17",
    ])
  func examples(rule: String) {
    #expect(throws: Never.self) { try DateRule(rule) }
  }
}
