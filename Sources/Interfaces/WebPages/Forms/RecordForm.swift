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
    tiles: (address: String, credit: String)? = nil, text: (RecordFault) -> String
  ) {
    let entity = values.entity
    let builder = ControlBuilder(
      values: values, language: language, words: ControlWords(language), tiles: tiles?.address,
      credit: tiles?.credit ?? "")
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
  var value: String
  let words: ControlWords

  var line: [Line] = []
  var prose = false
  var choice: [Choice] = []
  var flag: [Flag] = []
  var list: [List] = []
  var rows: [Rows] = []

  struct Line: Sendable {
    var mode: [String] = []
    /// The type of the input, if it is not text.
    var type: [String] = []
    var isRule = false
    var reference: [String] = []
    /// A picture that is shown and can be chosen.
    var picture: [Picture] = []
    /// The map below the longitude.
    var map: [Map] = []
  }

  struct Picture: Sendable {
    /// The address of the picture if the server keeps it; pages show none of others.
    let shown: [String]
    let words: PictureWords
  }

  struct Map: Sendable {
    let tiles: [String]
    let words: MapWords
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
    /// True if the order of the rows matters.
    let isOrdered: Bool
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

/// The texts of a picture's control.
struct PictureWords: Sendable {
  let choose: String
  let hint: String
  let now: String
  let working: String
  let done: String
  let tooLarge: String
  let noPicture: String
  let failed: String

  init(_ language: Language) {
    let say = language.say
    choose = say("選一張圖片", "选一张图片", "Choose a picture")
    hint = say(
      "JPEG、PNG 或 WebP，最多 10 MB；會自動縮小，並去掉拍攝地點。", "JPEG、PNG 或 WebP，最多 10 MB；会自动缩小，并去掉拍摄地点。",
      "JPEG, PNG or WebP up to 10 MB; it is made smaller, and where it was taken is removed.")
    now = say("目前的圖片", "目前的图片", "The picture now")
    working = say("正在上傳⋯", "正在上传⋯", "Sending…")
    done = say("圖片已上傳，按「儲存」後生效。", "图片已上传，按「保存」后生效。", "The picture is here. It is used once you save.")
    tooLarge = say("檔案超過 10 MB，沒有上傳。", "文件超过 10 MB，没有上传。", "The file has more than 10 MB and was not sent.")
    noPicture = say(
      "瀏覽器打不開這個檔案：請選 JPEG、PNG 或 WebP 圖片。", "浏览器打不开这个文件：请选 JPEG、PNG 或 WebP 图片。",
      "The browser cannot read this file. Choose a JPEG, PNG or WebP picture.")
    failed = say("沒有上傳：連線中斷了，請再試一次。", "没有上传：连接中断了，请再试一次。", "Nothing was sent: the connection broke off. Try again.")
  }
}

/// The texts of the map.
struct MapWords: Sendable {
  let label: String
  let help: String
  let closer: String
  let farther: String
  let here: String
  let point: String
  let noPosition: String
  let credit: String

  init(_ language: Language, credit: String) {
    let say = language.say
    label = say("在地圖上選位置", "在地图上选位置", "Choose the place on the map")
    help = say(
      "點一下放下標記；拖動移動地圖；方向鍵移動標記（加 Shift 走遠一點），＋－縮放。",
      "点一下放下标记；拖动移动地图；方向键移动标记（加 Shift 走远一点），＋－缩放。",
      "Click to set the mark, drag to move the map; arrow keys move the mark (farther with Shift), + and − zoom.")
    closer = say("放大", "放大", "Closer")
    farther = say("縮小", "缩小", "Farther")
    here = say("用我現在的位置", "用我现在的位置", "Where I am now")
    point = say("標記在", "标记在", "The mark is at")
    noPosition = say("瀏覽器沒有給位置。", "浏览器没有给位置。", "The browser gives no position.")
    self.credit = credit
  }
}

/// Makes the control of a field by its kind.
private struct ControlBuilder {
  let values: FormValues
  let language: Language
  let words: ControlWords
  /// The address of map tiles, and whom the map names.
  let tiles: String?
  let credit: String

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
    case .names, .choices: control.list = [list(control, reference: [], isOrdered: false)]
    case .references(let entity):
      control.list = [list(control, reference: [entity.plural], isOrdered: field.part?.isOrdered == true)]
    case .objects(let members):
      control.rows = [Control.Rows(rows: rows(members, of: name, isOrdered: field.part == nil))]
    case .instant where isTime(value):
      control.value = value.replacing(" ", with: "T")
      control.line = [line(field, name)]
    default: control.line = [line(field, name)]
    }
    return control
  }

  private func isFlag(_ kind: FieldKind) -> Bool { if case .flag = kind { true } else { false } }

  private func lang(_ name: String) -> [String] {
    if name.hasSuffix("_zh_hans") { return ["zh-Hans"] }
    return name.hasSuffix("_en") ? ["en"] : []
  }

  private func line(_ field: Field, _ name: String) -> Control.Line {
    switch field.kind {
    case .dateRule: return Control.Line(isRule: true)
    case .reference(let entity): return Control.Line(reference: [entity.plural])
    case .integer: return Control.Line(mode: ["numeric"])
    case .real:
      let map = Control.Map(tiles: tiles.map { [$0] } ?? [], words: MapWords(language, credit: credit))
      return Control.Line(mode: ["decimal"], map: field.name == "lng" ? [map] : [])
    case .url: return Control.Line(mode: ["url"])
    // Telephones offer a calendar and a clock. A text that is no time stays, so that it can be corrected.
    case .instant where isTime(values.first(name)): return Control.Line(type: ["datetime-local"])
    case .image:
      let value = values.first(field.name)
      return Control.Line(
        mode: ["url"],
        picture: [
          Control.Picture(shown: KeptImage(address: value) == nil ? [] : [value], words: PictureWords(language))
        ])
    default: return Control.Line()
    }
  }

  /// True for `2027-04-29 19:00`, with a blank or a T, and for nothing.
  private func isTime(_ text: String) -> Bool {
    let shape = text.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 == UInt8(ascii: "T") ? 0x20 : $0 }
    return text.isEmpty || shape.elementsEqual("0000-00-00 00:00".utf8)
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
  private func rows(_ members: [Field], of name: String, isOrdered: Bool) -> [Control.Row] {
    (0..<values.rows(name)).map { row in
      Control.Row(
        title: "\(row + 1)", place: row, name: name,
        controls: members.map { member in
          control(
            member, named: "\(name).\(row).\(member.name)", label: FieldLabels.member(member.name, language), hint: [],
            faults: [], isInRow: true)
        }, isOrdered: isOrdered, words: words)
    }
  }
}
