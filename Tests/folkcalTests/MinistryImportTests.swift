import Foundation
import Sinks
import Synchronization
import TestSupport
import Testing

@Suite("folkcal admin temple import --from-moi", .timed)
struct MinistryImportTests {
  /// The register as the ministry writes it.
  private static func register(_ count: Int) -> String {
    let temples = (1...count).map { number in
      "<OpenData_3><編號>\(number)</編號><寺廟名稱>試驗宮\(number)</寺廟名稱><主祀神祇>天上聖母</主祀神祇>"
        + "<行政區>彰化縣</行政區><地址>彰化縣鹿港鎮某路\(number)號</地址><WGS84X>120.43</WGS84X><WGS84Y>24.05</WGS84Y></OpenData_3>"
    }
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?><ArrayOfOpenData_3>" + temples.joined() + "</ArrayOfOpenData_3>"
  }

  private func run(_ answer: SinkAnswer, _ desk: OperatorDesk, _ options: String...) throws -> Program.Run {
    let sink = try SinkServer { _ in answer }
    return try Program.run(
      ["admin", "temple", "import", "--from-moi"] + options,
      environment: ["FOLKCAL_DATABASE": desk.url, "FOLKCAL_ACTOR": "mei", "FOLKCAL_MOI_URL": sink.url + "/temple.xml"])
  }

  @Test("the register is fetched, rehearsed and imported")
  func whole() throws {
    let desk = try OperatorDesk()
    let answer = SinkAnswer.status(200, body: Self.register(1_000))
    let rehearsed = try run(answer, desk, "--dry-run")
    #expect(
      rehearsed.output.contains("temples: 1000 added") && rehearsed.output.contains("rehearsed only"),
      "\(rehearsed.errors)")
    #expect(try desk.run("admin", "temple", "list", "--json").list().isEmpty)
    let imported = try run(answer, desk)
    #expect(
      imported.status == 0 && imported.output.hasPrefix("temple.xml: XML, UTF-8, 1000 temples\n"),
      "\(imported.output) \(imported.errors)")
    #expect(try run(answer, desk).output.contains("0 added, 0 changed, 1000 unchanged"))
  }

  @Test("what is no whole register is refused, says where people get it, and changes nothing")
  func refused() throws {
    let desk = try OperatorDesk()
    for (answer, words) in [
      (SinkAnswer.status(403, body: "no"), "answered 403"),
      (.status(200, body: Self.register(999)), "999 temples only"),
      (.status(200, body: "<!DOCTYPE html><html><body>blocked</body></html>"), "a web page, and no register"),
      (.status(200), "is empty"), (.cutShort(), "answered 200 and no more"), (.hangUp, "ended the connection"),
    ] {
      let run = try run(answer, desk)
      #expect(run.status == 1 && run.output.isEmpty, "\(words): \(run.output)")
      #expect(run.errors.contains(words) && run.errors.contains("https://data.gov.tw/dataset/8203"), "\(run.errors)")
    }
    #expect(try desk.run("admin", "temple", "list", "--json").list().isEmpty)
  }

  @Test("serve renews the temples once a month, and leaves all as it was if what comes is no register")
  func renewal() throws {
    let desk = try ServiceDesk()
    try desk.run("init", "--empty")
    let isWhole = Flag()
    let sink = try SinkServer { _ in .status(200, body: isWhole.value ? Self.register(1_000) : Self.register(5)) }
    let parts = ["--renew-temples", "--no-plan", "--no-backup", "--no-deliver"]
    func count() throws -> Int { try desk.run("admin", "temple", "list", "--json", "--limit", "10000").list().count }
    let failing = try desk.serve(parts, more: ["FOLKCAL_MOI_URL": sink.url])
    #expect(failing.said("has 5 temples only"), "\(failing.errors)")
    #expect(failing.stop() == 0)
    #expect(try count() == 0)
    isWhole.set()
    // What failed was not this month's turn.
    let first = try desk.serve(parts, more: ["FOLKCAL_MOI_URL": sink.url])
    #expect(first.said("the temples were renewed"), "\(first.errors)")
    #expect(try count() == 1_000)
    let asked = sink.requestCount
    let second = try desk.serve(parts, more: ["FOLKCAL_MOI_URL": sink.url])
    #expect(second.said("listening on"))
    Thread.sleep(forTimeInterval: 1)
    #expect(sink.requestCount == asked)
    #expect(first.stop() == 0 && second.stop() == 0)
  }

  /// Read by the threads of a sink.
  private final class Flag: Sendable {
    private let state = Mutex(false)
    var value: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
  }

  @Test("a file and --from-moi do not go together, and one of them is needed")
  func choice() throws {
    let desk = try OperatorDesk()
    let both = try desk.run("admin", "temple", "import", "a.xml", "--from-moi")
    #expect(both.status == 2 && both.errors.contains("not both"))
    let none = try desk.run("admin", "temple", "import")
    #expect(none.status == 2 && none.errors.contains("--from-moi"))
  }
}
