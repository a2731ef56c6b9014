import TestSupport
import Testing
import Words

@Suite("words in other scripts", .timed)
struct WordsTests {
  @Test("Traditional to Simplified", arguments: [("媽祖聖誕", "妈祖圣诞"), ("關聖帝君", "关圣帝君"), ("臺灣", "台湾"), ("abc", "abc")])
  func simplified(traditional: String, simplified: String) {
    #expect(Transliteration.simplified(traditional) == simplified)
  }

  @Test(
    "a search finds 臺 by 台, Traditional by Simplified, Chinese by pinyin, letters of either case",
    arguments: [
      ("開臺聖王", "台", true), ("開臺聖王", "臺", true), ("開台", "臺", true), ("媽祖聖誕", "妈祖", true), ("妈祖", "媽祖", true),
      ("媽祖聖誕", "mazu", true), ("媽祖聖誕", "Ma Zu", true), ("觀世音菩薩", "guanshiyin", true),
      ("Birthday of Mazu", "MAZU", true),
      ("媽祖聖誕", "關公", false), ("媽祖聖誕", "guan", false), ("媽祖聖誕", "m", false), ("白馬尊王", "mazu", false),
      ("白馬尊王", "zunwang", true), ("媽祖聖誕", "", true),
    ])
  func search(text: String, wanted: String, isFound: Bool) {
    #expect(SearchKey(text).contains(SearchKey.Query(wanted)) == isFound)
  }

  @Test("keys made for many texts at once find the same as keys made one by one")
  func many() {
    let texts = ["媽祖聖誕", "開臺聖王", "Birthday of Mazu", "鹿港天后宮（舊祖宮）", "line\nbreak 臺", "café 𠮷野 1", ""]
    let folding = SearchFolding(texts)
    for text in texts {
      for wanted in ["mazu", "台", "天后", "tianhou", "break", "cafe", "吉", "1", "birthday of"] {
        let wanted = SearchKey.Query(wanted)
        #expect(folding.key(text).contains(wanted) == SearchKey(text).contains(wanted), "\(text)")
      }
    }
    #expect(folding.key("鹿港天后宮（舊祖宮）").contains(SearchKey.Query("tianhougong")))
    #expect(folding.key("café 𠮷野 1").contains(SearchKey.Query("CAFE")))
  }

  @Test("Simplified characters in Traditional text are found, characters of both are not")
  func simplifiedCharacters() {
    #expect(SimplifiedCharacters.found(in: "農曆三月廿三，后土、里長、台灣、山岳、斗姥").isEmpty)
    #expect(SimplifiedCharacters.found(in: "妈祖聖誕的农曆與妈") == ["妈", "农"])
    #expect(SimplifiedCharacters.found(in: "Mazu 123").isEmpty)
  }

  @Test("A page of text is in no name")
  func longQuery() {
    #expect(!SearchKey("媽祖").contains(SearchKey.Query(String(repeating: "媽", count: 201))))
    #expect(!SearchKey("媽祖").contains(SearchKey.Query("媽" + String(repeating: "\u{301}", count: 5_000))))
  }
}
