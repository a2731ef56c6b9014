import Folklore
import Testing

@Suite("The structured note on worship")
struct WorshipGuideTests {
  private static let guide = [
    WorshipLine(.when, "三月廿三日清晨", english: "early on the day", sources: ["A"]),
    WorshipLine(.offering, "壽桃", english: "peach buns", amount: 6, unit: "個", sources: ["A"]),
    WorshipLine(
      .offering, "壽麵", english: "noodles", amount: 1, unit: "碗", englishUnit: "bowl", people: 1, sources: ["A"]),
    WorshipLine(.offering, "鮮花", english: "flowers", sources: ["A"]),
    WorshipLine(.paper, "壽金", english: "shoujin", sources: ["A"]), WorshipLine(.paper, "刈金", sources: ["A"]),
    WorshipLine(.custom, "用鹹粿", custom: .hakka, sources: ["A"]),
  ]

  @Test("Reminders list the names of what is offered, then of the paper")
  func offerings() {
    #expect(Self.guide.offerings(in: .traditionalChinese) == "壽桃、壽麵、鮮花；壽金、刈金")
    #expect(Self.guide.offerings(in: .simplifiedChinese) == "寿桃、寿面、鲜花；寿金、刈金")
    #expect(Self.guide.offerings(in: .english) == "peach buns, noodles, flowers; shoujin, 刈金")
    #expect(Self.guide.offeringsLine(in: .traditionalChinese) == "準備：壽桃、壽麵、鮮花；壽金、刈金")
    #expect([Self.guide[0]].offerings(in: .traditionalChinese) == nil)
  }

  @Test("Amounts grow with the number of people only where they are for some")
  func amounts() {
    func shown(_ place: Int, _ people: Int?) -> String {
      WorshipLineRecord(Self.guide[place], in: .traditionalChinese).shown(in: .traditionalChinese, people: people)
    }
    #expect(shown(1, nil) == "壽桃 6 個" && shown(1, 9) == "壽桃 6 個")
    #expect(shown(2, nil) == "壽麵 1 碗" && shown(2, 5) == "壽麵 5 碗")
    #expect(shown(3, 5) == "鮮花")
    #expect(shown(6, nil) == "客家：用鹹粿")
    // Three for four people are five for six: nobody goes without.
    let eggs = WorshipLine(.offering, "蛋", amount: 3, unit: "顆", people: 4, diet: .meat)
    let record = WorshipLineRecord(eggs, in: .traditionalChinese)
    #expect(record.shown(in: .traditionalChinese, people: 6) == "蛋 5 顆（葷）")
  }

  @Test("Buddhist days and deities are known by their names, 濟公活佛 is none of them")
  func buddhist() {
    for name in ["浴佛節", "釋迦牟尼佛", "觀世音菩薩聖誕", "觀音", "盂蘭盆節", "十八羅漢", "藥師如來"] {
      #expect(WorshipLine.isBuddhist(name), "\(name)")
    }
    for name in ["濟公活佛聖誕", "媽祖聖誕", "中元節", "土地公"] { #expect(!WorshipLine.isBuddhist(name), "\(name)") }
  }
}
