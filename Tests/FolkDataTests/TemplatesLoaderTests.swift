import FolkData
import Folklore
import Foundation
import TestSupport
import Testing

@Suite("Message templates", .timed)
struct TemplatesLoaderTests {
  private static let good = """
    reminder:
      title: "{title}"
      today: "today {title} {lunar} {date} {weekday} {days}"
      tomorrow: "tomorrow {title}"
      day_after_tomorrow: "in two days {title}"
      later: "later {title}"
      tonight: "tonight {title}"
    digest:
      title: "{count} days"
      today: "0: {title}"
      tomorrow: "1: {title}"
      day_after_tomorrow: "2: {title}"
      later: "{days}: {title}"
      tonight: "at 23:00: {title}"
    test:
      title: "a test"
      body: "{message}."
    correction:
      title: "{title} moved"
      moved: "{title}: {old_date}, now {date}"
      withdrawn: "{title}: not {old_date}"
      kept: "{title}: {date} after all"
    """

  /// Loads the good file in each language, one of them changed.
  private func loader(
    replacing old: String = "", with new: String = "", in changed: Language = .english
  ) -> TemplatesLoader {
    TemplatesLoader { language in
      language == changed && !old.isEmpty ? Self.good.replacing(old, with: new, maxReplacements: 1) : Self.good
    }
  }

  @Test("Every text is loaded into its place and its placeholders are filled")
  func good() throws {
    let texts = try loader().load()[.simplifiedChinese]
    let fill = { (template: TextTemplate) in template.filled { "<\($0.rawValue)>" } }
    #expect(fill(texts.reminderTitle) == "<title>")
    #expect(fill(texts.reminder[.today]) == "today <title> <lunar> <date> <weekday> <days>")
    #expect(fill(texts.reminder[.tonight]) == "tonight <title>")
    #expect(fill(texts.digestTitle) == "<count> days")
    #expect(
      MessageTemplates.Distance.allCases.map { fill(texts.digest[$0]) } == [
        "0: <title>", "1: <title>", "2: <title>", "<days>: <title>", "at 23:00: <title>",
      ])
    #expect(fill(texts.correctionTitle) == "<title> moved")
    #expect(fill(texts.moved) == "<title>: <old_date>, now <date>")
    #expect(fill(texts.withdrawn) == "<title>: not <old_date>")
    #expect(fill(texts.kept) == "<title>: <date> after all")
    #expect(fill(texts.testTitle) == "a test")
    #expect(fill(texts.testBody) == "<message>.")
  }

  @Test(
    "Each fault names the file, the line and the field",
    arguments: [
      (
        "tomorrow {title}", "tomorrow {titel}",
        "4: reminder.tomorrow: {titel} is not a placeholder here; placeholders are {title}, {lunar}, {date}, {weekday}, {days}"
      ),
      (
        "{count} days", "{title}",
        "9: digest.title: {title} is not a placeholder here; placeholders are {count}"
      ),
      ("a test", "a {count}", "16: test.title: {count} is not a placeholder here: nothing is filled in"),
      ("tomorrow {title}", "tomorrow", "4: reminder.tomorrow: lacks {title}: it would say nothing"),
      ("{message}.", "hello", "17: test.body: lacks {message}: it would say nothing"),
      (
        "tomorrow {title}", "{title",
        "4: reminder.tomorrow: has a brace that is not part of a placeholder such as {title}"
      ),
      (
        "tomorrow {title}", "title} {title}",
        "4: reminder.tomorrow: has a brace that is not part of a placeholder such as {title}"
      ),
      (
        "tomorrow {title}", "{{title}}",
        "4: reminder.tomorrow: has a brace that is not part of a placeholder such as {title}"
      ),
      (
        "tomorrow {title}", #"{title}\nnow"#,
        "4: reminder.tomorrow: is more than one line, or holds a control character"
      ),
      ("\"later {title}\"", "\"\"", "6: reminder.later: is empty: leave it out or give a text"),
      ("\"{title}\"", "{title}", "2: reminder.title: expected a text"),
      ("  later: \"later {title}\"\n", "", "2: reminder.later: is missing"),
      (
        "  later:", "  latter:",
        "6: reminder.latter: is not a field here; fields are title, today, tomorrow, day_after_tomorrow, later, tonight"
      ),
      ("test:", "tests:", "15: tests: is not a field here; fields are reminder, digest, worship, correction, test"),
      ("test:\n  title: \"a test\"\n  body: \"{message}.\"", "", "1: test: is missing"),
      ("\"tomorrow {title}\"", "\"tomorrow {title}", "is not YAML"),
    ])
  func faults(old: String, new: String, message: String) {
    for language in [Language.traditionalChinese, .english] {
      #expect {
        try loader(replacing: old, with: new, in: language).load()
      } throws: { error in
        let text = "\(error)"
        if text.hasPrefix("templates/\(language.rawValue).yaml:"), text.contains(message) { return true }
        Issue.record("\(text)")
        return false
      }
    }
  }

  @Test("Missing and empty files are errors")
  func missing() {
    #expect { try TemplatesLoader(folder: "/nowhere").load() } throws: {
      "\($0)" == "templates/zh-Hant.yaml: is missing"
    }
    #expect { try TemplatesLoader { $0 == .english ? nil : Self.good }.load() } throws: {
      "\($0)" == "templates/en.yaml: is missing"
    }
    #expect { try TemplatesLoader { _ in "" }.load() } throws: { "\($0)" == "templates/zh-Hant.yaml:1: is empty" }
  }

  @Test(
    "The data check reports all faults of the three templates, also Simplified characters in Traditional text")
  func check() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    // A checkout's data may be a link: what is edited must be a copy.
    let data = URL(fileURLWithPath: PackageRoot.path("data")).resolvingSymlinksInPath()
    try FileManager.default.copyItem(at: data, to: root)
    let folder = root.appendingPathComponent("templates")
    func edit(_ name: String, _ replacements: [(String, String)]) throws {
      let url = folder.appendingPathComponent(name)
      var text = try String(contentsOf: url, encoding: .utf8)
      for (old, new) in replacements { text = text.replacing(old, with: new) }
      try Data(text.utf8).write(to: url)
    }
    try edit("zh-Hant.yaml", [("今晚子時起是", "今晚子时起是"), ("明天：{title}", "明天："), ("{count} 個節日", "{number} 個節日")])
    try edit("zh-Hans.yaml", [("測", "测")])
    try FileManager.default.removeItem(at: folder.appendingPathComponent("en.yaml"))
    let faults = DataCheck(folder: root.path).faults
    #expect(
      faults.map { "\($0.file) \($0.field): \($0.problem.prefix(32))" } == [
        "templates/zh-Hant.yaml digest.title: {number} is not a placeholder he",
        "templates/zh-Hant.yaml digest.tomorrow: lacks {title}: it would say noth",
        "templates/zh-Hant.yaml reminder.tonight: Simplified characters in Traditi",
        "templates/en.yaml : is missing",
      ])
    #expect(faults.prefix(3).allSatisfy { $0.line > 10 })
  }

  @Test("The bundled templates have places for the title and the date in every language")
  func shipped() throws {
    let templates = try TemplatesLoader(folder: PackageRoot.path("data")).load()
    for language in Language.allCases {
      for distance in MessageTemplates.Distance.allCases {
        for sentence in [templates[language].reminder[distance], templates[language].digest[distance]] {
          let text = sentence.filled { "<\($0.rawValue)>" }
          #expect(text.contains("<title>") && text.contains("<lunar>"), "\(language): \(text)")
        }
      }
      let later = templates[language].reminder[.later].filled { "<\($0.rawValue)>" }
      #expect(later.contains("<days>"))
    }
  }
}
