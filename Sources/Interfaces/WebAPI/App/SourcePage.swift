import Folklore
import Records
import WebPages

/// Where the days are from: `/sources`.
enum SourcePage {
  static let path = "/sources"
  static let all = [PublicPage(path, page)]

  private static func page(_ visit: Visit, _ data: PublicData) -> PublicPage.Content {
    let blocks = Source.Kind.allCases.compactMap { kind in
      block(kind, data.catalogue.sources.filter { $0.kind == kind }, visit)
    }
    return PublicPage.app(
      AppPage(
        visit.language, title: visit.say("資料來源", "资料来源", "Sources"),
        description: visit.say(
          "每個日子的來源：廟方、機關、書、報導與節日表。", "每个日子的来源：庙方、机关、书、报道与节日表。",
          "Where each day is from: temples, offices, books, press and lists."),
        above: [PageLink(visit.say("首頁", "首页", "Home"), "/")], blocks), part: "home")
  }

  private static func block(_ kind: Source.Kind, _ sources: [Source], _ visit: Visit) -> PageBlock? {
    guard !sources.isEmpty else { return nil }
    var block = PageBlock(ChoiceWords.name(of: kind.rawValue, field: "kind", .source, visit.language))
    if kind.repeatsDates {
      block.lines = [
        visit.say(
          "這些表只列日期，多半不寫出處。日子若有別的來源，以別的為準；沒有的，拜拜前請先問廟方。",
          "这些表只列日期，多半不写出处。日子若有别的来源，以别的为准；没有的，拜拜前请先问庙方。",
          "These lists give dates, mostly without saying where they are from. Another source of a day counts more; where there is none, ask the temple first."
        )
      ]
    }
    for source in sources.sorted(by: { $0.title < $1.title }) {
      if let url = source.url, url.hasPrefix("http") {
        block.links.append(PageLink(source.title, url))
      } else {
        block.lines.append([source.title, source.note].compactMap(\.self).joined(separator: visit.say("：", "：", ": ")))
      }
    }
    return block
  }
}
