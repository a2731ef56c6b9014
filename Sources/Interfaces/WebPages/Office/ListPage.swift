internal import Addresses
package import Folklore
internal import JSON
package import Records

/// A list of records: search, filters, order, pages.
package struct ListPage: PageContent {
  package static let template = "list"

  package let title: String
  let total: String
  let path: String
  let search: String
  let searchHint: String
  let filters: [Filter]
  let orders: [Option]
  let columns: [String]
  let rows: [Row]
  let isEmpty: Bool
  let newAddress: String?
  /// The page of the month, for activities; none or one.
  let calendar: [PageLink]
  let notice: String?
  let next: String?
  let first: String?
  let range: String
  let csv: String
  let json: String
  let words: ListWords

  struct Filter: Sendable {
    let name: String
    let label: String
    let options: [Option]
  }

  package struct Option: Sendable {
    package let value: String
    package let name: String
    let isSelected: Bool
  }

  struct Row: Sendable {
    let address: String
    let name: String
    let cells: [Cell]
  }

  struct Cell: Sendable {
    let label: String
    let text: String
    let note: [String]
    let isTag: Bool
    let isCode: Bool
    let isDate: Bool
  }

  /// What is shown of a list.
  package struct Content: Sendable {
    /// The zone of times; nil to show them as they are stored.
    package var clock: ZonedClock?
    /// The query of the address without the place of the page.
    package var search = ""
    package var chosen: [String: String] = [:]
    package var order = "data"
    package var records: [Record] = []
    package var total = 0
    /// The number of the first record on this page, from 1.
    package var start = 1
    /// The queries of other pages; nil if there is none.
    package var next: String?
    package var first: String?
    /// The query of what is shown, for the downloads.
    package var query = ""
    /// The next day of events, and in how many days it comes.
    package var nextDays: [Int: (date: String, days: Int)] = [:]
    package var referred: FormValues.ReferenceNames = [:]
    /// The counties of temples, for the filter.
    package var counties: [String] = []
    package var mayWrite = false
    package var notice: String?

    package init() {}
  }

  package init(_ entity: Entity, _ content: Content, _ language: Language) {
    let say = language.say
    let texts = ListWords(language)
    words = texts
    title = entity.title(in: language)
    path = "/admin/" + entity.plural
    calendar =
      entity == .activity
      ? [PageLink(say("看月曆", "看月历", "By month"), "/admin/calendar", .button)] : []
    total = say(
      "共 \(content.total) 筆", "共 \(content.total) 条", content.total == 1 ? "1 entry" : "\(content.total) entries")
    search = content.search
    searchHint = say("名稱、別名；媽祖、妈祖、mazu", "名称、别名；妈祖、媽祖、mazu", "A name: 媽祖, 妈祖, mazu")
    filters = Self.filters(of: entity).map { field in
      Filter(
        name: field.name, label: FieldLabels.label(of: field.name, entity, language).name,
        options: Self.options(field, entity, content.chosen[field.name] ?? "", content.counties, language))
    }
    orders = Self.orders(of: entity).map { order in
      Option(value: order, name: ListWords.order(order, language), isSelected: order == content.order)
    }
    let fields = Self.columns(of: entity)
    columns =
      [texts.name] + (entity == .event ? [texts.nextDay] : [])
      + fields.map {
        FieldLabels.label(of: $0.name, entity, language).name
      }
    rows = content.records.map { record in
      var cells: [Cell] = []
      if entity == .event {
        let next = record.id.flatMap { content.nextDays[$0] }
        cells.append(
          Cell(
            label: texts.nextDay, text: next?.date ?? "—", note: next.map { [ListWords.away($0.days, language)] } ?? [],
            isTag: false, isCode: false, isDate: true))
      }
      cells += fields.map { Self.cell(record, $0, content.referred, content.clock, language) }
      let name = record[entity.nameField].text ?? record.key
      return Row(address: "/admin/\(entity.plural)/\(PercentEncoding.encode(record.key))", name: name, cells: cells)
    }
    isEmpty = content.records.isEmpty
    newAddress = content.mayWrite ? "/admin/new/\(entity.plural)" : nil
    notice = content.notice
    next = content.next.map { "/admin/\(entity.plural)?\($0)" }
    first = content.first.map { "/admin/\(entity.plural)?\($0)" }
    let last = content.start + content.records.count - 1
    range =
      content.records.isEmpty
      ? "" : say("第 \(content.start) 到 \(last) 筆", "第 \(content.start) 到 \(last) 条", "\(content.start) to \(last)")
    let query = content.query.isEmpty ? "" : "?" + content.query
    csv = "/admin/\(entity.plural).csv" + query
    json = "/admin/\(entity.plural).json" + query
  }

  // MARK: What each kind shows

  /// The columns after the name.
  private static func columns(of entity: Entity) -> [Field] {
    let names =
      switch entity {
      case .event: ["type", "rule", "deity", "is_enabled"]
      case .deity: ["role", "aliases"]
      case .temple: ["county", "town", "main_deity", "coordinate_quality"]
      case .activity: ["temple", "rule", "start_at"]
      case .group: ["events", "is_enabled"]
      case .source: ["kind", "url"]
      case .user: [String]()
      }
    return names.compactMap { name in entity.fields.first { $0.name == name } }
  }

  /// The fields that lists are filtered by: choices and switches.
  package static func filters(of entity: Entity) -> [Field] {
    entity.fields.filter { field in
      switch field.kind {
      case .choice, .choices, .flag: true
      case .text where entity == .temple: field.name == "county"
      default: false
      }
    }
  }

  /// The orders of a list; the first is the usual one.
  package static func orders(of entity: Entity) -> [String] {
    (entity == .event ? ["next"] : []) + ["data", "stroke", "zhuyin", "pinyin", "key"]
  }

  private static func options(
    _ field: Field, _ entity: Entity, _ chosen: String, _ counties: [String], _ language: Language
  ) -> [Option] {
    var values: [(String, String)] = []
    switch field.kind {
    case .choice(let choices), .choices(let choices):
      values = choices.map { ($0, ChoiceWords.name(of: $0, field: field.name, entity, language)) }
    case .flag: values = [("true", language.say("是", "是", "Yes")), ("false", language.say("否", "否", "No"))]
    default: values = counties.map { ($0, $0) }
    }
    let label = FieldLabels.label(of: field.name, entity, language).name
    let all = Option(
      value: "", name: label + language.say("：全部", "：全部", ": all"), isSelected: chosen.isEmpty)
    return [all] + values.map { Option(value: $0.0, name: $0.1, isSelected: $0.0 == chosen) }
  }

  private static func cell(
    _ record: Record, _ field: Field, _ names: FormValues.ReferenceNames, _ clock: ZonedClock?, _ language: Language
  ) -> Cell {
    let value = record[field.name]
    var text = value.text ?? ""
    var isTag = false
    var note: [String] = []
    switch field.kind {
    case .choice:
      text = value.text.map { ChoiceWords.name(of: $0, field: field.name, record.entity, language) } ?? ""
      isTag = !text.isEmpty
    case .flag:
      text = value.flag == true ? language.say("是", "是", "yes") : language.say("否", "否", "no")
      isTag = value.flag == false
    case .dateRule:
      note = text.isEmpty ? [] : [text]
      text = StoredText.spoken(text, language)
    case .reference(let entity): text = value.text.map { names[entity]?[$0] ?? $0 } ?? ""
    case .references, .objects: text = "\(value.list.count)"
    case .names, .choices: text = value.texts.joined(separator: "、")
    case .instant: if let clock { text = StoredText.local(text, clock) }
    default: break
    }
    return Cell(
      label: FieldLabels.label(of: field.name, record.entity, language).name, text: text, note: note, isTag: isTag,
      isCode: false, isDate: false)
  }

  static let markup = """
    <div class="head">
    <h1>{{title}}</h1>
    <p>{{total}}</p>
    {{#calendar}}{{>page-link}}{{/calendar}}
    {{#newAddress}}<a class="button" href="{{.}}">{{words.new}}</a>{{/newAddress}}
    </div>
    {{#notice}}<p class="note" role="status">{{.}}</p>{{/notice}}
    <search>
    <form class="filters" action="{{path}}">
    <div class="find"><label class="heard" for="search">{{words.search}}</label><input id="search" name="search" type="search" value="{{search}}" placeholder="{{searchHint}}"/></div>
    {{#filters}}
    <select name="{{name}}" aria-label="{{label}}">{{#options}}<option value="{{value}}"{{#isSelected}} selected="selected"{{/isSelected}}>{{name}}</option>{{/options}}</select>
    {{/filters}}
    <select name="sort" aria-label="{{words.sort}}">{{#orders}}<option value="{{value}}"{{#isSelected}} selected="selected"{{/isSelected}}>{{name}}</option>{{/orders}}</select>
    <button class="button plain" type="submit">{{words.apply}}</button>
    </form>
    </search>
    {{#isEmpty}}<p class="card empty">{{words.nothing}}</p>{{/isEmpty}}
    {{^isEmpty}}
    <div class="card">
    <table>
    <caption class="heard">{{title}}</caption>
    <thead><tr>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#rows}}
    <tr><th scope="row"><a href="{{address}}">{{name}}</a></th>{{#cells}}<td data-label="{{label}}"{{#isDate}} class="date"{{/isDate}}>{{#isTag}}<span class="tag">{{text}}</span>{{/isTag}}{{#isCode}}<code>{{text}}</code>{{/isCode}}{{^isTag}}{{^isCode}}{{text}}{{/isCode}}{{/isTag}}{{#note}}<small>{{.}}</small>{{/note}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    {{/isEmpty}}
    <nav class="pages" aria-label="{{words.pages}}">
    <p>{{range}}</p>
    <p>{{words.download}} <a href="{{csv}}">CSV</a> <a href="{{json}}">JSON</a></p>
    {{#first}}<a class="button plain" href="{{.}}">{{words.first}}</a>{{/first}}
    {{#next}}<a class="button plain" href="{{.}}">{{words.next}}</a>{{/next}}
    </nav>
    """
}

/// The texts of lists.
struct ListWords: Sendable {
  let new: String
  let search: String
  let sort: String
  let apply: String
  let name: String
  let nextDay: String
  let nothing: String
  let pages: String
  let first: String
  let next: String
  let download: String

  init(_ language: Language) {
    let say = language.say
    new = say("新增", "新增", "New")
    search = say("搜尋", "搜索", "Search")
    sort = say("排序", "排序", "Order")
    apply = say("篩選", "筛选", "Apply")
    name = say("名稱", "名称", "Name")
    nextDay = say("下一次", "下一次", "Next")
    nothing = say("沒有符合的資料。", "没有符合的资料。", "Nothing matches.")
    pages = say("分頁", "分页", "Pages")
    first = say("第一頁", "第一页", "First page")
    next = say("下一頁", "下一页", "Next page")
    download = say("下載", "下载", "Download")
  }

  static func order(_ name: String, _ language: Language) -> String {
    let say = language.say
    switch name {
    case "next": return say("依下一次的日期", "按下一次的日期", "By next date")
    case "data": return say("依資料的順序", "按资料的顺序", "As in the data")
    case "stroke": return say("依筆畫", "按笔画", "By strokes")
    case "zhuyin": return say("依注音", "按注音", "By zhuyin")
    case "pinyin": return say("依拼音", "按拼音", "By pinyin")
    default: return say("依代號", "按代号", "By key")
    }
  }

  /// `8 天後`
  static func away(_ days: Int, _ language: Language) -> String {
    switch days {
    case 0: language.say("今天", "今天", "today")
    case 1: language.say("明天", "明天", "tomorrow")
    default: language.say("\(days) 天後", "\(days) 天后", "in \(days) days")
    }
  }
}
