import ArgumentParser
import Store

/// Copies the whole database into another one, of the same or the other engine.
///
///     folkcal admin copy --to postgresql://folkcal@db.example.org/folkcal
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: Speech.say(
      "把整個資料庫複製到新的資料庫：從檔案到伺服器，或從伺服器到檔案。", "Copy the whole database into a new one, from a file to a server or back."),
    discussion: Speech.say(
      """
      全部複製，包括提醒紀錄，因此不會重複送出。請先停止送出提醒、排程與伺服器等程式。複製後會先與原資料庫比對，\
      一致才保留；中斷的複製不會在新資料庫留下資料。
      """,
      """
      Everything is copied, with the reminder log, so that nothing is sent again. Stop the workers, planners and servers first. The copy is \
      compared with the original before it is kept; an interrupted copy leaves the new database empty.
      """))

  @Option(
    help: ArgumentHelp.say("新的資料庫，必須是空的或尚未建立。", "The new database, which must be empty or missing.", valueName: "url"))
  var to: String
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let source = try store.open()
    let target = try OpenStores.create(to)
    let report = try source.copy(to: target)
    if output.json { return try output.printJSON(report.tables) }
    var table = Table()
    for one in report.tables { table.add(one.table, String(one.rows), String(one.digest.prefix(16))) }
    print(table.text(isColored: false), terminator: "")
    StandardError.note(
      Speech.say(
        "已將 \(source.place) 複製到 \(target.place)；所有資料表的內容相同",
        "copied \(source.place) to \(target.place); the rows of all tables are the same"))
  }
}
