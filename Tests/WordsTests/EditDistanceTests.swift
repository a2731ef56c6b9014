import Testing
import Words

@Suite("edit distance")
struct EditDistanceTests {
  @Test(
    "insertions, deletions, substitutions and exchanges of neighbours count one each, in both directions",
    arguments: [
      ("mazu", "mazu", 0), ("mazuu", "mazu", 1), ("mzu", "mazu", 1), ("mezu", "mazu", 1), ("tempel", "temple", 1),
      ("媽祖聖誔", "媽祖聖誕", 1), ("媽祖誕", "媽祖聖誕", 1), ("", "ab", 2), ("guanyn", "guanyim", 2), ("abcd", "badc", 2),
      // A text between the exchanged letters is not edited again: "optimal string alignment", not Damerau's own distance of 2.
      ("ca", "abc", 3),
    ])
  func distances(one: String, other: String, distance: Int) {
    #expect(EditDistance.between(one, other, limit: 3) == distance)
    #expect(EditDistance.between(other, one, limit: 3) == distance)
  }

  @Test("a distance above the limit is none", arguments: [("mazu", "guanyin"), ("abc", "xyz"), ("", "abc")])
  func limit(one: String, other: String) {
    #expect(EditDistance.between(one, other, limit: 2) == nil)
  }
}
