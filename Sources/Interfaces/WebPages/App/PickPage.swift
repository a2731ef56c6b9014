package import Folklore

/// A list of checkboxes in two parts, what is chosen above and the rest below (specification, section 3.2, `CheckboxListView`). A tapped row moves
/// to the other part, and is saved at once; without a script a button saves all.
package struct PickPage: PageContent {
  package static let template = "pick-page"

  package let title: String
  let above: [PageLink]
  let position: String
  let notice: [String]
  let action: String
  let chosenTitle: String
  let otherTitle: String
  let chosen: [Row]
  let others: [Row]
  let count: Int
  let none: String
  let find: String
  let save: String
  /// What a screen reader hears after a tap; the script puts the number in the place of the first %, the name in that of the second.
  let heard: String
  let saving: SavingWords
  let revision: String

  package struct Row: Sendable {
    let value: String
    let title: String
    let note: String
    let names: String
    let isOn: Bool
    /// Its place in the list, to which it goes back.
    fileprivate(set) var place = 0
    /// Its own page; none or one.
    let link: [PageLink]

    /// - Parameters:
    ///   - names: other spellings, by which the search field finds it.
    ///   - link: its own page.
    package init(value: String, title: String, note: String, names: String, isOn: Bool, link: PageLink?) {
      self.value = value
      self.title = title
      self.note = note
      self.names = names
      self.isOn = isOn
      self.link = link.map { [$0] } ?? []
    }
  }

  /// - Parameters:
  ///   - chosenTitle: what the upper part is called, without the number: 「已選擇的神明」.
  ///   - revision: changes with everything that the page shows.
  package init(
    _ language: Language, title: String, above: [PageLink], notice: String?, action: String, chosenTitle: String,
    otherTitle: String, rows: [Row], revision: String
  ) {
    let say = language.say
    self.title = title
    self.above = above
    self.notice = notice.map { [$0] } ?? []
    self.action = action
    self.chosenTitle = chosenTitle
    self.otherTitle = otherTitle
    self.revision = revision
    let placed = rows.enumerated().map { place, row in
      var row = row
      row.place = place
      return row
    }
    chosen = placed.filter(\.isOn)
    others = placed.filter { !$0.isOn }
    count = chosen.count
    position = say("位置", "位置", "Position")
    none = say("還沒有選。", "还没有选。", "None yet.")
    find = say("尋找，例如 媽祖、mazu", "查找，例如 妈祖、mazu", "Find, such as mazu")
    save = say("儲存", "保存", "Save")
    heard = say("%，已選擇 % 項", "%，已选择 % 项", "%: % chosen")
    saving = SavingWords(language)
  }

  static let markup = """
    <nav aria-label="{{position}}"><ol class="crumbs">{{#above}}<li>{{>page-link}}</li>{{/above}}<li aria-current="page">{{title}}</li></ol></nav>
    <header class="title"><div><h1>{{title}}</h1></div></header>
    {{#notice}}<p class="note" role="status">{{.}}</p>{{/notice}}
    <form class="picking" method="post" action="{{action}}" data-picking="{{heard}}" data-save="{{saving.saved}}" data-offline="{{saving.offline}}" data-ended="{{saving.ended}}" data-revision="{{revision}}">
    <input type="search" data-filter="data-filter" hidden="hidden" aria-label="{{find}}" placeholder="{{find}}" autocomplete="off"/>
    <p class="fault" role="alert"></p><p class="heard" role="status"></p>
    <section class="panel"><h2><span>{{chosenTitle}} (<span data-count="data-count">{{count}}</span>)</span></h2>
    <ul class="pick-rows" data-part="on">{{#chosen}}{{>pick-row}}{{/chosen}}</ul><p class="hint">{{none}}</p></section>
    <section class="panel"><h2>{{otherTitle}}</h2>
    <ul class="pick-rows" data-part="off">{{#others}}{{>pick-row}}{{/others}}</ul></section>
    <p class="ways sticky" data-unsaved="data-unsaved"><button class="button" type="submit">{{save}}</button></p>
    </form>
    """

  static let rowTemplate = "pick-row"
  static let rowMarkup =
    ##"<li class="card" data-place="{{place}}"><label data-names="{{names}}"><input type="checkbox" name="key" value="{{value}}"{{#isOn}} checked="checked"{{/isOn}}/><span><strong>{{title}}</strong><small>{{note}}</small></span></label>{{#link}}{{>page-link}}{{/link}}</li>"##
}
