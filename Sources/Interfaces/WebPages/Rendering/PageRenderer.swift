package import Folklore
internal import Mustache
package import Records

/// Renders pages as HTML. All values are escaped.
package struct PageRenderer: Sendable {
  private let library: MustacheLibrary

  /// - Throws: if a template is invalid; a test checks it.
  package init() throws {
    library = MustacheLibrary(templates: try Self.markup.mapValues { try SafeHTML.template($0) })
  }

  /// The HTML of a page.
  package func html(_ content: any PageContent, in frame: PageFrame) -> String {
    render(content, OfficeLayout(frame, title: content.title), layout: "layout")
  }

  /// The HTML of the strip for other sites, which has no layout around it.
  package func html(_ strip: EmbedPage) -> String {
    library.render(strip, withTemplate: EmbedPage.template) ?? ""
  }

  /// A page inside a layout.
  func render(_ content: any PageContent, _ layout: some Layout, layout name: String) -> String {
    var layout = layout
    layout.content = library.render(content, withTemplate: type(of: content).template) ?? ""
    return library.render(layout, withTemplate: name) ?? ""
  }

  /// The templates by name.
  static let markup: [String: String] = [
    MessagePage.template: MessagePage.markup,
    SignInPage.template: SignInPage.markup, LinkPage.template: LinkPage.markup,
    AccountPage.template: AccountPage.markup,
    ListPage.template: ListPage.markup, EditPage.template: EditPage.markup,
    HistoryPage.template: HistoryPage.markup, RemovePage.template: RemovePage.markup, "layout": layoutMarkup,
    "app": appMarkup, InsecureWords.template: InsecureWords.markup, PickPage.template: PickPage.markup,
    PickPage.rowTemplate: PickPage.rowMarkup, EmbedPage.template: EmbedPage.markup, AppPage.template: AppPage.markup,
    MonthPage.template: MonthPage.markup,
  ].merging(RecordForm.markup) { first, _ in first }.merging(SectionPage.markups) { first, _ in first }
    .merging(OperationPage.markups) { first, _ in first }
}

/// The values of what surrounds a page.
protocol Layout {
  /// The HTML of the page itself.
  var content: String { get set }
}

/// The values of the layout of the back office, of signing in and of messages.
private struct OfficeLayout: Layout {
  let language: String
  let title: String
  var content = ""
  let style = Asset.style.address
  let script = Asset.script.address
  let isOffice: Bool
  let name: String
  let roleName: String
  let isPerson: Bool
  let groups: [Group]
  let languages: [Choice]
  /// None or one.
  let insecure: [InsecureWords]
  let words: LayoutWords

  struct Group {
    /// None or one.
    let heading: [String]
    let sections: [Section]
  }

  struct Section {
    let address: String
    let title: String
    let isCurrent: Bool
  }

  struct Choice {
    let code: String
    let name: String
  }

  init(_ frame: PageFrame, title: String) {
    language = frame.language.rawValue
    words = LayoutWords(frame.language)
    self.title = title
    isPerson = frame.person != nil
    name = frame.person?.name ?? ""
    roleName = frame.person?.roleName ?? ""
    isOffice = frame.section != nil && (frame.person?.role ?? .user) > .user
    func section(_ name: String, _ title: String) -> Section {
      Section(address: "/admin/" + name, title: title, isCurrent: frame.section == name)
    }
    let role = frame.person?.role ?? .user
    groups = [
      Group(
        heading: [],
        sections: [Section(address: "/admin", title: words.overview, isCurrent: frame.section == "overview")]
      ),
      Group(
        heading: [words.content],
        sections: PageSection.all.map { section($0.plural, $0.title(in: frame.language)) }),
      Group(
        heading: [words.service],
        sections: OperatorSection.all.filter { $0.role <= role }.map { section($0.name, $0.title(frame.language)) }),
    ]
    let current = frame.language
    languages = Language.allCases.filter { $0 != current }.map { language in
      Choice(code: language.rawValue, name: language.ownName)
    }
    insecure = frame.insecureOrigin == nil ? [] : [InsecureWords(frame.language)]
  }
}

/// The kinds of records that the back office keeps with lists and forms.
package enum PageSection {
  package static let all: [Entity] = [.event, .deity, .temple, .activity, .group, .source]

  /// What a form calls a field; the name itself for a field that no form has.
  package static func label(of field: String, _ entity: Entity, _ language: Language) -> String {
    FieldLabels.label(of: field, entity, language).name
  }
}

/// A part of the back office that is no kind of records.
struct OperatorSection {
  let name: String
  let role: APIRole
  private let titles: (String, String, String)

  func title(_ language: Language) -> String { language.say(titles.0, titles.1, titles.2) }

  static let all = [
    OperatorSection(name: "reminders", role: .admin, titles: ("提醒記錄", "提醒记录", "Reminders")),
    OperatorSection(name: "users", role: .reader, titles: ("使用者", "用户", "Users")),
    OperatorSection(name: "imports", role: .editor, titles: ("匯入與備份", "导入与备份", "Imports, backup")),
    OperatorSection(name: "changes", role: .admin, titles: ("修改紀錄", "修改记录", "Changes")),
    OperatorSection(name: "tokens", role: .admin, titles: ("權杖", "令牌", "Tokens")),
    OperatorSection(name: "service", role: .admin, titles: ("服務", "服务", "Service")),
  ]
}

/// The texts of the layout.
private struct LayoutWords {
  let brand: String
  let skip: String
  let menu: String
  let office: String
  let overview: String
  let content: String
  let service: String
  let account: String
  let signOut: String
  let language: String

  init(_ language: Language) {
    let say = language.say
    brand = say("民俗提醒", "民俗提醒", "folkcal")
    skip = say("跳到內容", "跳到内容", "Skip to the content")
    menu = say("選單", "菜单", "Menu")
    office = say("後台", "后台", "Back office")
    overview = say("總覽", "总览", "Overview")
    content = say("內容", "内容", "Content")
    service = say("服務", "服务", "Service")
    account = say("我的帳號", "我的账号", "My account")
    signOut = say("登出", "退出登录", "Sign out")
    self.language = say("語言", "语言", "Language")
  }
}
