import Folklore
import TestSupport
import Testing

@Suite("Sources as readers see them", .timed)
struct SourceReferenceTests {
  private func reference(_ title: String, _ kind: Source.Kind) -> SourceReference {
    SourceReference(Source(key: title, title: title, kind: kind, note: nil))
  }

  @Test("Lists and copies are one line behind those who vouch for the day")
  func lists() {
    let sources = [
      reference("表一", .list), reference("大龍峒保安宮", .temple), reference("網頁", .scrape), reference("內政部", .office),
    ]
    #expect(sources.forReaders(in: .traditionalChinese).map(\.title) == ["大龍峒保安宮", "內政部", "2 份節日表"])
    #expect([reference("表", .list)].forReaders(in: .english).map(\.title) == ["a list of days"])
    #expect([reference("書", .book)].forReaders(in: .english).map(\.title) == ["書"])
  }
}
