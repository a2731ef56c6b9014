package import Folklore

/// A part of the note on worship on a page: a list to tick, steps in order, or sentences.
package struct GuidePart: Sendable {
  let title: String
  let items: [String]
  /// True for what is bought or taken along; a script keeps the ticks on the device.
  package let isChecks: Bool
  let isSteps: Bool
  let isPlain: Bool

  package init(_ part: WorshipLine.Part, _ items: [String], _ language: Language) {
    title = part.title(in: language)
    self.items = items
    isChecks = part == .offering || part == .paper
    isSteps = part == .step
    isPlain = !isChecks && !isSteps
  }

  /// What the buttons of a list to tick say; a script shows them.
  package struct Words: Sendable {
    let print: String
    let share: String

    package init(_ language: Language) {
      print = language.say("列印清單", "打印清单", "Print the list")
      share = language.say("分享清單", "分享清单", "Share the list")
    }
  }

  static let markup = """
    <h3>{{title}}</h3>{{#isChecks}}<ul class="checks">{{#items}}<li><label><input type="checkbox" autocomplete="off"/> <span>{{.}}</span></label></li>{{/items}}</ul>{{/isChecks}}{{#isSteps}}<ol>{{#items}}<li>{{.}}</li>{{/items}}</ol>{{/isSteps}}{{#isPlain}}<ul>{{#items}}<li>{{.}}</li>{{/items}}</ul>{{/isPlain}}
    """
}
