import FolkData
import Folklore
import TestSupport
import Testing

@Suite("The check of bundled events", .timed)
struct BundleCheckTests {
  private func faults(_ bundles: [String?]) -> [String] {
    let rules = ["lunar 10/15", "lunar 10/15", "lunar 3/3"]
    let events = zip(bundles, rules).enumerated().map { number, entry in
      "  - {key: e\(number), id: \(number + 1), type: festival, observance: festival, names: {zh-Hant: 甲}, "
        + "weight: 4, rule: \(entry.1), sources: [A]\(entry.0.map { ", bundle: \($0)" } ?? "")}\n"
    }
    let files = [
      "sources.yaml": "sources: [{key: A, title: a}]\n", "deities.yaml": "deities: []\n", "groups.yaml": "groups: []\n",
      "events.yaml": "events:\n" + events.joined(),
    ]
    return DataCheck(CatalogueLoader { files[$0] ?? "" }).faults.map(\.description)
  }

  @Test("An event can be bundled with another event of the same rule")
  func good() {
    #expect(faults([nil, "e0", nil]) == [])
  }

  @Test(
    "An impossible bundle is a fault with file, line and field",
    arguments: [
      ([nil, "e1", nil], "events.yaml:3: events[1].bundle: names the event itself"),
      ([nil, "e7", nil], "events.yaml:3: events[1].bundle: \"e7\" is no event"),
      (["e1", "e0", nil], "events.yaml:2: events[0].bundle: \"e1\" is itself told with \"e0\": name \"e0\""),
      ([nil, nil, "e0"], "events.yaml:4: events[2].bundle: \"e0\" does not fall on one day with it in 2026 to 2035"),
    ])
  func wrong(bundles: [String?], message: String) {
    #expect(faults(bundles).first?.hasPrefix(message) == true, "\(faults(bundles))")
  }
}
