import Folklore
import Testing

@Suite("What people ask deities for")
struct NeedTests {
  @Test(
    "A need is found by its code, its names and the words that people use",
    arguments: [
      ("exams", Need.exams), ("考試", .exams), ("考试", .exams), ("升學", .exams), ("姻緣", .marriage), ("感情", .marriage),
      ("求子", .children), ("搬家", .moving), ("入厝", .moving), ("開店", .business), ("官司", .court), ("EXAMS", .exams),
    ])
  func named(text: String, need: Need) {
    #expect(Need(named: text) == need)
  }

  @Test(
    "In a question the longest word decides",
    arguments: [
      ("考試拜誰", Need.exams), ("我女兒要考試，該拜什麼神？", .exams), ("求姻緣要拜誰", .marriage), ("搬家要拜哪個神", .moving),
      ("想生小孩拜誰", .children), ("小孩夜哭拜誰", .kids), ("犯太歲拜誰", .misfortune), ("找工作拜哪位神明", .work),
      ("who helps with exams", .exams), ("whom to ask for a job", .work), ("打官司拜誰", .court), ("犯小人拜誰", .villains),
    ])
  func asked(text: String, need: Need) {
    #expect(Need.isAsked(in: text))
    #expect(Need(askedIn: text) == need)
  }

  @Test("What asks for nothing is no need", arguments: ["媽祖", "今天", "中元節", "", " "])
  func nothing(text: String) {
    #expect(Need(named: text) == nil)
    #expect(!Need.isAsked(in: text))
  }

  @Test("No word means two needs")
  func unique() {
    for need in Need.allCases {
      for language in Language.allCases { #expect(Need(named: need.name(in: language)) == need) }
      #expect(Need(named: need.rawValue) == need)
    }
  }
}
