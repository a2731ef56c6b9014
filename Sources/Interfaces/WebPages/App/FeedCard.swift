/// A calendar to subscribe to, in a list, with its links.
package struct FeedCard: Sendable {
  let name: String
  let note: String
  /// The next day; none or one.
  let next: [Next]
  /// The checkbox that puts it into a mix; none or one.
  let pick: [PickBox]
  /// The way that most people take.
  let links: [PageLink]
  let copied: CopyText
  /// What the other ways are called, and those.
  let more: String
  let others: [PageLink]

  package struct Next: Sendable {
    let iso: String
    let text: String

    package init(iso: String, text: String) {
      self.iso = iso
      self.text = text
    }
  }

  package init(
    name: String, note: String, next: Next? = nil, pick: PickBox? = nil, links: [PageLink], copied: CopyText,
    more: String
  ) {
    self.name = name
    self.note = note
    self.next = next.map { [$0] } ?? []
    self.pick = pick.map { [$0] } ?? []
    self.links = Array(links.prefix(1))
    others = Array(links.dropFirst())
    self.more = more
    self.copied = copied
  }

  static let markup = """
    <li class="card feed">{{#pick}}{{>pick}}{{/pick}}{{^pick}}<strong>{{name}}</strong>{{/pick}}
    <p class="hint">{{note}}{{#next}} <time datetime="{{iso}}">{{text}}</time>{{/next}}</p>
    <p class="ways">{{#links}}{{>page-link}} {{/links}}{{#copied}}{{>copy-button}}{{/copied}}</p><details><summary>{{more}}{{#copied}}{{#heard}}<span class="heard"> {{.}}</span>{{/heard}}{{/copied}}</summary><p class="ways">{{#others}}{{>page-link}} {{/others}}</p></details></li>
    """
}

/// A checkbox of a form that stands elsewhere on the page.
package struct PickBox: Sendable {
  let form: String
  let name: String
  let value: String
  let text: String
  let isChosen: Bool

  package init(form: String, name: String, value: String, text: String, isChosen: Bool) {
    self.form = form
    self.name = name
    self.value = value
    self.text = text
    self.isChosen = isChosen
  }

  static let markup =
    ##"<label class="pick"><input type="checkbox" form="{{form}}" name="{{name}}" value="{{value}}"{{#isChosen}} checked="checked"{{/isChosen}}/> <span>{{text}}</span></label>"##
}

/// A text that a button copies. Without script there is no button.
package struct CopyText: Sendable {
  let text: String
  let button: String
  /// What is said when it was copied.
  let done: String
  /// What a screen reader adds, where several buttons have one text.
  let heard: [String]

  package init(_ text: String, button: String, done: String, heard: String? = nil) {
    self.text = text
    self.button = button
    self.done = done
    self.heard = heard.map { [$0] } ?? []
  }

  static let markup =
    ##"<button class="button plain" type="button" data-copy="{{text}}" data-done="{{done}}" hidden="hidden">{{button}}{{#heard}}<span class="heard"> {{.}}</span>{{/heard}}</button>"##
}

/// A part of a page that is closed until somebody opens it.
package struct PageFold: Sendable {
  let title: String
  let isOpen: Bool

  package init(_ title: String, isOpen: Bool) {
    self.title = title
    self.isOpen = isOpen
  }
}
