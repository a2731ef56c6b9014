package import Folklore
package import Records

/// The controls of a form, for its template.
package struct RecordForm: Sendable {
  let parts: [Part]

  struct Part: Sendable {
    let title: String
    let controls: [Control]
  }

  /// - Parameters:
  ///   - faults: what is wrong with the values; each is shown at its control.
  ///   - isNew: whether the record has a key yet.
  package init(
    _ values: FormValues, faults: [RecordFault], isNew: Bool, _ language: Language,
    text: (RecordFault) -> String
  ) {
    let entity = values.entity
    let builder = ControlBuilder(values: values, language: language, words: ControlWords(language))
    var controls: [FormPart: [Control]] = [:]
    for field in FieldLabels.fields(of: entity) where isNew || field.name != entity.keyName {
      let label = FieldLabels.label(of: field.name, entity, language)
      let own = faults.filter { $0.field == field.name }.map(text)
      controls[label.part, default: []].append(
        builder.control(field, named: field.name, label: label.name, hint: label.hint.map { [$0] } ?? [], faults: own))
    }
    parts = FormPart.allCases.compactMap { part in
      controls[part].map { Part(title: part.title(language), controls: $0) }
    }
  }
}

/// One control, or a group of them, in the words of the template.
///
/// What may be missing is a list of none or one, not an optional: for a missing value, Mustache would take that of an outer control.
struct Control: Sendable {
  let id: String
  let name: String
  let label: String
  let hint: [String]
  let faults: [String]
  let isInvalid: Bool
  let isRequired: Bool
  let described: [String]
  /// The language of the text, where it is not that of the page.
  let lang: [String]
  let value: String
  let words: ControlWords

  var line: [Line] = []
  var prose = false
  var choice: [Choice] = []
  var flag: [Flag] = []
  var list: [List] = []
  var rows: [Rows] = []

  struct Line: Sendable {
    let mode: [String]
    let isRule: Bool
    let reference: [String]
  }

  struct Choice: Sendable {
    let options: [Option]
  }

  struct Option: Sendable {
    let value: String
    let name: String
    let isSelected: Bool
  }

  struct Flag: Sendable {
    let isOn: Bool
  }

  struct List: Sendable {
    let items: [Item]
    let isOrdered: Bool
  }

  struct Item: Sendable {
    let id: String
    let name: String
    let value: String
    let place: Int
    let number: Int
    let label: String
    let reference: [String]
    let isOrdered: Bool
    let isInvalid: Bool
    let described: [String]
    let words: ControlWords
  }

  struct Rows: Sendable {
    let rows: [Row]
  }

  struct Row: Sendable {
    let title: String
    let place: Int
    let name: String
    let controls: [Control]
    let words: ControlWords
  }
}

/// The texts of controls.
struct ControlWords: Sendable {
  let must: String
  let add: String
  let remove: String
  let up: String
  let down: String
  let nothing: String

  init(_ language: Language) {
    let say = language.say
    must = say("必填", "必填", "required")
    add = say("再加一個", "再加一个", "Add another")
    remove = say("拿掉", "拿掉", "Remove")
    up = say("往上", "往上", "Up")
    down = say("往下", "往下", "Down")
    nothing = say("（未指定）", "（未指定）", "(none)")
  }
}

/// Makes the control of a field by its kind.
private struct ControlBuilder {
  let values: FormValues
  let language: Language
  let words: ControlWords

  func control(
    _ field: Field, named name: String, label: String, hint: [String], faults: [String], isInRow: Bool = false
  ) -> Control {
    let id = "f-" + name.replacing(".", with: "-")
    let described = (hint.isEmpty ? [] : [id + "-hint"]) + (faults.isEmpty ? [] : [id + "-fault"])
    let value = values.first(name)
    // The server makes keys, a switch is never missing, and a blank row is no row.
    let isRequired = field.isRequired && !isInRow && field.name != values.entity.keyName && !isFlag(field.kind)
    var control = Control(
      id: id, name: name, label: label, hint: hint, faults: faults, isInvalid: !faults.isEmpty, isRequired: isRequired,
      described: described.isEmpty ? [] : [described.joined(separator: " ")], lang: lang(field.name), value: value,
      words: words)
    switch field.kind {
    case .text(_, isProse: true): control.prose = true
    case .choice(let choices): control.choice = [Control.Choice(options: options(choices, field, value))]
    case .flag: control.flag = [Control.Flag(isOn: value == "on")]
    case .names: control.list = [list(control, reference: [], isOrdered: false)]
    case .references(let entity):
      control.list = [list(control, reference: [entity.plural], isOrdered: field.part?.isOrdered == true)]
    case .objects(let members): control.rows = [Control.Rows(rows: rows(members, of: name))]
    default: control.line = [line(field)]
    }
    return control
  }

  private func isFlag(_ kind: FieldKind) -> Bool { if case .flag = kind { true } else { false } }

  private func lang(_ name: String) -> [String] {
    if name.hasSuffix("_zh_hans") { return ["zh-Hans"] }
    return name.hasSuffix("_en") ? ["en"] : []
  }

  private func line(_ field: Field) -> Control.Line {
    switch field.kind {
    case .dateRule: Control.Line(mode: [], isRule: true, reference: [])
    case .reference(let entity): Control.Line(mode: [], isRule: false, reference: [entity.plural])
    case .integer: Control.Line(mode: ["numeric"], isRule: false, reference: [])
    case .real: Control.Line(mode: ["decimal"], isRule: false, reference: [])
    case .url: Control.Line(mode: ["url"], isRule: false, reference: [])
    default: Control.Line(mode: [], isRule: false, reference: [])
    }
  }

  private func options(_ choices: [String], _ field: Field, _ value: String) -> [Control.Option] {
    // What is not required, or not chosen yet, may be nothing; a typed value that is no choice is shown as it is.
    var options: [Control.Option] = []
    if !field.isRequired || value.isEmpty {
      options.append(Control.Option(value: "", name: words.nothing, isSelected: value.isEmpty))
    }
    options += choices.map { choice in
      Control.Option(
        value: choice, name: ChoiceWords.name(of: choice, field: field.name, values.entity, language),
        isSelected: choice == value)
    }
    if !value.isEmpty, !choices.contains(value) {
      options.append(Control.Option(value: value, name: value, isSelected: true))
    }
    return options
  }

  /// The items, and a blank one for the next.
  private func list(_ control: Control, reference: [String], isOrdered: Bool) -> Control.List {
    var texts = values.all(control.name)
    if texts.last?.isEmpty != true { texts.append("") }
    let items = texts.enumerated().map { place, text in
      Control.Item(
        id: place == 0 ? control.id : "\(control.id)-\(place)", name: control.name, value: text, place: place,
        number: place + 1, label: control.label, reference: reference, isOrdered: isOrdered,
        isInvalid: control.isInvalid, described: control.described, words: words)
    }
    return Control.List(items: items, isOrdered: isOrdered)
  }

  /// The rows. A blank one comes with the button, because its controls are many.
  private func rows(_ members: [Field], of name: String) -> [Control.Row] {
    (0..<values.rows(name)).map { row in
      Control.Row(
        title: "\(row + 1)", place: row, name: name,
        controls: members.map { member in
          control(
            member, named: "\(name).\(row).\(member.name)", label: FieldLabels.member(member.name, language), hint: [],
            faults: [], isInRow: true)
        }, words: words)
    }
  }
}
