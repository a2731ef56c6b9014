import Folklore
import OwnDays
import WebPages

/// The page that shows what becomes of each row of a file, before somebody imports it.
struct DayFileRehearsal {
  private let visit: Visit
  private let contents: DayFile.Contents
  private let file: String
  private let rows: [Row]

  private struct Row {
    let source: DayFile.Contents.Day
    /// The day as it will be kept; nil if it is kept already.
    let new: OwnDay?
  }

  /// - Parameter kept: the rules of the days that are there, by their titles.
  init(_ visit: Visit, _ contents: DayFile.Contents, file: String, _ kept: [String: DateRule]) {
    (self.visit, self.contents, self.file) = (visit, contents, file)
    var kept = kept
    rows = contents.days.map { source in
      let new = OwnDay.new([source.day], beside: kept).days.first
      if let new { kept[new.title] = new.rule }
      return Row(source: source, new: new)
    }
  }

  private static let shownRows = 200

  var page: AppPage {
    let blocks = [summary, table] + (contents.faults.isEmpty && contents.skipped.isEmpty ? [] : [leftOut])
    return AppPage(
      visit.language, title: visit.say("試匯入", "试导入", "Rehearsal"), description: "",
      above: visit.aboveSettings + [
        PageLink(OwnDayPages.title(visit), "/settings/days"),
        PageLink(visit.say("匯入", "导入", "Import"), "/settings/days/import"),
      ], blocks)
  }

  private var summary: PageBlock {
    let new = rows.compactMap(\.new)
    let known = rows.count - new.count
    var block = PageBlock(visit.say("試匯入 ", "试导入 ", "Rehearsal of ") + file)
    block.lines = [visit.say("還沒有寫入任何資料。", "还没有写入任何资料。", "Nothing has been written yet.")]
    if known > 0 {
      block.lines.append(
        visit.say("\(known) 個日子已經有了。", "\(known) 个日子已经有了。", "\(known) of the days are there already."))
    }
    block.lines += contents.lost(in: visit.language).prefix(OwnDayFaults.limit)
    if !new.isEmpty {
      block.forms = [
        PageForm(
          "/settings/days/import", [PageField("days", "", .hidden, value: OwnDayTable.text(of: new))],
          buttons: [
            PageButton(visit.say("匯入 \(new.count) 個日子", "导入 \(new.count) 个日子", "Import \(new.count) days"))
          ])
      ]
    }
    block.links = [PageLink(visit.say("另選檔案", "另选文件", "Another file"), "/settings/days/import", .button)]
    return block
  }

  private var table: PageBlock {
    let language = visit.language
    var block = PageBlock(visit.say("逐列看", "逐行看", "Row by row"))
    if rows.count > Self.shownRows {
      block.lines = [
        visit.say("以下是前 \(Self.shownRows) 列。", "以下是前 \(Self.shownRows) 行。", "The first \(Self.shownRows):")
      ]
    }
    block.table = PageTable(
      [visit.say("日子", "日子", "Day"), visit.say("檔案裡", "文件里", "In the file"), visit.say("會成為", "会成为", "Becomes")],
      rows.prefix(Self.shownRows).map { row in
        let day = row.new ?? row.source.day
        let line = row.source.line.map { visit.say("第 \($0) 行", "第 \($0) 行", "line \($0)") }
        let known = row.new == nil ? [visit.say("已經有了", "已经有了", "there already")] : []
        let remarks = known + row.source.remarks.map { $0.text(in: language) }
        return PageTable.Row([
          .init(day.title), .init(row.source.given.isEmpty ? "—" : row.source.given, note: line),
          .init(
            day.rule.spoken(in: language),
            note: remarks.isEmpty ? nil : remarks.joined(separator: visit.say("；", "；", "; "))),
        ])
      }, nothing: "")
    return block
  }

  private var leftOut: PageBlock {
    let count = contents.faults.count + contents.skipped.count
    var block = PageBlock(
      visit.say("\(count) 筆不會匯入", "\(count) 条不会导入", "\(count) are left out"))
    block.isWarning = true
    block.lines = contents.troubles(in: visit.language)
    return block
  }
}
