/// A page that says one thing: what went wrong and what to do, or what was done.
package struct MessagePage: PageContent {
  package static let template = "message"

  package let title: String
  package let lines: [String]
  /// Commands to copy.
  let code: [String]
  let links: [Link]
  /// What somebody had typed, to be sent again.
  package var again: Again?

  package struct Link: Sendable {
    let address: String
    let text: String
    let opensTab: Bool

    package init(address: String, text: String, opensTab: Bool = false) {
      self.address = address
      self.text = text
      self.opensTab = opensTab
    }
  }

  /// A form with what was typed in another one. Texts are shown, so that they can be copied.
  package struct Again: Sendable {
    let address: String
    let pairs: [Pair]
    let button: String

    struct Pair {
      let label: String
      let name: String
      let value: String
      let isLong: Bool
    }

    package init(address: String, form: FormData, button: String, label: (String) -> String) {
      self.address = address
      self.button = button
      pairs = form.pairs.map { pair in
        Pair(
          label: label(pair.name), name: pair.name, value: pair.value,
          isLong: !pair.name.hasPrefix("_") && pair.name != "way" && !["", "on", "off"].contains(pair.value))
      }
    }
  }

  package init(title: String, lines: [String], code: [String] = [], links: [Link] = []) {
    self.title = title
    self.lines = lines
    self.code = code
    self.links = links
  }

  static let markup = """
    <div class="card message">
    <h1>{{title}}</h1>
    {{#lines}}
    <p>{{.}}</p>
    {{/lines}}
    {{#code}}
    <pre><code>{{.}}</code></pre>
    {{/code}}
    {{#links}}
    <p><a class="button{{#opensTab}} plain{{/opensTab}}" href="{{address}}"{{#opensTab}} target="_blank" rel="noopener"{{/opensTab}}>{{text}}</a></p>
    {{/links}}
    {{#again}}
    <form class="again" method="post" action="{{address}}">
    {{#pairs}}
    {{#isLong}}<div class="field"><label for="again-{{name}}">{{label}}</label><textarea id="again-{{name}}" name="{{name}}">
    {{value}}</textarea></div>{{/isLong}}
    {{^isLong}}<input type="hidden" name="{{name}}" value="{{value}}"/>{{/isLong}}
    {{/pairs}}
    <button class="button" type="submit">{{button}}</button>
    </form>
    {{/again}}
    </div>
    """
}
