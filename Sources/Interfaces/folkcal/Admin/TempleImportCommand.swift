public import ArgumentParser
import FolkData
import Folklore
import Foundation
import Imports
import Records
public import Sheets
import Store
public import Temples
import WebAPI

/// Imports temples from the ministry's register, or from folkcal's own file.
///
///     folkcal admin temple import temple.xml
struct TempleImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: Speech.say(
      "從登記資料或檔案新增與變更廟宇，全部成功或完全不變。", "Add and change temples from a register or a file, all or none."),
    discussion: Speech.say(
      """
      內政部的登記資料可為 XML、CSV、Excel 活頁簿（.xlsx）或 GeoJSON，編碼為 UTF-8、UTF-16 或 Big5，依內容判斷。廟宇以登記資料的編號（source_ref）辨認：\
      再次匯入時，只更新登記資料後來有變的部分，您在這裡編輯過的維持原樣。檔案沒有的欄位不會變更。不讀取負責人資料。\
      folkcal 自己的 JSON、CSV 或 GeoJSON（每筆都有代號）也可以匯入。

      編號相同、名稱和地點都不同的，是別的廟：整個匯入會停下來（試匯入也一樣），並列出它們。別的單位的名冊請用 --register 給代號。

      --prune 移除先前匯入、但登記資料已不再列出的廟宇；隨 folkcal 附上的，以及在這裡編輯或新增的不會移除。\
      移除數超過登記資料廟宇的 5 % 時，在終端機會先詢問，其他情況必須加上 --yes。

      --rites 給廟宇登記的慶（祭）典：以編號與廟名辨認，或以廟名與鄉鎮市區辨認，不跨縣市。再匯入一次，只改檔案後來改過的；您在這裡編輯過的維持原樣。
      """,
      """
      The register of the Ministry of the Interior is read as XML, CSV, a workbook (.xlsx) or GeoJSON, in UTF-8, UTF-16 or Big5, told by its content. A temple is known by its \
      number there (編號, source_ref): imported again, the register changes what it has changed since, and what was edited here stays. \
      A column that the file does not have changes nothing. Persons in charge are not read. Our own JSON, CSV or GeoJSON (with a key in \
      every record) is read too.

      A number with another name and another place is another temple: the import stops, also a rehearsal, and names them. Give another office's list a name of its own: --register.

      --prune removes the temples of earlier imports that the register no longer has, but for those that ship with folkcal and those that were \
      edited or added here. If they are more than 5 % of the register's temples, it asks on a terminal, and needs --yes elsewhere.

      --rites takes the rites that temples have registered. A temple is known by its number and name, or by its name and township, never in another county. \
      Imported again, the file changes what it has changed since, and what was edited here stays.
      """))

  @Argument(help: .say("檔案；- 表示標準輸入。", "The file; - for standard input."))
  var file: String?

  @Flag(
    name: .customLong("from-moi"),
    help: .say(
      "從內政部下載登記冊（約 10 MB），不用給檔案；它的伺服器據說只接受臺灣的連線。",
      "Fetch the ministry's register (about 10 MB) instead of a file; its server is reported to answer only in Taiwan.")
  )
  var fromMOI = false

  @Option(
    help: .say(
      "寺廟登記的慶（祭）典（data.gov.tw 8209）：CSV、Excel 活頁簿、XML 或 JSON。每一筆成為那間廟自己的日子，或列出為什麼不收。",
      "Rites that temples have registered (data.gov.tw 8209) as CSV, workbook, XML or JSON: each becomes its temple's own day, or is left out and named.",
      valueName: "file"))
  var rites: String?

  @Option(
    help: .say(
      "開放時間與電話：觀光署的景點（data.gov.tw 7777，JSON 或 CSV），或 OpenStreetMap 的 Overpass JSON、GeoJSON。名稱與地點都相符的才收。",
      "Opening hours and telephones: the tourism office's attractions (data.gov.tw 7777, JSON or CSV), or OpenStreetMap's places as Overpass JSON or GeoJSON. Taken where both name and place agree.",
      valueName: "file"))
  var hours: String?

  @Flag(help: .say("移除先前匯入、但登記資料已不再列出的廟宇。", "Remove the temples of earlier imports that the register no longer has."))
  var prune = false

  @Flag(
    name: .customLong("skip-faulty"),
    help: .say("略過並列出有錯的資料；未指定時，遇到錯誤就停止匯入。", "Skip faulty records and list them; otherwise a fault stops the import."))
  var skipFaulty = false

  @Option(
    help: .say(
      "名冊的代號，例如 ntpc：別的單位的名冊有自己的編號。預設為內政部的登記資料。",
      "The register's name, such as ntpc: another office's list has numbers of its own. By default the ministry's.",
      valueName: "name"))
  var register: RegisterName?

  @Flag(
    name: .customLong("same-temples"),
    help: .say(
      "編號相同就是同一間廟，即使名稱和地點都不同。", "A number is the same temple, even if both its name and its place are other ones."))
  var sameTemples = false

  @Option(
    help: .say(
      "登記資料的編碼：utf-8、big5、utf-16le 或 utf-16be；預設自動判斷。",
      "The register's encoding: utf-8, big5, utf-16le or utf-16be; detected by default."))
  var encoding: TextEncoding?

  @Option(
    help: ArgumentHelp.say(
      "內含 deity-spellings.yaml 的資料夾；預設為隨附的資料。", "The folder with deity-spellings.yaml; by default the shipped one.",
      valueName: "folder")
  )
  var data: String?

  @Flag(name: .customLong("dry-run"), help: .say("只檢查與計數，不變更資料。", "Check and count, and change nothing."))
  var dryRun = false

  @OptionGroup var confirmation: Confirmation
  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    if let rites { return try importRites(rites) }
    if let hours { return try importFacts(hours) }
    guard (file == nil) == fromMOI else {
      throw fromMOI
        ? Failure.wrongInput("--from-moi 與檔案只能給一種", "give a file or --from-moi, not both")
        : Failure.wrongInput(
          "請給登記資料的檔案，或用 --from-moi 從內政部下載；慶典用 --rites，開放時間用 --hours",
          "give the file of a register, or --from-moi to fetch the ministry's; --rites is for rites, --hours for opening hours"
        )
    }
    guard !fromMOI || register == nil else {
      throw Failure.wrongInput(
        "--register 不能與 --from-moi 並用：內政部的登記冊沒有代號",
        "--register does not go with --from-moi: the ministry's register has no name")
    }
    let input = try file.map { try ReadableTwice($0) }
    defer { input?.remove() }
    let store = try author.store.open()
    let change = try author.change(time)
    if let input, input.holdsOwnRecords { return try importOwn(input, store, change) }

    let (source, size) = try input.map { (RegisterInput.file($0.path, name: $0.name), $0.size) } ?? fetched()
    var bar = ProgressBar(Speech.say("讀取中", "reading"), total: size)
    defer { bar.clear() }
    var work = try RegisterImport(source, encoding: encoding, name: register, matcher: try matcher(store)) {
      bar.show($0)
    }
    guard !fromMOI || work.count >= MinistryRegister.fewestTemples else {
      throw MinistryRegister.Failure.cut(temples: work.count)
    }
    let faults = work.faults
    guard faults.isEmpty || skipFaulty else { throw Self.failure(faults.map { Speech.message($0) }) }
    guard faults.isEmpty || !prune else {
      throw Failure.wrongInput(
        "有 \(faults.count) 筆資料會被略過，--prune 會把它們當成已消失的廟宇：請不用 --prune 匯入，或先修正檔案",
        "\(faults.count) record(s) would be left out, and --prune would take them for temples that are gone: import without it, "
          + "or mend the file")
    }

    // A broken file can look like a register without temples.
    guard work.count > 0 || !faults.isEmpty else {
      throw Failure.wrongInput(
        "\(source.name)：沒有任何廟宇，沒有匯入資料；請檢查檔案是否完整",
        "\(source.name): there is no temple in it, and nothing was imported; is the file whole?")
    }

    bar.clear()
    InputFile.tell(work.summary?.notes ?? [])
    bar = ProgressBar(Speech.say("寫入中", "writing"), total: size)
    var options = RegisterImport.Options()
    (options.removesVanished, options.leavesOutFaulty, options.isRehearsal) = (prune, skipFaulty, dryRun)
    options.trustsNumbers = sameTemples
    func write(_ limit: PruneLimit?) throws -> (RegisterReport, RegisterTally) {
      options.limit = limit
      return try work.write(to: store, change, options) { bar.show($0) }
    }
    let (report, tally) = try Self.tellingFaults(source.name) {
      do {
        return try write(confirmation.yes ? nil : .unasked)
      } catch let refusal as PruneRefusal {
        bar.clear()
        try confirmation.ask(
          "\(source.name)：\(Speech.message(refusal))。是否移除？", "\(source.name): \(refusal). Remove them?")
        // The confirmed number is the limit, because other programs may write meanwhile.
        return try write(.count(refusal.removed))
      }
    }
    bar.clear()
    // The document for programs is English.
    let leftOut =
      output.json
      ? faults.map(\.description) + report.leftOut.map { "\(source.name): \($0)" }
      : faults.map { Speech.message($0) } + report.leftOut.map { Self.placed($0, source.name) }
    let record = RegisterImportRecord(
      source.name, work.summary, report, tally, faults: leftOut, isRehearsal: dryRun, isPruning: prune)
    if output.json { try output.printJSON(record) } else { print(record.text, terminator: "") }
    for fault in leftOut.prefix(Self.shownFaults) {
      StandardError.note(Speech.say("已略過：\(fault)", "left out: \(fault)"))
    }
    if leftOut.count > Self.shownFaults {
      StandardError.note(
        Speech.say(
          "另外還略過 \(leftOut.count - Self.shownFaults) 筆", "and \(leftOut.count - Self.shownFaults) more left out"))
    }
  }

  /// The ministry's register, and its size.
  private func fetched() throws -> (RegisterInput, Int) {
    let bar = DownloadBar()
    defer { bar.clear() }
    let bytes = try Asynchronous.run { try await MinistryRegister.ofEnvironment().fetch { bar.show($0) } }
    return (.bytes(bytes, name: MinistryRegister.fileName), bytes.count)
  }

  private static let shownFaults = 20

  private func importOwn(_ input: ReadableTwice, _ store: Store, _ change: Change) throws {
    guard !prune, encoding == nil, !skipFaulty, register == nil, !sameTemples else {
      throw Failure.wrongInput(
        "--prune、--register、--same-temples、--encoding 與 --skip-faulty 只用於登記資料；這個檔案是有代號的 folkcal 資料",
        "--prune, --register, --same-temples, --encoding and --skip-faulty are for registers: this file has records with keys"
      )
    }
    let drafts = InputFile.drafts(try RecordInput.read(.temple, in: InputFile.readText(input.path)))
    try output.told(
      try store.merge([(.temple, drafts)], change, isRehearsal: dryRun), isRehearsal: dryRun, time.clock())
  }

  func matcher(_ store: Store) throws -> DeityMatcher {
    let deities = try store.catalogue().deities
    return try Failure.asWrongInput {
      let folder = try DataOptions.folder(given: data)
      return try DeityMatcher(
        deities: deities, spellings: DeitySpellingsLoader(folder: folder).load(deities: deities, leavesOutUnknown: true)
      )
    }
  }

  private static func tellingFaults<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let found as RecordFaults {
      throw failure(found.faults.map { placed($0, name) })
    }
  }

  private static func placed(_ fault: RecordFault, _ file: String) -> String {
    let message = Speech.message(fault)
    return Speech.say("\(file)：\(message)", "\(file): \(message)")
  }

  /// - Parameter faults: in the language of messages.
  private static func failure(_ faults: [String]) -> Failure {
    let more = faults.count - shownFaults
    func list(_ rest: String, _ end: String) -> String {
      (faults.prefix(shownFaults) + (more > 0 ? [rest] : []) + [end]).joined(separator: "\n")
    }
    return .wrongInput(
      list("另有 \(more) 個錯誤", "沒有匯入任何資料；--skip-faulty 可略過有錯的資料"),
      list("and \(more) more", "nothing was imported; --skip-faulty leaves such records out"))
  }
}

extension RegisterName: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension TextEncoding: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument.lowercased() {
    case "utf-8", "utf8": self = .utf8
    case "big5": self = .big5
    case "utf-16", "utf-16le", "utf16", "utf16le": self = .utf16LittleEndian
    case "utf-16be", "utf16be": self = .utf16BigEndian
    default: return nil
    }
  }

  public static var allValueStrings: [String] { ["utf-8", "big5", "utf-16le", "utf-16be"] }
}
