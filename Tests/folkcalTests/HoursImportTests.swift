import Foundation
import TestSupport
import Testing

@Suite("folkcal admin temple import --hours", .timed)
struct HoursImportTests {
  private static let register = """
    編號,寺廟名稱,主祀神祇,行政區,地址,WGS84X,WGS84Y
    100,財團法人臺中市大甲試驗宮,天上聖母,臺中市,臺中市大甲區某路1號,120.6200,24.3500
    101,試驗殿,福德正神,彰化縣,彰化縣鹿港鎮某路2號,120.4400,24.0500
    102,試驗殿,福德正神,彰化縣,彰化縣鹿港鎮某路3號,120.4410,24.0500
    103,試驗寺,觀世音菩薩,彰化縣,彰化縣鹿港鎮某路4號,120.4600,24.0700

    """

  private func desk() throws -> OperatorDesk {
    let desk = try OperatorDesk(loaded: true)
    #expect(try desk.run("admin", "temple", "import", desk.file("register.csv", Self.register)).status == 0)
    return desk
  }

  private func temple(_ number: Int, _ desk: OperatorDesk) throws -> [String: Any] {
    try desk.run("admin", "temple", "show", "moi-\(number)", "--json").object()
  }

  private func run(_ name: String, _ text: String, _ desk: OperatorDesk, _ options: String...) throws -> [String: Any] {
    try desk.run(["admin", "temple", "import", "--hours", try desk.file(name, text), "--json"] + options).object()
  }

  @Test("attractions give hours, telephones and a text where name and place agree, and only there")
  func tourism() throws {
    let desk = try desk()
    let file = #"""
      {"XML_Head":{"Infos":{"Info":[
      {"Id":"C1","Name":"大甲試驗宮","Tel":"886-4-26763522","Opentime":"每日 06:00-22:00","Px":120.6201,"Py":24.3502,"Description":"一段介紹"},
      {"Id":"C2","Name":"試驗殿","Tel":"04-1","Opentime":"每日 06:00-22:00","Px":120.4405,"Py":24.05},
      {"Id":"C3","Name":"試驗寺","Tel":"04-2","Opentime":"依廟方公告，請來電","Px":120.46,"Py":24.07},
      {"Id":"C4","Name":"大甲試驗宮","Tel":"02-3","Opentime":"每日 01:00-02:00","Px":121.5,"Py":25.05}]}}}
      """#
    let rehearsed = try run("spots.json", file, desk, "--dry-run")
    #expect(rehearsed["hours"] as? Int == 1)
    #expect(try temple(100, desk)["phone"] is NSNull)
    let done = try run("spots.json", file, desk)
    #expect(done["source"] as? String == "MOTC-TOURISM" && done["matched"] as? Int == 2)
    #expect(done["hours"] as? Int == 1 && done["phones"] as? Int == 2 && done["introductions"] as? Int == 1)
    #expect(done["ambiguous"] as? [String] == ["試驗殿"])
    #expect(done["unreadable_hours"] as? [String] == ["moi-103: 依廟方公告，請來電"])
    let temple = try temple(100, desk)
    #expect(temple["phone"] as? String == "04-26763522" && temple["introduction"] as? String == "一段介紹")
    #expect(temple["open_time"] as? String != nil && (temple["sources"] as? [String])?.contains("MOTC-TOURISM") == true)
    #expect(try run("spots.json", file, desk)["hours"] as? Int == 0)
  }

  @Test("OpenStreetMap's hours follow its next file; what an operator or another source wrote stays")
  func openStreetMap() throws {
    let desk = try desk()
    func overpass(_ hours: String, phone: String = "+886 4 777 1111") -> String {
      #"{"elements":[{"type":"way","id":1,"center":{"lat":24.0701,"lon":120.4602},"tags":{"amenity":"place_of_worship","name":"試驗寺","opening_hours":"\#(hours)","phone":"\#(phone)"}}]}"#
    }
    let first = try run("osm.json", overpass("Mo-Su 06:00-21:00"), desk)
    #expect(first["source"] as? String == "OSM" && first["hours"] as? Int == 1 && first["phones"] as? Int == 1)
    #expect(try temple(103, desk)["open_time"] as? String == "Mo-Su 06:00-21:00")
    #expect(try temple(103, desk)["phone"] as? String == "04 777 1111")
    #expect(try desk.run("admin", "source", "show", "OSM").output.contains("OpenStreetMap contributors"))
    _ = try run("osm.json", overpass("Mo-Su 05:00-21:00"), desk)
    #expect(try temple(103, desk)["open_time"] as? String == "Mo-Su 05:00-21:00")
    #expect(try desk.run("admin", "temple", "edit", "moi-103", "--open-time", "每日 04:00-20:00").status == 0)
    let edited = try temple(103, desk)["open_time"] as? String
    let last = try run("osm.json", overpass("Mo-Su 08:00-21:00"), desk)
    #expect(last["kept"] as? [String] == ["moi-103: open_time"] && last["hours"] as? Int == 0)
    #expect(try temple(103, desk)["open_time"] as? String == edited)
    // Another source does not replace it.
    let spots = #"[{"Name":"試驗寺","Tel":"04-9","Px":"120.46","Py":"24.07"}]"#
    #expect(try run("spots.json", spots, desk)["kept"] as? [String] == ["moi-103: phone"])
  }

  @Test("GeoJSON and tables are read; XML, a register and nonsense are refused with what would be right")
  func formats() throws {
    let desk = try desk()
    let geoJSON =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[120.46,24.07],[120.461,24.07],[120.46,24.07]]]},"properties":{"name":"試驗寺","opening_hours":"24/7"}}]}"#
    #expect(try run("osm.geojson", geoJSON, desk, "--dry-run")["hours"] as? Int == 1)
    let table = "景點名稱,電話,經度,緯度,開放時間\n試驗寺,04-2,120.46,24.07,每日 06:00-18:00\n"
    #expect(try run("spots.csv", table, desk, "--dry-run")["phones"] as? Int == 1)
    for (name, text, words) in [
      ("a.xml", "<a/>", "JSON or CSV"), ("b.csv", Self.register, "lacks a column"), ("c.json", "[1]", "has no places"),
      ("d.json", "{", "not well-formed"), ("e.json", #"[{"Name":"x"}]"#, "no place in it"),
    ] {
      let run = try desk.run("admin", "temple", "import", "--hours", desk.file(name, text))
      #expect(run.status == 2 && run.errors.contains(words), "\(name): \(run.errors)")
    }
  }
}
