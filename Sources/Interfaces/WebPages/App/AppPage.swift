package import Folklore

/// A page for everybody: a title with what stands beside it, and blocks below.
package struct AppPage: PageContent {
  package static let template = "app-page"

  package let title: String
  /// The title on the page, if it is not that of the window.
  let heading: String
  /// What search engines and previews show.
  package let description: String
  let above: [PageLink]
  let hasAbove: Bool
  let lead: [String]
  let hasLead: Bool
  let count: [Count]
  let moon: [String]
  let picture: [String]
  let blocks: [PageBlock]
  /// What stands beside the other blocks on a wide screen, and the blocks after it; empty on most pages.
  let aside: [PageBlock]
  let rest: [PageBlock]
  let isTwo: Bool
  let position: String
  /// True if the blocks are the parts of one sheet: columns on a wide screen, one page of paper.
  package var isSheet = false

  /// The days that are left, large beside the title.
  package struct Count: Sendable {
    package let number: String
    package let unit: String

    package init(number: String, unit: String) {
      self.number = number
      self.unit = unit
    }
  }

  /// - Parameters:
  ///   - heading: the title on the page, if it is not that of the window.
  ///   - above: the pages above this one.
  ///   - lead: a line below the title, whose parts ` · ` separates.
  ///   - lunarDay: the day of the moon that is drawn beside the title, 1 to 30.
  ///   - picture: the address of a picture of ours.
  package init(
    _ language: Language, title: String, heading: String? = nil, description: String, above: [PageLink] = [],
    lead: String? = nil,
    count: Count? = nil, lunarDay: Int? = nil, picture: String? = nil, _ blocks: [PageBlock]
  ) {
    self.title = title
    self.heading = heading ?? title
    self.description = description
    self.above = above
    hasAbove = !above.isEmpty
    self.lead = lead?.split(separator: " · ").map(String.init) ?? []
    hasLead = lead?.isEmpty == false
    self.count = count.map { [$0] } ?? []
    moon = lunarDay.map { [MoonMark.path(lunarDay: $0)] } ?? []
    self.picture = picture.map { [$0] } ?? []
    let named = blocks.enumerated().map { place, block in
      var block = block
      block.id = "part-\(place + 1)"
      return block
    }
    let first = named.firstIndex(where: \.isAside) ?? named.endIndex
    self.blocks = Array(named[..<first])
    aside = named.filter(\.isAside)
    rest = named[first...].filter { !$0.isAside }
    isTwo = !aside.isEmpty
    position = language.say("位置", "位置", "Position")
  }

  static let markup = """
    {{#hasAbove}}<nav aria-label="{{position}}"><ol class="crumbs">{{#above}}<li>{{>page-link}}</li>{{/above}}<li aria-current="page">{{title}}</li></ol></nav>{{/hasAbove}}
    <header class="title"><div><h1>{{heading}}</h1>{{#hasLead}}<p class="lead">{{#lead}}<span>{{.}}</span> {{/lead}}</p>{{/hasLead}}</div>{{#moon}}<svg class="moon" viewBox="-11 -11 22 22" aria-hidden="true"><circle r="10"/><path d="{{.}}"/></svg>{{/moon}}{{#count}}<p class="count"><b>{{number}}</b>{{unit}}</p>{{/count}}</header>
    {{#picture}}<img class="cover" src="{{.}}" alt=""/>{{/picture}}
    {{#isSheet}}<div class="sheet">{{/isSheet}}{{#isTwo}}<div class="two">{{/isTwo}}{{#blocks}}
    {{>block}}
    {{/blocks}}{{#isTwo}}<div class="aside">{{#aside}}
    {{>block}}
    {{/aside}}</div>{{#rest}}
    {{>block}}
    {{/rest}}</div>{{/isTwo}}{{#isSheet}}</div>{{/isSheet}}
    """
}

/// A day in a list: date, name, countdown.
package struct DayCard: Sendable {
  let address: String
  let iso: String
  let day: String
  let month: String
  let title: String
  let note: String
  let moon: String
  let left: [AppPage.Count]

  /// - Parameters:
  ///   - iso: `2026-12-01`
  ///   - month: month and weekday: `12月 週二`
  ///   - note: the lunar date.
  ///   - lunarDay: 1 to 30, for the moon.
  package init(
    address: String, iso: String, day: String, month: String, title: String, note: String, lunarDay: Int,
    left: AppPage.Count?
  ) {
    self.address = address
    self.iso = iso
    self.day = day
    self.month = month
    self.title = title
    self.note = note
    moon = MoonMark.path(lunarDay: lunarDay)
    self.left = left.map { [$0] } ?? []
  }
}

/// A temple in a list.
package struct PlaceCard: Sendable {
  let address: String
  let name: String
  let lines: [String]
  let distance: [String]
  /// The postal address to copy; none or one.
  let copied: [CopyText]
  let links: [PageLink]

  package init(
    _ language: Language, address: String, name: String, lines: [String], distance: String?, copied: String?,
    links: [PageLink]
  ) {
    self.address = address
    self.name = name
    self.lines = lines.filter { !$0.isEmpty }
    self.distance = distance.map { [$0] } ?? []
    self.copied = copied.map { [.address($0, of: name, language)] } ?? []
    self.links = links
  }
}

extension CopyText {
  /// A postal address, with the button that copies it.
  package static func address(_ address: String, of name: String, _ language: Language) -> CopyText {
    CopyText(
      address, button: language.say("複製地址", "复制地址", "Copy the address"),
      done: language.say("地址已複製到剪貼簿", "地址已复制到剪贴板", "The address was copied"), heard: name)
  }
}

/// The moon of a lunar day, the mark of the app: what is lit of a disc of radius 10.
enum MoonMark {
  /// - Parameter lunarDay: 1 to 30; the lit share follows from the day alone, as people draw it.
  static func path(lunarDay: Int) -> String {
    let share = Double(min(max(lunarDay, 1), 30) - 1) / 29.53
    let isWaxing = share < 0.5
    // The terminator is half an ellipse; its width goes with the cosine of the phase angle.
    let cosine = cosineOfTurn(share)
    let tenths = Int((abs(cosine) * 100).rounded())
    let isCrescent = cosine > 0
    return
      "M0-10A10 10 0 0 \(isWaxing ? 1 : 0) 0 10A\(tenths / 10).\(tenths % 10) 10 0 0 \(isWaxing == isCrescent ? 0 : 1) 0-10"
  }

  /// The cosine of a part of a full turn, to within 0.002 (Bhaskara I's approximation), so that no library is needed.
  private static func cosineOfTurn(_ turn: Double) -> Double {
    // In quarters of a turn from -2 to 2.
    let quarters = abs(turn * 4 - (turn > 0.5 ? 4 : 0))
    func first(_ quarters: Double) -> Double { (4 - 4 * quarters * quarters) / (4 + quarters * quarters) }
    return quarters <= 1 ? first(quarters) : -first(2 - quarters)
  }
}
