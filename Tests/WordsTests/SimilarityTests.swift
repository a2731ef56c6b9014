import Testing
import Words

@Suite("Words that somebody meant")
struct SimilarityTests {
  @Test(
    "a typing mistake is recognized",
    arguments: [
      ("conver", "convert"), ("covnert", "convert"), ("Convert", "convert"), ("upcomming", "upcoming"),
      ("mazuu", "mazu"), ("rem", "remind"), ("媽組", "媽祖"),
    ])
  func mistake(word: String, meant: String) {
    #expect(
      Similarity.closest(to: word, among: ["convert", "terms", "upcoming", "remind", "mazu", "guanyin", "媽祖"]) == meant)
  }

  @Test("words that share little are not suggested", arguments: ["help", "nope", "x", "母", "party", "2026-11-21", ""])
  func unlike(word: String) {
    #expect(Similarity.closest(to: word, among: ["convert", "terms", "upcoming", "mazu", "father", "媽"]) == nil)
  }

  @Test("of several the nearest is taken, of equals the first")
  func nearest() {
    #expect(Similarity.closest(to: "terns", among: ["terra", "terms", "turns"]) == "terms")
    #expect(Similarity.closest(to: "dat", among: ["day", "data"]) == "day")
    #expect(Similarity.closest(to: "馬祖", among: ["雷祖", "媽祖", "呂祖"]) == "媽祖")
  }
}

@Suite("Breaking lines")
struct LineWrappingTests {
  @Test("Chinese text breaks between characters, English text at blanks")
  func breaks() {
    #expect(LineWrapping.lines(of: "只列出這個群組的節日", width: 12) == ["只列出這個群", "組的節日"])
    #expect(LineWrapping.lines(of: "Only events of a group", width: 12) == ["Only events", "of a group"])
    #expect(LineWrapping.lines(of: "最多 30 天", width: 7) == ["最多 30", "天"])
  }

  @Test("no line begins with closing punctuation or ends with opening punctuation")
  func punctuation() {
    #expect(LineWrapping.lines(of: "一二三四，五", width: 8) == ["一二三", "四，五"])
    #expect(LineWrapping.lines(of: "一二三（四）", width: 8) == ["一二三", "（四）"])
    #expect(LineWrapping.lines(of: "一二「三」。", width: 8) == ["一二", "「三」。"])
  }

  @Test("names of options and their values stay whole")
  func options() {
    #expect(LineWrapping.lines(of: "請用--public-url指定", width: 14) == ["請用", "--public-url指", "定"])
    #expect(LineWrapping.lines(of: "用法 --data <資料夾名>", width: 14) == ["用法 --data", "<資料夾名>"])
  }

  @Test("a line that fits keeps its blanks; a remark is continued below its beginning")
  func aligned() {
    #expect(LineWrapping.lines(of: "year 2033      months", width: 30) == ["year 2033      months"])
    #expect(
      LineWrapping.lines(of: "  A_KEY  words that go on", width: 20) == ["  A_KEY  words that", "         go on"])
    #expect(LineWrapping.lines(of: "one\n\ntwo", width: 10) == ["one", "", "two"])
  }

  @Test("every text keeps its characters, whatever the width", arguments: 1...30)
  func nothingIsLost(width: Int) {
    let text = "把接下來幾天的提醒排入佇列（folkcal remind plan --days <天數>），預設是 30 天；「已排好」的不會再動。"
    let lines = LineWrapping.lines(of: text, width: width)
    #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    #expect(lines.allSatisfy { line in line.first.map { !"，。；：）」".contains($0) } ?? true })
  }
}
