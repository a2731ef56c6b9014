internal import Addresses
package import Folklore
package import JSON
package import Records

/// The changes of one record, each with its values before and after; one can be undone.
package struct HistoryPage: PageContent {
  package static let template = "history"

  package let title: String
  let section: String
  let sectionAddress: String
  let name: String
  let address: String?
  let entries: [Entry]
  let isEmpty: Bool
  let words: HistoryWords

  package struct Entry: Sendable {
    package let title: String
    package let when: String
    package let rows: [Row]
    let undo: String?

    /// - Parameters:
    ///   - id: the number of the entry in the log; nil if it cannot be undone here.
    ///   - entity: nil for what is no record: fields have no labels then.
    ///   - clock: the zone of times.
    package init(
      id: Int?, who: String, action: String, when: String, before: JSON, after: JSON, _ entity: Entity?,
      _ clock: ZonedClock, _ language: Language
    ) {
      title = who + " " + HistoryWords.action(action, language)
      self.when = when
      let names = (action == "remove" ? before : after).members.map(\.name).filter { $0 != "revision" && $0 != "id" }
      rows = names.map { name in
        Row(
          label: entity.map { FieldLabels.label(of: name, $0, language).name } ?? name,
          before: StoredText.shown(before[name], name, entity, clock, language),
          after: StoredText.shown(after[name], name, entity, clock, language))
      }
      undo = id.map { "/admin/undo/\($0)" }
    }
  }

  package struct Row: Sendable {
    package let label: String
    package let before: String
    package let after: String
  }

  /// - Parameter key: nil if the record has been removed.
  package init(_ entity: Entity, key: String, name: String, isKept: Bool, entries: [Entry], _ language: Language) {
    words = HistoryWords(language)
    title = words.title + "：" + name
    section = entity.title(in: language)
    sectionAddress = "/admin/" + entity.plural
    self.name = name
    address = isKept ? "/admin/\(entity.plural)/\(PercentEncoding.encode(key))" : nil
    self.entries = entries
    isEmpty = entries.isEmpty
  }

  static let markup = """
    <nav aria-label="{{words.position}}"><ol class="crumbs"><li><a href="{{sectionAddress}}">{{section}}</a></li>{{#address}}<li><a href="{{.}}">{{name}}</a></li>{{/address}}<li aria-current="page">{{words.title}}</li></ol></nav>
    <div class="head"><h1>{{title}}</h1></div>
    {{#isEmpty}}<p class="card empty">{{words.nothing}}</p>{{/isEmpty}}
    {{#entries}}
    <section class="panel">
    <h2>{{title}} <small>{{when}}</small></h2>
    <div class="scroll" tabindex="0" role="group" aria-label="{{title}} {{when}}"><table class="compare"><thead><tr><th scope="col">{{words.field}}</th><th scope="col">{{words.before}}</th><th scope="col">{{words.after}}</th></tr></thead><tbody>
    {{#rows}}<tr><th scope="row">{{label}}</th><td>{{before}}</td><td>{{after}}</td></tr>{{/rows}}
    </tbody></table></div>
    {{#undo}}<form method="post" action="{{.}}"><button class="button plain" type="submit">{{words.undo}}<span class="heard"> {{title}} {{when}}</span></button></form>{{/undo}}
    </section>
    {{/entries}}
    """
}

/// The texts of the history.
package struct HistoryWords: Sendable {
  let title: String
  let position: String
  let nothing: String
  let field: String
  let before: String
  let after: String
  let undo: String

  init(_ language: Language) {
    let say = language.say
    title = say("修改紀錄", "修改记录", "Changes")
    position = say("位置", "位置", "Position")
    nothing = say("還沒有人改過。", "还没有人改过。", "Nobody has changed it yet.")
    field = say("欄位", "字段", "Field")
    before = say("修改前", "修改前", "Before")
    after = say("修改後", "修改后", "After")
    undo = say("復原這個修改", "恢复这个修改", "Undo this change")
  }

  /// What somebody did: `add`, `edit` or `remove`.
  package static func action(_ name: String, _ language: Language) -> String {
    switch name {
    case "add": language.say("新增", "新增", "added it")
    case "edit": language.say("修改", "修改", "changed it")
    case "remove": language.say("刪除", "删除", "removed it")
    default: name
    }
  }
}
