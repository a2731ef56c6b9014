import Folklore
import Foundation
import Records
import TestSupport
import Testing

@testable import WebPages

@Suite("Pages made of sections", .timed)
struct SectionPageTests {
  private static let hostile = "\"><script>alert(1)</script>'{{title}}&"

  @Test("Every text is escaped, and every part stands on the page")
  func parts() throws {
    var block = PageBlock(Self.hostile)
    block.lines = [Self.hostile]
    block.facts = [PageFact(Self.hostile, Self.hostile, address: "/a?b=\(Self.hostile)")]
    block.code = [Self.hostile]
    block.table = PageTable(
      [Self.hostile, "二"],
      [.init([.init(Self.hostile, address: Self.hostile, note: Self.hostile), .init(Self.hostile, .code)])],
      nothing: "")
    block.forms = [
      PageForm(
        "/send", isMultipart: true,
        [
          PageField("one", Self.hostile, value: Self.hostile, hint: Self.hostile, fault: Self.hostile),
          PageField("two", "二", .choice([(Self.hostile, Self.hostile), ("b", "B")]), value: "b"),
          PageField("three", "三", .area, value: Self.hostile), PageField("four", "四", .file(accept: ".csv")),
          PageField("five", "五", .check, value: "on"), PageField("six", "", .hidden, value: Self.hostile),
        ], buttons: [PageButton(Self.hostile, name: "_do", value: Self.hostile)])
    ]
    block.links = [PageLink(Self.hostile, "/there", .button)]
    block.progress = PageBlock.Progress(share: 0.5, address: "/job")
    let page = SectionPage(
      .traditionalChinese, title: Self.hostile, crumbs: [PageLink(Self.hostile, "/up")], subtitle: Self.hostile,
      notice: Self.hostile, [block])
    let frame = PageFrame(
      language: .traditionalChinese, address: "/admin", section: "users",
      person: PageFrame.Person(name: "梅", role: .admin, roleName: "管理員"), insecureOrigin: nil)
    let html = try PageRenderer().html(page, in: frame)
    #expect(!html.contains("<script>alert") && html.contains("{{title}}"))
    for part in [
      "enctype=\"multipart/form-data\"", "name=\"one\"", "<option value=\"b\" selected=\"selected\">B</option>",
      "type=\"file\"",
      "checked=\"checked\"", "type=\"hidden\" name=\"six\"", "aria-invalid=\"true\"", "<progress max=\"100\"",
      "value=\"50\"",
      "name=\"_do\"", "href=\"/there\" class=\"button plain\"", "data-label=\"二\"",
    ] { #expect(html.contains(part), "\(part)") }
  }

  @Test("No two templates have one name: one would silently replace the other")
  func names() {
    let parts = Array(SectionPage.markups.keys) + Array(RecordForm.markup.keys)
    let pages = [
      MessagePage.template, AppPage.template, EmbedPage.template, "app", SignInPage.template, LinkPage.template,
      AccountPage.template,
      ListPage.template,
      EditPage.template, HistoryPage.template, RemovePage.template, MonthPage.template, "layout",
    ]
    #expect(Set(parts + pages).count == parts.count + pages.count)
  }

  @Test("The parts of the back office that a role may not open are not offered")
  func sections() throws {
    func html(_ role: String) throws -> String {
      let frame = PageFrame(
        language: .english, address: "/admin", section: "overview",
        person: .init(name: "Ann", role: try #require(.init(rawValue: role)), roleName: role), insecureOrigin: nil)
      return try PageRenderer().html(SectionPage(.english, title: "Overview", []), in: frame)
    }
    #expect(try !html("reader").contains("/admin/imports") && html("reader").contains("/admin/users"))
    #expect(try html("editor").contains("/admin/imports") && !html("editor").contains("/admin/tokens"))
    #expect(try html("admin").contains("/admin/tokens"))
  }
}
