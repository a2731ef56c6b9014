internal import Addresses
package import Folklore
package import Records

/// Asks whether a record shall be removed, and says what still refers to it.
package struct RemovePage: PageContent {
  package static let template = "remove"

  package let title: String
  let section: String
  let sectionAddress: String
  let name: String
  let address: String
  let text: String
  let references: [String]
  let isFree: Bool
  let removeAddress: String
  let button: String
  let cancel: String
  let position: String

  package init(_ entity: Entity, key: String, name: String, references: [String], _ language: Language) {
    let say = language.say
    section = entity.title(in: language)
    sectionAddress = "/admin/" + entity.plural
    self.name = name
    title = say("刪除「\(name)」？", "删除「\(name)」？", "Delete “\(name)”?")
    address = "/admin/\(entity.plural)/\(PercentEncoding.encode(key))"
    removeAddress = address + "/remove"
    isFree = references.isEmpty
    self.references = references.map { Self.reference($0, language) }
    text =
      references.isEmpty
      ? say(
        "沒有其他資料使用它。刪除後可以在修改紀錄裡復原。", "没有其他资料使用它。删除后可以在修改记录里恢复。",
        "Nothing else refers to it. You can undo this in the log of changes.")
      : say(
        "還有資料使用它，不能刪除。請先改掉或刪除：", "还有资料使用它，不能删除。请先改掉或删除：", "It is still in use and stays. Change or remove these first:")
    button = say("刪除", "删除", "Delete")
    cancel = say("取消", "取消", "Cancel")
    position = say("位置", "位置", "Position")
  }

  /// A reference as the store words it, `event "mazu"`, in the language of the reader.
  package static func reference(_ text: String, _ language: Language) -> String {
    RecordError.reference(text, language)
  }

  static let markup = """
    <nav aria-label="{{position}}"><ol class="crumbs"><li><a href="{{sectionAddress}}">{{section}}</a></li><li><a href="{{address}}">{{name}}</a></li></ol></nav>
    <div class="panel">
    <h1>{{title}}</h1>
    <p>{{text}}</p>
    <ul class="refers">{{#references}}<li>{{.}}</li>{{/references}}</ul>
    <form method="post" action="{{removeAddress}}">
    {{#isFree}}<button class="button" type="submit">{{button}}</button>{{/isFree}}
    <a class="button plain" href="{{address}}">{{cancel}}</a>
    </form>
    </div>
    """
}
