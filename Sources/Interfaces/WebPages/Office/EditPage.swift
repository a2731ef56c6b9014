internal import Addresses
package import Folklore
package import Records

/// The form of one record, new or kept.
package struct EditPage: PageContent {
  package static let template = "edit"

  package let title: String
  let section: String
  let sectionAddress: String
  let address: String
  let parts: [RecordForm.Part]
  let tag: String
  let key: String?
  let notice: String?
  let mayWrite: Bool
  let faults: [Fault]
  let hasFaults: Bool
  let conflict: Conflict?
  let twice: [Link]
  let isTwice: Bool
  let convert: Converter?
  /// True if the values were typed and not saved yet.
  let isTyped: Bool
  /// True if a file may be sent with the form.
  let hasFiles: Bool
  /// What the server says of the place, and of the record's coming days.
  let beside: [PageBlock]
  let history: [Change]
  let hasHistory: Bool
  let historyAddress: String?
  let removeAddress: String?
  let copyAddress: String?
  let words: EditWords

  package struct Fault: Sendable {
    let id: String
    let text: String
  }

  package struct Link: Sendable {
    let address: String
    let name: String

    package init(address: String, name: String) {
      self.address = address
      self.name = name
    }
  }

  /// Somebody else has saved in between.
  package struct Conflict: Sendable {
    let text: String
    let rows: [Row]

    package struct Row: Sendable {
      let field: String
      let label: String
      let theirs: String
      let mine: String
    }
  }

  package struct Change: Sendable {
    let who: String
    let what: String
    let when: String

    package init(who: String, what: String, when: String) {
      self.who = who
      self.what = what
      self.when = when
    }
  }

  /// What the server knows of the record beside its values.
  package struct Content: Sendable {
    package var faults: [RecordFault] = []
    /// The state of the record that the form was made from.
    package var tag = ""
    package var notice: String?
    package var mayWrite = true
    /// What others have saved meanwhile, if they did, and who did it.
    package var saved: FormValues?
    package var savedBy = ""
    package var twice: [Link] = []
    package var history: [Change] = []
    package var convert: Converter?
    package var isTyped = false
    package var tiles: (address: String, credit: String)?
    package var beside: [PageBlock] = []
    /// The page that makes another record like this one; nil if there is none.
    package var copyAddress: String?

    package init() {}
  }

  /// - Parameters:
  ///   - key: the key of the record; nil for a new one.
  ///   - name: the name of the record.
  package init(
    _ entity: Entity, key: String?, name: String, _ values: FormValues, _ content: Content, _ language: Language,
    text: (RecordFault) -> String
  ) {
    let say = language.say
    words = EditWords(language)
    section = entity.title(in: language)
    sectionAddress = "/admin/" + entity.plural
    self.key = key
    title = key == nil ? say("新增", "新增", "New") + " " + section : name
    let path = key.map { "/admin/\(entity.plural)/\(PercentEncoding.encode($0))" }
    address = path ?? "/admin/new/\(entity.plural)"
    let form = RecordForm(values, faults: content.faults, isNew: key == nil, language, tiles: content.tiles, text: text)
    parts = form.parts
    tag = content.tag
    notice = content.notice
    mayWrite = content.mayWrite
    // In the order of the form.
    let order = FieldLabels.fields(of: entity).map(\.name)
    let sorted = content.faults.sorted {
      (order.firstIndex(of: $0.field) ?? .max) < (order.firstIndex(of: $1.field) ?? .max)
    }
    faults = sorted.map { fault in
      let label = FieldLabels.label(of: fault.field, entity, language).name
      return Fault(id: "f-" + fault.field, text: "\(label)：\(text(fault))")
    }
    hasFaults = !faults.isEmpty
    conflict = content.saved.map { saved in
      let fields = FieldLabels.fields(of: entity).filter { $0.name != entity.keyName }
      let rows = fields.filter { Self.shown($0.name, saved) != Self.shown($0.name, values) }.map { field in
        Conflict.Row(
          field: field.name, label: FieldLabels.label(of: field.name, entity, language).name,
          theirs: Self.shown(field.name, saved), mine: Self.shown(field.name, values))
      }
      return Conflict(
        text: say(
          "「\(content.savedBy)」在您編輯時存了別的內容。請逐項比較：打勾的項目採用對方的內容，其他用您的，然後再按一次儲存。",
          "「\(content.savedBy)」在您编辑时存了别的内容。请逐项比较：打勾的项目采用对方的内容，其他用您的，然后再按一次保存。",
          "\(content.savedBy) saved this while you were editing. Compare: tick what you want to take from them; the rest stays yours. Then save again."
        ),
        rows: rows)
    }
    twice = content.twice
    isTwice = !twice.isEmpty
    convert = content.convert
    isTyped = content.isTyped
    hasFiles = entity.fields.contains { if case .image = $0.kind { true } else { false } }
    beside = content.beside.enumerated().map { place, block in
      var block = block
      block.id = "beside-\(place + 1)"
      return block
    }
    history = content.history
    hasHistory = !history.isEmpty
    historyAddress = path.map { $0 + "/history" }
    copyAddress = content.copyAddress
    removeAddress = content.mayWrite ? path.map { $0 + "/remove" } : nil
  }

  /// The texts of a field in one line.
  private static func shown(_ field: String, _ values: FormValues) -> String {
    values.values(of: field).sorted { $0.key < $1.key }
      .flatMap(\.value).filter { !$0.isEmpty }.joined(separator: "、")
  }

  static let markup = """
    <nav aria-label="{{words.position}}"><ol class="crumbs"><li><a href="{{sectionAddress}}">{{section}}</a></li><li aria-current="page">{{title}}</li></ol></nav>
    <div class="head"><h1>{{title}}</h1>{{#key}}<p><code>{{.}}</code></p>{{/key}}</div>
    {{#notice}}<p class="note" role="status">{{.}}</p>{{/notice}}
    {{#hasFaults}}
    <div class="note warn" role="alert" tabindex="-1" id="faults"><h2>{{words.faults}}</h2><ul>{{#faults}}<li><a href="#{{id}}">{{text}}</a></li>{{/faults}}</ul></div>
    {{/hasFaults}}
    <form class="form" action="{{address}}" method="post"{{#hasFiles}} enctype="multipart/form-data"{{/hasFiles}} novalidate="novalidate" data-edit="{{words.leave}}"{{#isTyped}} data-typed="typed"{{/isTyped}}>
    <button class="heard" type="submit" tabindex="-1" aria-hidden="true">{{words.save}}</button>
    <input type="hidden" name="_tag" value="{{tag}}"/>
    {{#conflict}}
    <div class="note warn wide" role="alert"><h2>{{words.conflict}}</h2><p>{{text}}</p>
    <div class="scroll" tabindex="0" role="group" aria-label="{{words.conflict}}"><table class="compare"><thead><tr><th scope="col">{{words.field}}</th><th scope="col">{{words.theirs}}</th><th scope="col">{{words.mine}}</th></tr></thead><tbody>
    {{#rows}}<tr><th scope="row">{{label}}</th><td><label><input type="checkbox" name="_theirs" value="{{field}}"/> {{theirs}}</label></td><td>{{mine}}</td></tr>{{/rows}}
    </tbody></table></div></div>
    {{/conflict}}
    {{#isTwice}}
    <div class="note warn wide" role="alert"><h2>{{words.twice}}</h2><ul>{{#twice}}<li><a href="{{address}}" target="_blank" rel="noopener">{{name}}</a></li>{{/twice}}</ul>
    <p><label><input type="checkbox" name="_twice" value="on"/> {{words.twiceAnyway}}</label></p></div>
    {{/isTwice}}
    <div>
    {{>parts}}
    </div>
    <div class="beside">
    {{#convert}}
    <section class="panel" aria-labelledby="converter">
    <h2 id="converter">{{title}}</h2>
    <div class="converter" data-converter="f-rule">
    <select name="_month" aria-label="{{monthLabel}}">{{#months}}<option value="{{value}}"{{#isSelected}} selected="selected"{{/isSelected}}>{{name}}</option>{{/months}}</select>
    <select name="_day" aria-label="{{dayLabel}}">{{#days}}<option value="{{value}}"{{#isSelected}} selected="selected"{{/isSelected}}>{{name}}</option>{{/days}}</select>
    <label><input type="checkbox" name="_leap" value="on"{{#isLeap}} checked="checked"{{/isLeap}}/> {{leapLabel}}</label>
    <label class="years">{{yearLabel}} <input name="_year" inputmode="numeric" value="{{year}}" size="5"/></label>
    <button class="button quiet" name="_do" value="convert" type="submit" formaction="#converter">{{button}}</button>
    <output>{{#lines}}<span>{{.}}</span>{{/lines}}</output>
    <button class="button plain" name="_do" value="use" type="submit" formaction="#f-rule">{{useButton}}</button>
    </div>
    </section>
    {{/convert}}
    {{#beside}}
    {{>block}}
    {{/beside}}
    {{#hasHistory}}
    <section class="panel" aria-labelledby="log">
    <h2 id="log">{{words.history}}</h2>
    <ol class="log">{{#history}}<li>{{who}} {{what}} <span>{{when}}</span></li>{{/history}}</ol>
    {{#historyAddress}}<p><a href="{{.}}">{{words.allHistory}}</a></p>{{/historyAddress}}
    </section>
    {{/hasHistory}}
    </div>
    {{#mayWrite}}
    <div class="save">
    <button class="button" type="submit">{{words.save}}</button>
    <a class="button plain" href="{{sectionAddress}}">{{words.cancel}}</a>
    {{#copyAddress}}<a class="button plain" href="{{.}}">{{words.copy}}</a>{{/copyAddress}}
    {{#removeAddress}}<a class="button plain end" href="{{.}}">{{words.remove}}</a>{{/removeAddress}}
    </div>
    {{/mayWrite}}
    </form>
    """
}

/// The texts of forms.
struct EditWords: Sendable {
  let position: String
  let save: String
  let cancel: String
  let remove: String
  let copy: String
  let faults: String
  let leave: String
  let conflict: String
  let field: String
  let theirs: String
  let mine: String
  let twice: String
  let twiceAnyway: String
  let history: String
  let allHistory: String

  init(_ language: Language) {
    let say = language.say
    position = say("位置", "位置", "Position")
    save = say("儲存", "保存", "Save")
    cancel = say("取消", "取消", "Cancel")
    remove = say("刪除⋯", "删除⋯", "Delete…")
    copy = say("複製到明年", "复制到明年", "Copy to next year")
    faults = say("還沒有儲存，請先改正：", "还没有保存，请先改正：", "Not saved yet. Please correct:")
    leave = say("有尚未儲存的修改。", "有尚未保存的修改。", "There are changes that are not saved.")
    conflict = say("有人先改過", "有人先改过", "Somebody else has changed it")
    field = say("欄位", "字段", "Field")
    theirs = say("已儲存的內容", "已保存的内容", "What is saved")
    mine = say("您的內容", "您的内容", "Yours")
    twice = say("看起來已經有了：", "看起来已经有了：", "This looks like one that exists:")
    twiceAnyway = say("不是同一個，仍要儲存", "不是同一个，仍要保存", "It is another one, save it")
    history = say("修改紀錄", "修改记录", "Changes")
    allHistory = say("全部記錄與復原", "全部记录与恢复", "All changes, and undoing")
  }
}
