package import Folklore

/// A month as a grid of days, with what is held on each. On a small screen it is a list of the days that have something, or a grid with one
/// name or a dot for each of them.
package struct MonthPage: PageContent {
  package static let template = "month"

  package let title: String
  /// A line beside the title; none or one.
  let lead: [String]
  let crumb: PageLink
  /// The months beside it; none or one each: the calendar ends.
  let before: [PageLink]
  let after: [PageLink]
  let links: [PageLink]
  let weekdays: [String]
  let days: [Day]
  let isEmpty: Bool
  let isSmallGrid: Bool
  let nothing: String
  /// What the dots of a small grid mean.
  let legend: String
  let position: String

  package struct Day: Sendable {
    let number: String
    let lunar: String
    /// True on 初一 and 十五.
    let isMoonDay: Bool
    let isToday: Bool
    let isOff: Bool
    let isEmpty: Bool
    /// What a small cell names; none or one.
    let name: [String]
    let items: [PageLink]
    let add: [PageLink]
    /// The page of the day; none or one.
    let address: [String]
    /// What a tap on the small cell opens below the grid; none or one.
    let opened: [Opened]
    /// The column in the grid, 1 to 7, of the first day; none for others.
    let column: [Int]

    /// - Parameters:
    ///   - isOff: true if it is a day off.
    ///   - column: of the first day of the month, 1 to 7.
    ///   - opened: what a tap on the small cell opens below the grid.
    ///   - add: the page that adds something on this day.
    package init(
      number: String, lunar: String, isMoonDay: Bool = false, isToday: Bool, isOff: Bool = false, items: [PageLink],
      add: PageLink?,
      column: Int?, address: String? = nil, name: String? = nil, opened: Opened? = nil
    ) {
      self.number = number
      self.lunar = lunar
      self.isMoonDay = isMoonDay
      self.isToday = isToday
      self.isOff = isOff
      isEmpty = items.isEmpty
      self.name = name.map { [$0] } ?? []
      self.items = items
      self.opened = opened.map { [$0] } ?? []
      self.add = add.map { [$0] } ?? []
      self.address = address.map { [$0] } ?? []
      self.column = column.map { [$0] } ?? []
    }
  }

  /// A day below the grid: the same names as in a large cell, with room for all, and the way to the page of the day.
  package struct Opened: Sendable {
    let id: String
    let title: String
    let items: [PageLink]
    let more: PageLink
    /// What a screen reader says of the cell that opens it.
    let heard: String

    package init(id: String, title: String, items: [PageLink], more: PageLink, heard: String) {
      self.id = id
      self.title = title
      self.items = items
      self.more = more
      self.heard = heard
    }
  }

  package init(
    _ language: Language, title: String, lead: String? = nil, crumb: PageLink, before: PageLink?, after: PageLink?,
    links: [PageLink],
    days: [Day], startsOnMonday: Bool = true, isSmallGrid: Bool = false
  ) {
    self.isSmallGrid = isSmallGrid
    self.title = title
    self.lead = lead.map { [$0] } ?? []
    self.crumb = crumb
    self.before = before.map { [$0] } ?? []
    self.after = after.map { [$0] } ?? []
    self.links = links
    let names =
      language == .english
      ? ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] : ["一", "二", "三", "四", "五", "六", "日"]
    weekdays = startsOnMonday ? names : [names[6]] + names[..<6]
    self.days = days
    isEmpty = days.allSatisfy(\.isEmpty)
    nothing = language.say("這個月沒有活動。", "这个月没有活动。", "There is nothing this month.")
    position = language.say("位置", "位置", "Position")
    legend = language.say("● 還有其他日子，點一下就看得到。", "● 还有其他日子，点一下就看得到。", "● Other days: tap to see them.")
  }

  static let markup = """
    <nav aria-label="{{position}}"><ol class="crumbs">{{#crumb}}<li>{{>page-link}}</li>{{/crumb}}<li aria-current="page">{{title}}</li></ol></nav>
    {{#isSmallGrid}}<div class="head turn">{{#before}}{{>page-link}}{{/before}}<div><h1>{{title}}</h1>{{#lead}}<p class="hint">{{.}}</p>{{/lead}}</div>{{#after}}{{>page-link}}{{/after}}</div>{{/isSmallGrid}}
    {{^isSmallGrid}}<div class="head"><h1>{{title}}</h1>{{#before}}{{>page-link}}{{/before}}{{#after}}{{>page-link}}{{/after}}{{#links}}{{>page-link}}{{/links}}</div>{{/isSmallGrid}}
    {{#isEmpty}}<p class="hint">{{nothing}}</p>{{/isEmpty}}
    <div class="card month{{#isSmallGrid}} grid{{/isSmallGrid}}">
    <p class="weekdays" aria-hidden="true">{{#weekdays}}<span>{{.}}</span>{{/weekdays}}</p>
    <ol>
    {{#days}}<li class="day{{#isEmpty}} none{{/isEmpty}}{{#isToday}} today{{/isToday}}{{#isOff}} off{{/isOff}}{{#column}} from-{{.}}{{/column}}"><h2>{{#address}}<a href="{{.}}">{{number}}</a>{{/address}}{{^address}}{{number}}{{/address}} <small{{#isMoonDay}} class="moonday"{{/isMoonDay}}>{{lunar}}</small></h2>{{#opened}}<a class="open" href="#{{id}}" aria-label="{{heard}}"></a>{{/opened}}{{#name}}<p class="named" aria-hidden="true">{{.}}</p>{{/name}}<ul>{{#items}}<li>{{>page-link}}</li>{{/items}}</ul>{{#add}}<p class="add">{{>page-link}}</p>{{/add}}</li>
    {{/days}}
    </ol>
    </div>
    {{#days}}{{#opened}}<section class="card opened" id="{{id}}" aria-label="{{title}}"><h2>{{title}}</h2><ul>{{#items}}<li>{{>page-link}}</li>{{/items}}</ul><p class="ways">{{#more}}{{>page-link}}{{/more}}</p></section>
    {{/opened}}{{/days}}
    {{#isSmallGrid}}<p class="hint legend no-print">{{legend}}</p><p class="ways no-print">{{#links}}{{>page-link}}{{/links}}</p>{{/isSmallGrid}}
    """
}
