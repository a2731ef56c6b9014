package import Folklore

/// The coming days as a strip that other sites show in a frame. It has no script and no form; its links open pages of ours in a new tab.
package struct EmbedPage: Sendable {
  static let template = "embed"

  let language: String
  let title: String
  let style = Asset.embedStyle.address
  let isSmall: Bool
  let days: [DayCard]
  /// What stands there instead of days.
  let notes: [String]
  let brand: String

  /// - Parameter isSmall: true for the height of one day.
  package init(_ language: Language, title: String, isSmall: Bool, days: [DayCard], notes: [String]) {
    self.language = language.rawValue
    self.title = title
    self.isSmall = isSmall
    self.days = days
    self.notes = notes
    brand = language.say("民俗提醒", "民俗提醒", "folkcal")
  }

  static let markup = """
    <!DOCTYPE html>
    <html lang="{{language}}">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta name="color-scheme" content="light dark"/>
    <meta name="robots" content="noindex"/>
    <title>{{title}}</title>
    <link rel="icon" href="data:,"/>
    <link rel="stylesheet" href="{{style}}"/>
    </head>
    <body{{#isSmall}} class="one"{{/isSmall}}>
    <main>
    <h1>{{title}}</h1>
    {{#notes}}<p>{{.}}</p>
    {{/notes}}
    <ul>
    {{#days}}<li><a href="{{address}}" target="_blank" rel="noopener">{{#left}}<span class="left"><b>{{number}}</b> {{unit}}</span>{{/left}}<span class="what"><strong>{{title}}</strong><time datetime="{{iso}}">{{note}}</time></span></a></li>
    {{/days}}
    </ul>
    <p class="by"><a href="/" target="_blank" rel="noopener">{{brand}}</a></p>
    </main>
    </body>
    </html>

    """
}
