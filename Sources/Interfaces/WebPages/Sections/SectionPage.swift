package import Folklore
internal import JSON

/// A page of the back office that is made of sections: tables, facts, forms, figures.
///
/// Pages for which nothing else fits are values of this type, so they need no template of their own.
package struct SectionPage: PageContent {
  package static let template = "sections"

  package let title: String
  let crumbs: [PageLink]
  let hasCrumbs: Bool
  let subtitle: [String]
  let actions: [PageLink]
  let notice: [String]
  let sections: [PageBlock]
  let position: String

  /// - Parameters:
  ///   - crumbs: the pages above this one.
  ///   - actions: what one can do here, as links beside the title.
  ///   - notice: what was done before.
  package init(
    _ language: Language, title: String, crumbs: [PageLink] = [], subtitle: String? = nil, actions: [PageLink] = [],
    notice: String? = nil, _ sections: [PageBlock]
  ) {
    self.title = title
    self.crumbs = crumbs
    hasCrumbs = !crumbs.isEmpty
    self.subtitle = subtitle.map { [$0] } ?? []
    self.actions = actions
    self.notice = notice.map { [$0] } ?? []
    self.sections = sections.enumerated().map { place, section in
      var section = section
      section.id = "part-\(place + 1)"
      return section
    }
    position = language.say("位置", "位置", "Position")
  }
}

/// A link, shown as text or as a button.
package struct PageLink: Sendable {
  let text: String
  let address: String
  let isButton: Bool
  let isMain: Bool
  /// What a screen reader adds, where several links have one text.
  let heard: [String]

  package enum Style: Sendable { case text, button, main }

  package init(_ text: String, _ address: String, _ style: Style = .text, heard: String? = nil) {
    self.text = text
    self.address = address
    isButton = style != .text
    isMain = style == .main
    self.heard = heard.map { [$0] } ?? []
  }
}

/// A part of a page with a heading. Its contents come in the order of the members.
package struct PageBlock: Sendable {
  var id = ""
  package var title: String
  /// True if nothing frames it: the filters above a table.
  package var isBare = false
  /// True if it warns of something.
  package var isWarning = false
  package var lines: [String] = []
  /// The language of the lines, if it is not the page's: a text that exists only in Chinese, on an English page.
  package var linesLanguage: Language?
  /// An SVG picture; trusted, for it is not escaped.
  package var picture: String?
  /// What a screen reader says of the picture, if the picture itself has no words for it.
  package var pictureLabel: String?
  package var facts: [PageFact] = []
  package var table: PageTable?
  package var days: [DayCard] = []
  package var places: [PlaceCard] = []
  /// Calendars to subscribe to.
  package var feeds: [FeedCard] = []
  package var picks: [PickBox] = []
  /// What closes the contents until somebody opens them.
  package var fold: PageFold?
  /// A button below the checkboxes that sends their form.
  package var submit: Submit?
  /// Texts with buttons that copy them.
  package var copies: [CopyText] = []
  /// The words of a button that takes the browser's position, if it has one.
  package var here: Here?
  /// True for the block that matters most on its page.
  package var isHero = false
  /// True if that block has nothing to celebrate.
  package var isQuiet = false
  /// True for what stands beside the main text on a wide screen.
  package var isAside = false
  /// Small print below the contents.
  package var remarks: [String] = []
  /// Buttons beside the links that copy a text which the page shows elsewhere.
  package var copyButtons: [CopyText] = []
  /// Where the title leads.
  package var address: String?
  /// Texts to copy.
  package var code: [String] = []
  package var forms: [PageForm] = []
  package var links: [PageLink] = []
  /// Pages that this one leads to, each with what stands there.
  package var choices: [ChoiceLink] = []
  /// Reminders as they will read.
  package var reminders: [ReminderCard] = []
  /// The words of a button that asks the browser for its position; none for most.
  package var position: PositionWords?
  /// Changes with everything that a page of one person shows; the script looks whether another device has changed it.
  package var revision: String?
  /// True for the pages that the browser has kept; a script fills it.
  package var showsSeen = false
  /// How to worship; with a list to tick if something is offered.
  package var guide: [GuidePart] = []
  package var guideWords: GuidePart.Words?
  /// The address of the calendar core, for a page on which it runs, and what is said of days that are not.
  package var core: Core?
  /// The share of a work that is done, 0 to 1, and the address that tells how it goes on.
  package var progress: Progress?

  package struct Progress: Sendable {
    /// In percent; empty if it is unknown.
    let percent: [Int]
    let address: String

    package init(share: Double?, address: String) {
      percent = share.map { [Int((min(max($0, 0), 1) * 100).rounded(.down))] } ?? []
      self.address = address
    }
  }

  package struct Core: Sendable {
    let address: String
    let none: String

    package init(none: String) {
      address = Asset.core.address
      self.none = none
    }
  }

  package struct Submit: Sendable {
    let form: String
    let text: String

    package init(form: String, text: String) {
      self.form = form
      self.text = text
    }
  }

  package struct Here: Sendable {
    let text: String
    /// What is said if the browser gives none.
    let none: String

    package init(text: String, none: String) {
      self.text = text
      self.none = none
    }
  }

  package init(_ title: String) {
    self.title = title
  }

  /// What most people come for, as buttons below the title of a page.
  package static func actions(_ links: [PageLink], title: String) -> PageBlock {
    var block = PageBlock(title)
    block.isBare = true
    block.links = links
    return block
  }
}

/// A button that asks the browser for its position, and then opens a page.
package struct PositionWords: Sendable {
  let text: String
  let to: String
  let refused: String

  package init(text: String, to: String, refused: String) {
    self.text = text
    self.to = to
    self.refused = refused
  }
}

/// A page that another one leads to, with what stands there now: 「神明」, 「已選擇4位神明」.
package struct ChoiceLink: Sendable {
  let title: String
  let note: String
  let address: String

  package init(_ title: String, note: String, _ address: String) {
    self.title = title
    self.note = note
    self.address = address
  }
}

/// A reminder as it will read.
package struct ReminderCard: Sendable {
  let title: String
  let body: String
  let iso: String
  let time: String

  /// - Parameters:
  ///   - iso: the instant in UTC.
  ///   - time: the day and the time where the reader is.
  package init(title: String, body: String, iso: String, time: String) {
    self.title = title
    self.body = body
    self.iso = iso
    self.time = time
  }
}

/// A label and its value.
package struct PageFact: Sendable {
  let label: String
  let value: String
  let address: [String]

  package init(_ label: String, _ value: String, address: String? = nil) {
    self.label = label
    self.value = value
    self.address = address.map { [$0] } ?? []
  }
}

/// A table. The first cell of a row is its heading.
package struct PageTable: Sendable {
  let columns: [String]
  let rows: [Row]
  let isEmpty: Bool
  /// What an empty table says.
  let nothing: String

  package struct Row: Sendable {
    let head: Cell
    let cells: [Cell]
    /// What addresses name the row by; none for most.
    let id: [String]

    /// - Parameter cells: as many as the table has columns.
    package init(_ cells: [Cell], id: String? = nil) {
      self.id = id.map { [$0] } ?? []
      head = cells.first ?? Cell("")
      self.cells = Array(cells.dropFirst())
    }
  }

  package struct Cell: Sendable {
    fileprivate(set) var label = ""
    let text: String
    let address: [String]
    let note: [String]
    let isTag: Bool
    let isCode: Bool
    let isNumber: Bool

    package enum Style: Sendable { case text, tag, code, number }

    package init(_ text: String, address: String? = nil, note: String? = nil, _ style: Style = .text) {
      self.text = text
      self.address = address.map { [$0] } ?? []
      self.note = note.map { [$0] } ?? []
      isTag = style == .tag
      isCode = style == .code
      isNumber = style == .number
    }
  }

  package init(_ columns: [String], _ rows: [Row], nothing: String) {
    self.columns = columns
    self.rows = rows.map { row in
      var cells = row.cells
      // On a small screen each cell stands beside the heading of its column.
      for index in cells.indices where index + 1 < columns.count { cells[index].label = columns[index + 1] }
      return Row([row.head] + cells, id: row.id.first)
    }
    isEmpty = rows.isEmpty
    self.nothing = nothing
  }
}

/// A form with its fields and buttons.
package struct PageForm: Sendable {
  /// By which controls elsewhere on the page belong to it; none or one.
  let id: [String]
  let action: String
  let method: String
  let isMultipart: Bool
  /// True if the browser keeps what was typed for the way back.
  let keepsTyped: Bool
  /// True for filters: the fields stand in a line.
  let isFilter: Bool
  let fields: [PageField]
  let buttons: [PageButton]
  let hasButtons: Bool
  /// What a button for this device's push messages needs.
  let push: [PushWords]
  /// What the script says while it saves each value at once; none for a form that waits for its button.
  let saving: [SavingWords]

  package init(
    _ action: String, method: Method = .post, id: String? = nil, isMultipart: Bool = false,
    keepsTyped: Bool = false, _ fields: [PageField] = [], buttons: [PageButton], push: PushWords? = nil,
    saving: SavingWords? = nil
  ) {
    self.push = push.map { [$0] } ?? []
    self.saving = saving.map { [$0] } ?? []
    self.id = id.map { [$0] } ?? []
    self.action = action
    self.method = method.rawValue
    self.isMultipart = isMultipart
    self.keepsTyped = keepsTyped
    isFilter = method == .get
    self.fields = fields
    self.buttons = buttons
    hasButtons = !buttons.isEmpty
  }

  package enum Method: String, Sendable { case get, post }
}

/// A button that sends a form.
package struct PageButton: Sendable {
  let text: String
  let name: [String]
  let value: String
  let isMain: Bool
  let heard: [String]
  /// True if the script must first ask the browser for a push subscription; without a script there is no such button.
  let isPush: Bool

  package init(
    _ text: String, name: String? = nil, value: String = "", isMain: Bool = true, heard: String? = nil,
    isPush: Bool = false
  ) {
    self.isPush = isPush
    self.text = text
    self.name = name.map { [$0] } ?? []
    self.value = value
    self.isMain = isMain
    self.heard = heard.map { [$0] } ?? []
  }
}

/// A control of a form.
package struct PageField: Sendable {
  let name: String
  let label: String
  let value: String
  let hint: [String]
  let fault: [String]
  var line: [Line] = []
  var isArea = false
  var choice: [Choice] = []
  var isCheck = false
  var file: [File] = []
  var isHidden = false
  var picks: [Picks] = []
  var folded: [Folded] = []
  let isOn: Bool
  /// The field without which this one says nothing: the other end of a time; none or one. The script saves both together.
  package var partner: [String] = []

  struct Line: Sendable {
    let type: String
    let reference: [String]
    let mode: [String]
    /// The least and the greatest number.
    var range: [Range] = []

    struct Range: Sendable {
      let least: Int
      let most: Int
    }
  }

  /// A list from which several are chosen.
  struct Picks: Sendable {
    let items: [Pick]
    let isOpen: Bool
    let count: Int
    /// The label of the search field; none for a short list.
    let find: [String]
  }

  package struct Choice: Sendable {
    let options: [ListPage.Option]
    /// The field on which the values depend; none or one.
    var narrowing: [Narrowing] = []
  }

  struct Narrowing: Sendable {
    let field: String
    /// The values by those of the field, as JSON.
    let choices: String
  }

  struct File: Sendable {
    let accept: String
  }

  /// Fields that are shown when somebody opens them.
  struct Folded: Sendable {
    let fields: [PageField]
    let buttons: [PageButton]
    let lines: [String]
    let hasLines: Bool
    let isOpen: Bool
  }

  package enum Kind: Sendable {
    case text
    case search
    case date
    case time
    case number(ClosedRange<Int>)
    /// Fields with a button of their own, and what that button showed.
    case folded([PageField], button: PageButton? = nil, lines: [String] = [], isOpen: Bool)
    /// A list that is folded unless `isOpen`, with what its search field is called.
    case picks([Pick], isOpen: Bool, find: String?)
    /// A text that offers names of records: the plural of their kind.
    case reference(String)
    case area
    /// Values with their names.
    case choice([(value: String, name: String)])
    /// Values that depend on another field's. The page has those of its present value; a script changes them with it.
    case narrowed(by: String, value: String, [(value: String, names: [String])])
    case check
    /// A file, with the types that the browser offers.
    case file(accept: String)
    case hidden
  }

  package init(
    _ name: String, _ label: String, _ kind: Kind = .text, value: String = "", hint: String? = nil,
    fault: String? = nil
  ) {
    self.name = name
    self.label = label
    self.value = value
    self.hint = hint.map { [$0] } ?? []
    self.fault = fault.map { [$0] } ?? []
    isOn = value == "on"
    switch kind {
    case .text: line = [Line(type: "text", reference: [], mode: [])]
    case .search: line = [Line(type: "search", reference: [], mode: [])]
    case .date: line = [Line(type: "date", reference: [], mode: [])]
    case .time: line = [Line(type: "time", reference: [], mode: [])]
    case .number(let range):
      line = [
        Line(
          type: "number", reference: [], mode: [],
          range: [Line.Range(least: range.lowerBound, most: range.upperBound)])
      ]
    case .folded(let fields, let button, let lines, let isOpen):
      folded = [
        Folded(
          fields: fields, buttons: button.map { [$0] } ?? [], lines: lines, hasLines: !lines.isEmpty, isOpen: isOpen)
      ]
    case .picks(let items, let isOpen, let find):
      picks = [Picks(items: items, isOpen: isOpen, count: items.count, find: find.map { [$0] } ?? [])]
    case .reference(let plural): line = [Line(type: "text", reference: [plural], mode: [])]
    case .area: isArea = true
    case .choice(let options):
      choice = [
        Choice(options: options.map { ListPage.Option(value: $0.value, name: $0.name, isSelected: $0.value == value) })
      ]
    case .narrowed(let field, let present, let all):
      let names = all.first { $0.value == present }?.names ?? []
      let options = [ListPage.Option(value: "", name: "—", isSelected: false)]
      let choices = JSON.object(all.map { JSON.Member($0.value, .list($0.names.map(JSON.text))) })
      choice = [
        Choice(
          options: options + names.map { ListPage.Option(value: $0, name: $0, isSelected: $0 == value) },
          narrowing: [Narrowing(field: field, choices: choices.json())])
      ]
    case .check: isCheck = true
    case .file(let accept): file = [File(accept: accept)]
    case .hidden: isHidden = true
    }
  }
}

/// One of a list from which several are chosen.
package struct Pick: Sendable {
  let name: String
  let value: String
  let title: String
  let note: String
  /// Other spellings, by which the search field finds it.
  let names: String
  package let isOn: Bool

  package init(_ name: String, value: String, title: String, note: String, names: String, isOn: Bool) {
    self.name = name
    self.value = value
    self.title = title
    self.note = note
    self.names = names
    self.isOn = isOn
  }
}

/// What the script says while it saves each value of a form as it is changed.
package struct SavingWords: Sendable {
  let saved: String
  /// Said when there is no network; the value goes back to what it was.
  let offline: String
  /// Said when the session has ended; what was typed stays.
  let ended: String

  package init(_ language: Language) {
    saved = language.say("已儲存", "已保存", "Saved")
    offline = language.say(
      "沒有網路，所以沒有儲存，已改回原來的值。", "没有网络，所以没有保存，已改回原来的值。",
      "There is no network, so nothing was saved; the former value is back.")
    ended = language.say(
      "登入已經結束，這一項還沒有儲存。請在另一個分頁登入，再改一次；您填的還在。", "登录已经结束，这一项还没有保存。请在另一个标签页登录，再改一次；您填的还在。",
      "Your session has ended, so this is not saved yet. Sign in in another tab and change it once more; what you typed stays."
    )
  }
}

/// What the script says while it asks the browser for a push subscription.
package struct PushWords: Sendable {
  /// The public key of the server for push services (RFC 8292).
  let key: String
  let refused: String
  let failed: String
  let iPhone: String
  let inApp: String
  let missing: String

  package init(_ language: Language, key: String) {
    self.key = key
    refused = language.say(
      "瀏覽器不允許通知，所以還沒有設定；您選的都還在這一頁。請在網址列左邊的圖示打開「通知」，再按一次；或改用行事曆網址。",
      "浏览器不允许通知，所以还没有设置；您选的都还在这一页。请在地址栏左边的图标打开「通知」，再按一次；或改用日历网址。",
      "The browser does not allow notifications, so nothing was set up; your choice is still on this page. Allow them at the icon left of the address and try again, or take a calendar address."
    )
    failed = language.say(
      "瀏覽器連不上它的推播服務，還沒有設定；您選的都還在這一頁。請稍後再按一次，或改用行事曆網址。",
      "浏览器连不上它的推送服务，还没有设置；您选的都还在这一页。请稍后再按一次，或改用日历网址。",
      "The browser cannot reach its push service, so nothing was set up; your choice is still on this page. Try again later, or take a calendar address."
    )
    iPhone = language.say(
      "iPhone 與 iPad：請先按「分享」⎋ 再選「加入主畫面」，從主畫面打開「民俗提醒」，就能開啟通知。",
      "iPhone 与 iPad：请先点「分享」⎋ 再选「添加到主屏幕」，从主屏幕打开「民俗提醒」，就能开启通知。",
      "On iPhone and iPad: tap Share, then “Add to Home Screen”, and open folkcal from there; then notifications can be switched on."
    )
    inApp = language.say(
      "LINE、Facebook 等程式裡的瀏覽器收不到通知：請用選單的「以瀏覽器開啟」，再回到這一頁；或改用行事曆網址。",
      "LINE、Facebook 等程序里的浏览器收不到通知：请用菜单的「用浏览器打开」，再回到这一页；或改用日历网址。",
      "The browser inside LINE, Facebook and the like has no notifications: open this page in the browser by their menu, or take a calendar address."
    )
    missing = language.say(
      "這個瀏覽器不支援通知，請用行事曆網址。", "这个浏览器不支持通知，请用日历网址。",
      "This browser has no notifications. Take a calendar address.")
  }
}
