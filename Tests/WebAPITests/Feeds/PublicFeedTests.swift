import Folklore
import Foundation
import JSON
import Store
import TestSupport
import Testing

@testable import WebAPI

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("the feeds for everybody, as they are served", .timed, .timeLimit(.minutes(20)))
struct PublicFeedTests {
  private func calendar(_ query: String = "", _ desk: APIDesk? = nil) async throws -> FeedLinter {
    var desk = desk
    if desk == nil { desk = try await APIDesk.reading }
    let reply = try #require(try await desk?.get("/feeds/events.ics" + query))
    reply.expect(200)
    #expect(reply.header("Content-Type") == "text/calendar; charset=utf-8")
    #expect(reply.header("Content-Disposition")?.contains(".ics") == true)
    #expect(reply.header("Cache-Control")?.hasPrefix("public, max-age=") == true)
    #expect(reply.header("ETag") != nil)
    let linter = FeedLinter(reply.text)
    #expect(linter.faults.isEmpty, "\(linter.faults.prefix(5))")
    return linter
  }

  @Test("all folk days of this year and the two after it")
  func all() async throws {
    let feed = try await calendar()
    #expect(feed.head["REFRESH-INTERVAL"] != nil)
    let days = feed.events.compactMap { $0["DTSTART"] }
    #expect(days.allSatisfy { ("20250101"..."20271231").contains($0) } && Set(days.map { $0.prefix(4) }).count == 3)
    let mazu = feed.events.filter { $0["SUMMARY"]?.contains("媽祖聖誕") == true }.compactMap { $0["DTSTART"] }
    #expect(mazu == ["20250420", "20260509", "20270429"])
    #expect(feed.events.contains { $0["SUMMARY"]?.contains("清明") == true && $0["DTSTART"] == "20250404" })
    #expect(feed.alarms.allSatisfy { $0.isEmpty })
  }

  @Test("of a type, of a group, in a language")
  func chosen() async throws {
    let all = try await calendar().events.count
    let festivals = try await calendar("?kind=festival").events
    let deities = try await calendar("?kind=deity").events
    // A festival and a deity's day that are told as one are one entry of all.
    #expect(festivals.count < all && deities.count < all && festivals.count + deities.count > all)
    #expect(!festivals.contains { $0["SUMMARY"]?.contains("媽祖聖誕") == true })
    let group = try await calendar("?group=mazu&lang=en")
    #expect(Set(group.events.compactMap { $0["UID"]?.split(separator: "-2").first }).count == 12)
    #expect(group.events.contains { $0["SUMMARY"]?.contains("Birthday of Mazu") == true })
    #expect(group.head["X-WR-CALNAME"] == "Mazu")
    let id = try await APIDesk.reading.get("/api/groups/mazu").json["id"].integer ?? 0
    #expect(try await calendar("?group=\(id)&lang=en").events == group.events)
    #expect(try await calendar("?group=guanyin&kind=festival&lang=zh-Hans").events.isEmpty == true)
    #expect(try await calendar("?lang=zh-Hans&group=mazu").events.contains { $0["SUMMARY"]?.contains("妈祖圣诞") == true })
  }

  @Test("with alarms, and with rules instead of dates")
  func forms() async throws {
    let feed = try await calendar("?group=mazu&alarm=1@08:00,0")
    #expect(!feed.alarms.isEmpty && feed.alarms.allSatisfy { $0.count == 2 })
    // A day begins at midnight: sixteen hours before it is eight of the day before.
    #expect(Set(feed.alarms.flatMap { $0.compactMap { $0["TRIGGER"] } }) == ["-PT16H", "PT8H"])
    let rules = try await calendar("?group=mazu&form=rscale")
    let mazu = try #require(rules.events.first { $0["SUMMARY"]?.contains("媽祖聖誕") == true })
    #expect(mazu["RRULE"]?.contains("RSCALE=CHINESE") == true)
    for rule in ["FREQ=YEARLY", "BYMONTH=3", "BYMONTHDAY=23"] { #expect(mazu["RRULE"]?.contains(rule) == true) }
  }

  @Test("Atom: the days of the coming month")
  func atom() async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.get("/feeds/events.atom?group=mazu&lang=en")
    reply.expect(200)
    #expect(reply.header("Content-Type") == "application/atom+xml; charset=utf-8")
    #expect(XMLParser(data: Data(reply.body)).parse())
    #expect(reply.text.contains("Birthday of Mazu"))
    // What an entry leads to is there.
    let links = reply.text.matches(of: #/href="https:\/\/days\.example\.org(\/event\/\d+)"/#).map { String($0.1) }
    #expect(links.contains("/event/88"))
    for link in links { try await desk.get(link).expect(200) }
    // It says where it is itself.
    #expect(reply.text.contains("\(APIDesk.site)/feeds/events.atom?group=mazu&amp;lang=en"))
    #expect(try await !desk.get("/feeds/events.atom?kind=festival").text.contains("媽祖聖誕"))
  }

  @Test("JSON Feed 1.1: the days of the coming month")
  func jsonFeed() async throws {
    let reply = try await APIDesk.reading.get("/feeds/events.json?kind=deity")
    reply.expect(200)
    #expect(reply.header("Content-Type") == "application/feed+json; charset=utf-8")
    let json = try reply.json
    #expect(json["version"] == "https://jsonfeed.org/version/1.1")
    #expect(json["title"].text?.isEmpty == false)
    #expect(json["feed_url"] == .text(APIDesk.site + "/feeds/events.json?kind=deity"))
    #expect(json["home_page_url"] == .text(APIDesk.site + "/feeds"))
    let items = json["items"].list
    #expect(items.contains { $0["title"].text?.contains("媽祖聖誕") == true })
    #expect(items.allSatisfy { $0["id"].text != nil } && Set(items.map { $0["id"] }).count == items.count)
  }

  @Test("of any mix: all days that a group, a deity or a day's own name stands for, by keys or numbers")
  func mixed() async throws {
    let desk = try await APIDesk.reading
    func keys(_ query: String) async throws -> Set<String> {
      Set(
        try await calendar(query, desk).events.compactMap { $0["UID"]?.split(separator: "-2").first }.map(String.init))
    }
    let (group, deity) = (try await keys("?groups=mazu"), try await keys("?deities=guanyin"))
    // data/groups.yaml
    #expect(group.isSuperset(of: ["mazu", "baishatun-mazu", "qianshun"]) && !group.contains("dongzhi"))
    #expect(deity.contains("guanyin") && group.isDisjoint(with: deity))
    let mix = try await keys("?groups=mazu&deities=guanyin&events=dongzhi,mazu")
    #expect(mix == group.union(deity).union(["dongzhi"]))
    #expect(try await keys("?groups=mazu,year-end").isSuperset(of: group))
    // Numbers stand for the same; 88 is that of the specification's example.
    #expect(try await keys("?events=88") == ["mazu"])
    let id = try await desk.get("/api/deities/guanyin").json["id"].integer ?? 0
    #expect(try await keys("?deities=\(id)") == deity)
    // What was there before narrows a mix.
    #expect(try await keys("?deities=guanyin&events=dongzhi&kind=deity") == deity)
    #expect(try await keys("?groups=mazu&events=dongzhi&group=mazu") == group)
    // A group is a mix of one, with the days of all regions.
    #expect(
      try await desk.get("/feeds/events.ics?groups=hong-kong").text
        == desk.get("/feeds/events.ics?group=hong-kong").text)
    let hongKong = try await keys("?groups=hong-kong")
    #expect(try await keys("?groups=hong-kong&region=HK").isSubset(of: hongKong) && !hongKong.isEmpty)
    #expect(try await keys("?groups=hong-kong&region=KR").isEmpty)
    #expect(try await calendar("?groups=mazu&events=dongzhi&lang=en").head["X-WR-CALNAME"]?.hasPrefix("Mazu") == true)
    let items = try await desk.get("/feeds/events.json?events=mazu,qingming").json["items"].list
    #expect(items.map { $0["_folkcal"]["key"] } == ["mazu"])
    let atom = try await desk.get("/feeds/events.atom?deities=mazu&groups=solar-terms").text
    #expect(atom.contains("媽祖聖誕") && atom.contains("穀雨"))
  }

  @Test(
    "a name in a mix that stands for nothing is told, and where the keys are",
    arguments: [("groups", "mazu,nope"), ("deities", "nope"), ("events", "mazu,nope,dongzhi")], ["ics", "atom", "json"])
  func unknown(given: (parameter: String, names: String), format: String) async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.get("/feeds/events.\(format)?\(given.parameter)=\(given.names)")
    try reply.expectProblem(404, field: given.parameter)
    let detail = try reply.json["detail"].text ?? ""
    #expect(detail.contains("\"nope\"") && detail.contains("/api/\(given.parameter)"))
    try await desk.get("/api/\(given.parameter)").expect(200)
    for names in ["", ",", "mazu,", "a%20b", "Mazu", "%E5%AA%BD", String(repeating: "a,", count: 100) + "a"] {
      try await desk.get("/feeds/events.\(format)?\(given.parameter)=\(names)").expectProblem(
        400, field: given.parameter)
    }
  }

  @Test("without a public address it is the one that was asked for, if that is one")
  func hosts() async throws {
    let desk = try await APIDesk { $0.publicURL = nil }
    for (host, site) in [
      ("days.example.org:8080", "http://days.example.org:8080"), ("[::1]:80", "http://[::1]:80"),
      ("evil\"><script>", "http://localhost"), ("a b", "http://localhost"), ("x/../y", "http://localhost"),
    ] {
      let reply = try await desk.get("/feeds/events.json", [("Host", host)])
      // A server may also refuse such a host.
      guard reply.status != 400 else { continue }
      #expect(try reply.json["home_page_url"] == .text(site + "/feeds"))
    }
    // One asker's host is not told to another.
    _ = try await desk.get("/feeds", [("Host", "evil.example")])
    #expect(try await !desk.get("/feeds", [("Host", "days.example.org")]).text.contains("evil.example"))
  }
}
