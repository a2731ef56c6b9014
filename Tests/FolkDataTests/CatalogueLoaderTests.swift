import FolkData
import Folklore
import TestSupport
import Testing

@Suite("Faults in the data", .timed)
struct CatalogueLoaderTests {
  private static let good = [
    "sources.yaml": "sources:\n  - {key: A, title: a list}\n",
    "deities.yaml": "deities:\n  - {key: mazu, names: {zh-Hant: 天上聖母, en: Mazu}, role: 海上守護, sources: [A]}\n",
    "events.yaml": """
    events:
      - key: mazu
        id: 88
        type: deity
        observance: birth
        deity: mazu
        names: {zh-Hant: 媽祖聖誕, zh-Hans: 妈祖圣诞, en: Birthday of Mazu}
        aliases: [媽祖生]
        rule: lunar 3/23
        sources: [A]
        disagreements:
          - {rule: lunar 3/15, sources: [A], note: 某處}

    """,
    "groups.yaml": "groups:\n  - {key: sea, names: {zh-Hant: 海}, description: 海神, events: [mazu]}\n",
  ]

  private func load(_ file: String? = nil, replacing old: String = "", with new: String = "") throws -> Catalogue {
    var files = Self.good
    if let file, let text = files[file] {
      let changed = text.replacing(old, with: new)
      try #require(changed != text, "the text to replace is not there")
      files[file] = changed
    }
    let final = files
    return try CatalogueLoader { name in final[name] ?? "" }.load()
  }

  @Test("A valid catalogue is read completely")
  func good() throws {
    let catalogue = try load()
    let event = try #require(catalogue.event("mazu"))
    #expect(event.id == 88 && event.kind == .deity && event.observance == .birth && event.deityKey == "mazu")
    #expect(event.title.text(in: .simplifiedChinese) == "妈祖圣诞")
    #expect(event.rule.description == "lunar 3/23")
    #expect(event.disagreements.map(\.rule.description) == ["lunar 3/15"])
    #expect(catalogue.deity("mazu")?.role == "海上守護")
    #expect(catalogue.group("sea")?.eventKeys == ["mazu"])
    #expect(catalogue.event("guanyin") == nil)
  }

  @Test(
    "Each fault names the file, the line and the field",
    arguments: [
      (
        "events.yaml", "rule: lunar 3/23", "rule: lunar 13/1",
        "events.yaml:9: events[0].rule: date rule \"lunar 13/1\": month 13 is not between 1 and 12 (column 7)"
      ),
      (
        "events.yaml", "lunar 3/15", "lunar 3",
        "events.yaml:12: events[0].disagreements[0].rule: date rule \"lunar 3\": expected / and a day, found the end (column 8)"
      ),
      ("events.yaml", "    rule: lunar 3/23\n", "", "events.yaml:2: events[0].rule: is missing"),
      ("events.yaml", "id: 88", "id: many", "events.yaml:3: events[0].id: \"many\" is not a whole number from 1"),
      (
        "events.yaml", "type: deity", "type: party",
        "events.yaml:4: events[0].type: \"party\" is not one of festival, deity, custom"
      ),
      ("events.yaml", "type: deity", "type: festival", "events.yaml:6: events[0].deity: goes with type deity only"),
      (
        "events.yaml", "    deity: mazu\n", "",
        "events.yaml:2: events[0].deity: is missing: a deity's day names its deity"
      ),
      (
        "events.yaml", "deity: mazu", "deity: guanyin",
        "events.yaml:6: events[0].deity: event \"mazu\": the field deity names \"guanyin\", which does not exist"
      ),
      (
        "events.yaml", "key: mazu", "key: Mazu",
        "events.yaml:2: events[0].key: \"Mazu\" is not a key: use a to z, 0 to 9 and hyphens inside"
      ),
      (
        "events.yaml", "    rule: lunar 3/23\n", "    rule: lunar 3/23\n    regions: [XX]\n",
        "events.yaml:10: events[0].regions: \"XX\" is not one of TW, HK, MO"
      ),
      (
        "events.yaml", "    rule: lunar 3/23\n", "    rule: announced 4/4\n",
        "events.yaml:9: events[0].rule: date rule \"announced 4/4\""
      ),
      (
        "sources.yaml", "title: a list", "title: a list, kind: rumour",
        "sources.yaml:2: sources[0].kind: \"rumour\" is not one of temple, office, book, press, list, scrape"
      ),
      ("events.yaml", "observance:", "observanse:", "events.yaml:5: events[0].observanse: is not a field here"),
      (
        "events.yaml", "sources: [A]\n    dis", "sources: []\n    dis",
        "events.yaml:10: events[0].sources: are missing: name at least one"
      ),
      (
        "events.yaml", "sources: [A]\n    dis", "sources: [B]\n    dis",
        "events.yaml:10: events[0].sources: event \"mazu\": the field sources names \"B\", which does not exist"
      ),
      ("events.yaml", "zh-Hant: 媽祖聖誕", "zh-TW: 媽祖聖誕", "events.yaml:7: events[0].names.zh-TW: is not a field here"),
      ("events.yaml", "names: {", "names: [", "events.yaml:"),
      ("events.yaml", "aliases: [媽祖生]", "aliases: 媽祖生", "events.yaml:8: events[0].aliases: expected a list"),
      ("events.yaml", "events:", "event:", "events.yaml:1: event: is not a field here"),
      (
        "groups.yaml", "events: [mazu]", "events: [guanyin]",
        "groups.yaml:2: groups[0].events: group \"sea\": the field events names \"guanyin\", which does not exist"
      ),
      ("deities.yaml", "role: 海上守護", "role: ''", "deities.yaml:2: deities[0].role: is empty"),
      (
        "deities.yaml", "sources: [A]", "sources: [Z]",
        "deities.yaml:2: deities[0].sources: deity \"mazu\": the field sources names \"Z\", which does not exist"
      ),
      ("sources.yaml", "title: a list", "note: a list", "sources.yaml:2: sources[0].title: is missing"),
    ])
  func faults(file: String, old: String, new: String, message: String) {
    #expect {
      try load(file, replacing: old, with: new)
    } throws: { error in
      if "\(error)".hasPrefix(message) { return true }
      Issue.record("\(error)")
      return false
    }
  }

  @Test("A duplicate key or number is reported at the second entry")
  func duplicates() throws {
    let event =
      "  - {key: mazu, id: 89, type: festival, observance: custom, names: {zh-Hant: 又}, rule: lunar 1/1, sources: [A]}\n"
    func message(_ entry: String) throws -> String {
      var files = Self.good
      files["events.yaml", default: ""] += entry
      let final = files
      do {
        _ = try CatalogueLoader { final[$0] ?? "" }.load()
        return "no error"
      } catch {
        return "\(error)"
      }
    }
    #expect(try message(event) == "events.yaml:13: events[1].key: two entries of kind event have the key \"mazu\"")
    #expect(
      try message(event.replacing("key: mazu", with: "key: other").replacing("id: 89", with: "id: 88"))
        == "events.yaml:13: events[1].id: the events \"mazu\" and \"other\" both have the id 88")
    #expect(try message("  - {key: x, key: y}\n").hasPrefix("events.yaml:13"))
  }

  @Test("Missing, empty and non-YAML files are errors")
  func files() {
    #expect { try CatalogueLoader(folder: "/nowhere").load() } throws: {
      "\($0)".hasPrefix("sources.yaml: cannot be read")
    }
    #expect { try CatalogueLoader { _ in "" }.load() } throws: { "\($0)" == "sources.yaml:1: is empty" }
    #expect { try CatalogueLoader { _ in "a: [1" }.load() } throws: { "\($0)".contains("is not YAML") }
    #expect { try CatalogueLoader { _ in "- 1" }.load() } throws: { "\($0)".contains("expected a mapping of fields") }
  }
}
