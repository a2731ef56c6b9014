import Foundation
import TestSupport
import Testing

@Suite("folkcal near and admin temple import", .timed)
struct NearCommandTests {
  /// Invented temples; the numbers of 鹿港 and 金門 are right to a kilometre.
  private static let csv = """
    編號,寺廟名稱,主祀神祇,行政區,地址,教別,登記別,電話,負責人,WGS84X,WGS84Y
    9000001,試驗宮,天上聖母,彰化縣,彰化縣鹿港鎮某路1號,道教,正式登記,04-7771234,某人,120.4318,24.0567
    9000002,乙寺,觀世音菩薩、天上聖母,彰化縣,彰化縣鹿港鎮某街2號,佛教,補辦登記,,某人,120.4418,24.0567
    9000003,無座標廟,福德正神,金門縣,金門縣金湖鎮某村3號,道教,正式登記,,某人,0,0
    9000004,顛倒宮,石府千歲,金門縣,金門縣金城鎮某村4號,道教,正式登記,,某人,24.4372,118.3186

    """

  private func imported() throws -> OperatorDesk {
    let desk = try OperatorDesk(loaded: true)
    let run = try desk.run("admin", "temple", "import", desk.file("temples.csv", Self.csv))
    #expect(run.status == 0, "\(run.errors)")
    return desk
  }

  @Test("the register is imported, told about, and imported again without a change")
  func importing() throws {
    let desk = try OperatorDesk(loaded: true)
    let file = try desk.file("temples.csv", Self.csv)
    let rehearsed = try desk.run("admin", "temple", "import", file, "--dry-run", "--json").object()
    #expect(rehearsed["added"] as? Int == 4 && rehearsed["is_rehearsal"] as? Bool == true)
    let first = try desk.run("admin", "temple", "import", file)
    #expect(
      first.output == """
        temples.csv: CSV, UTF-8, 4 temples
        temples: 4 added, 0 changed, 0 unchanged
        coordinates: 2 ok, 1 missing, 1 swapped
        places: county known of 4, township of 4
        1 without coordinates, which nobody finds nearby: 無座標廟
        deities: 3 of 4 matched (75.0 %), 3 by the first one named
        not matched, most frequent first: 石府千歲 1

        """)
    let again = try desk.run("admin", "temple", "import", file, "--json").object()
    #expect(again["added"] as? Int == 0 && again["changed"] as? Int == 0 && again["unchanged"] as? Int == 4)
    let temple = try desk.run("admin", "temple", "show", "moi-9000002", "--json").object()
    #expect(temple["deity"] as? String == "guanyin" && temple["other_deities"] as? [String] == ["mazu"])
    #expect(temple["county"] as? String == "彰化縣" && temple["town"] as? String == "鹿港鎮")
    #expect(try !desk.run("admin", "temple", "export").output.contains("某人"))
    let swapped = try desk.run("admin", "temple", "show", "moi-9000004", "--json").object()
    #expect(swapped["lat"] as? Double == 24.4372 && swapped["coordinate_quality"] as? String == "swapped")

    let fewer = try desk.file(
      "fewer.csv", Self.csv.split(separator: "\n").filter { !$0.contains("乙寺") }.joined(separator: "\n") + "\n")
    let told = try desk.run("admin", "temple", "import", fewer)
    #expect(told.output.contains("no longer in the register: 1 temple; --prune removes them\n  moi-9000002 乙寺\n"))
    #expect(try desk.run("admin", "temple", "show", "moi-9000002").status == 0)
    // One of four is more than a twentieth.
    #expect(try desk.run("admin", "temple", "import", fewer, "--prune").status == 2)
    #expect(try desk.run("admin", "temple", "import", fewer, "--prune", "--yes").output.contains("1 removed"))
    #expect(try desk.run("admin", "temple", "show", "moi-9000002").status == 3)
  }

  @Test("XML, GeoJSON, Big5, standard input, and records of our own are all told by their content")
  func formats() throws {
    let desk = try OperatorDesk(loaded: true)
    let xml = """
      \u{FEFF}<?xml version="1.0" encoding="utf-8"?>
      <ArrayOfOpenData_3><OpenData_3><編號>1</編號><寺廟名稱>甲宮</寺廟名稱><主祀神祇>福德正神</主祀神祇><行政區>彰化縣</行政區>
      <地址>彰化縣鹿港鎮</地址><負責人>某人</負責人><WGS84X>120.43</WGS84X><WGS84Y>24.05</WGS84Y></OpenData_3></ArrayOfOpenData_3>
      """
    #expect(try desk.run("admin", "temple", "import", desk.file("a", xml)).output.contains("XML, UTF-8, 1 temple\n"))
    let geoJSON = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[120.44,24.06]},
       "properties":{"編號":"2","寺廟名稱":"乙宮","地址":"彰化縣鹿港鎮","color":"red"}}]}
      """
    let piped = try desk.run("admin", "temple", "import", "-", input: geoJSON)
    #expect(piped.output.contains("standard input: GeoJSON, UTF-8, 1 temple\n"))
    let own = """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[120.45,24.07]},
       "properties":{"key":"mine","name":"丙宮","introduction":"一段","color":"red"}}]}
      """
    #expect(try desk.run("admin", "temple", "import", "-", input: own).output.contains("temples: 1 added"))
    #expect(try desk.run("admin", "temple", "import", "-", input: "key,name\nmine2,丁宮\n").output.contains("1 added"))
    let mine = try desk.run("admin", "temple", "show", "mine", "--json").object()
    #expect(mine["lat"] as? Double == 24.07 && mine["introduction"] as? String == "一段")
    // 編號,寺廟名稱,地址 / 7,試驗宮,彰化縣鹿港鎮, by Python's codec cp950.
    let big5: [UInt8] = [
      0xbd, 0x73, 0xb8, 0xb9, 0x2c, 0xa6, 0x78, 0xbc, 0x71, 0xa6, 0x57, 0xba, 0xd9, 0x2c, 0xa6, 0x61, 0xa7, 0x7d, 0x0a,
      0x37, 0x2c, 0xb8, 0xd5, 0xc5, 0xe7, 0xae, 0x63, 0x2c, 0xb9, 0xfc, 0xa4, 0xc6, 0xbf, 0xa4, 0xb3, 0xc0, 0xb4, 0xe4,
      0xc2, 0xed, 0x0a,
    ]
    let file = desk.folder.appendingPathComponent("big5.csv")
    try Data(big5).write(to: file)
    #expect(try desk.run("admin", "temple", "import", file.path).output.contains("CSV, Big5, 1 temple\n"))
    #expect(try desk.run("admin", "temple", "show", "moi-7").output.contains("試驗宮"))
    #expect(
      try desk.run("admin", "temple", "import", PackageRoot.path("data/temples.geojson")).output.contains(
        " 0 added, 0 changed"))
  }

  @Test("a record that is wrong is told with its line, and nothing is imported; it can be left out")
  func faults() throws {
    let desk = try OperatorDesk(loaded: true)
    let wrong = try desk.file("wrong.csv", Self.csv + "9000005,,,,,,,,,,\n9000001,又一宮,,,,,,,,,\n")
    let run = try desk.run("admin", "temple", "import", wrong)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("wrong.csv:6: 寺廟名稱: is empty"))
    #expect(run.errors.contains("wrong.csv:7: 編號: \"9000001\" is the number of line 2 too"))
    #expect(try desk.run("admin", "temple", "show", "moi-9000001").status == 3)
    // What is left out would be taken for gone.
    let pruned = try desk.run("admin", "temple", "import", wrong, "--skip-faulty", "--prune")
    #expect(pruned.status == 2 && pruned.errors.contains("would be left out, and --prune"))
    let skipped = try desk.run("admin", "temple", "import", wrong, "--skip-faulty")
    #expect(
      skipped.status == 0 && skipped.output.contains("4 added") && skipped.errors.contains("left out: wrong.csv:6"))
    // What no field takes is left out likewise, and is not taken for gone.
    let long = try desk.file(
      "long.csv", Self.csv.replacing("乙寺", with: String(repeating: "長", count: 5_000)) + "9000006,丙宮,,,,,,,,,\n")
    let refused = try desk.run("admin", "temple", "import", long)
    #expect(
      refused.status == 2 && refused.errors.contains("long.csv: line 3, moi-9000002: name: "), "\(refused.errors)")
    #expect(refused.errors.contains("--skip-faulty leaves such records out"))
    #expect(try desk.run("admin", "temple", "show", "moi-9000006").status == 3)
    let partly = try desk.run("admin", "temple", "import", long, "--skip-faulty", "--prune")
    #expect(
      partly.status == 0 && partly.errors.contains("left out: long.csv: line 3, moi-9000002: name: "),
      "\(partly.errors)")
    #expect(try desk.run("admin", "temple", "show", "moi-9000006").status == 0)
    #expect(try desk.run("admin", "temple", "show", "moi-9000002").output.contains("乙寺"))
    for (text, part) in [
      ("<html></html>", "ArrayOfOpenData"), ("甲,乙\n1,2\n", "no column is called 寺廟名稱"), ("", "is empty"),
      ("{\"features\":1}", "is out of place"),
    ] {
      let run = try desk.run("admin", "temple", "import", "-", input: text)
      #expect(run.status == 2 && run.errors.contains(part), "\(text): \(run.errors)")
    }
    #expect(try desk.run("admin", "temple", "import", "/nowhere/x.csv").status == 3)
    #expect(try desk.run("admin", "temple", "import", "-", "--prune", input: "key,name\na,b\n").status == 2)
  }

  @Test(
    "the whole register of the ministry: 11,915 temples, 85 % of the rows with a known deity",
    .enabled(if: MinistryRegister.isThere))
  func register() throws {
    let desk = try OperatorDesk(loaded: true)
    let first = try desk.run("admin", "temple", "import", MinistryRegister.path, "--json").object()
    #expect(first["temples"] as? Int == 11_915)
    #expect((first["added"] as? Int ?? 0) + (first["changed"] as? Int ?? 0) == 11_915)
    let deities = try #require(first["deities"] as? [String: Any])
    #expect(Double(deities["matched"] as? Int ?? 0) / 11_915 >= 0.85)
    #expect((deities["unmatched"] as? [Any])?.count == 30)
    #expect(first["coordinate_quality"] as? [String: Int] == ["ok": 11_908, "default_point": 6, "county_mismatch": 1])
    let again = try desk.run("admin", "temple", "import", MinistryRegister.path, "--json").object()
    #expect(again["unchanged"] as? Int == 11_915)
    let other = try desk.run("admin", "temple", "import", MinistryRegister.withoutCoordinatesPath, "--json").object()
    #expect(other["added"] as? Int == 508 && (other["vanished"] as? [Any])?.isEmpty == true)
    #expect(other["coordinate_quality"] as? [String: Int] == ["missing": 508])
    // Kinmen and Matsu are near themselves and nothing else is.
    for (place, county) in [("24.4372,118.3186", "金門縣"), ("26.16,119.95", "連江縣")] {
      let found = try desk.run("near", place, "--radius", "20", "--limit", "100", "--json").list()
      #expect(!found.isEmpty && found.allSatisfy { $0["county"] as? String == county })
    }
    let mazu = try desk.run("near", "24.1477,120.6736", "--radius", "10", "--deity", "媽祖", "--limit", "10", "--json")
      .list()
    let distances = mazu.compactMap { $0["distance_km"] as? Double }
    #expect(mazu.count == 10 && distances == distances.sorted() && distances.allSatisfy { $0 <= 10 })
    #expect(mazu.contains { $0["name"] as? String == "萬春宮" })
  }

  @Test("near answers with the specification's fields, nearest first")
  func near() throws {
    let desk = try imported()
    let found = try desk.run(
      "near", "24.0567,120.4318", "--radius", "1.5", "--deity", "mazu", "--now", "2025-04-18T12:00:00+08:00", "--json"
    ).list()
    let first = try #require(found.first { $0["key"] as? String == "moi-9000001" })
    #expect(
      Set(first.keys).isSuperset(of: [
        "id", "name", "address", "lat", "lng", "main_deity", "rating", "distance", "distance_km", "open_time", "phone",
        "special_event", "bearing", "map_url", "geo_uri", "open_state",
      ]))
    #expect(first["distance_km"] as? Double == 0 && first["phone"] as? String == "04-7771234")
    #expect(first["rating"] is NSNull && first["open_state"] as? String == "unknown")
    #expect(first["map_url"] as? String == "https://www.google.com/maps/search/?api=1&query=24.0567,120.4318")
    #expect(first["geo_uri"] as? String == "geo:24.0567,120.4318")
    let special = try #require(first["special_event"] as? [String: Any])
    #expect(special["title"] as? String == "媽祖聖誕" && special["date"] as? String == "2025-04-20")
    // 0.01 degree of longitude at this latitude is 1.015 km.
    let second = try #require(found.first { $0["key"] as? String == "moi-9000002" })
    #expect(second["distance_km"] as? Double == 1.015 && second["bearing"] as? String == "E")
    func keys(_ arguments: String...) throws -> Set<String> {
      let run = try desk.run(["near", "24.0567,120.4318", "--json"] + arguments)
      return Set(try run.list().compactMap { $0["key"] as? String }.filter { $0.hasPrefix("moi-") })
    }
    #expect(try keys() == ["moi-9000001", "moi-9000002"])
    #expect(try keys("--deity", "天上聖母", "--deity-match", "main") == ["moi-9000001"])
    #expect(try keys("--deity", "天上聖母") == ["moi-9000001", "moi-9000002"])
    #expect(try keys("--religion", "佛") == ["moi-9000002"])
    #expect(try keys("--county", "金門", "--radius", "400") == ["moi-9000004"])
    #expect(try keys("--deity", "石府千歲", "--radius", "400") == ["moi-9000004"])
    #expect(try keys("--radius", "1.014") == ["moi-9000001"])
  }

  @Test("what a temple holds, its own dates and its hours are found by near")
  func days() throws {
    let desk = try imported()
    for command in [
      ["temple", "edit", "moi-9000001", "--open-time", "05:00-22:00", "--rating", "4.8"],
      [
        "temple", "edit", "moi-9000002", "--open-time", "20:00-02:00", "--events",
        #"[{"event":"mazu","rule":"lunar 3/22"}]"#,
      ],
      [
        "activity", "add", "--temple", "moi-9000001", "--event", "mazu", "--title", "媽祖聖誕慶典法會", "--start-at",
        "2025-04-20T09:00:00+08:00", "--end-at", "2025-04-20T16:00:00+08:00",
      ],
    ] {
      let run = try desk.run(["admin"] + command)
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
    func near(_ arguments: String...) throws -> [[String: Any]] {
      try desk.run(
        ["near", "24.0567,120.4318", "--radius", "1.5", "--now", "2025-04-18T12:00:00+08:00", "--json"] + arguments
      ).list().filter { ($0["key"] as? String)?.hasPrefix("moi-") == true }
    }
    let kept = try near("--event", "mazu").compactMap { $0["special_event"] as? [String: Any] }
    #expect(kept.map { $0["date"] as? String } == ["2025-04-20", "2025-04-19"])
    #expect(kept.map { $0["title"] as? String } == ["媽祖聖誕慶典法會", "媽祖聖誕"])
    #expect(kept[0]["time"] as? String == "09:00-16:00")
    #expect(try near("--has-activity", "30d").count == 1 && near("--has-activity", "1d").isEmpty)
    #expect(try near("--open-now").compactMap { $0["key"] as? String } == ["moi-9000001"])
    #expect(try near("--open-at", "23:00").compactMap { $0["key"] as? String } == ["moi-9000002"])
    #expect(try near("--open-at", "114/4/19 凌晨1點").compactMap { $0["key"] as? String } == ["moi-9000002"])
    #expect(try near("--open-at", "2025-04-19T01:00").compactMap { $0["key"] as? String } == ["moi-9000002"])
    let table = try desk.run(
      "near", "24.0567,120.4318", "--radius", "1.5", "--now", "2025-04-18T12:00:00+08:00", "--deity", "mazu", "--links")
    #expect(table.output.contains("開 05:00-22:00") && table.output.contains("關 20:00-02:00"))
    #expect(table.output.contains("4.8") && table.output.contains("geo:24.0567,120.4318"))
  }

  @Test("near begins at a temple, or in the middle of a township, and says so; without a database it knows what ships")
  func beginnings() throws {
    let desk = try imported()
    let temple = try desk.run("near", "moi-9000001", "--radius", "1.5", "--json", "--religion", "佛")
    #expect(try temple.list().contains { $0["key"] as? String == "moi-9000002" })
    #expect(temple.errors.contains("around 試驗宮, which is left out"))
    #expect(try desk.run("near", "moi-9000003").errors.contains("無座標廟"))
    let area = try desk.run("near", "--address", "金門縣金城鎮", "--radius", "30", "--json")
    #expect(try desk.run("near", "--address", "金門縣金城", "--radius", "30", "--json").output == area.output)
    #expect(area.errors.contains("temples in 金門縣金城鎮: 24.4"))
    #expect(try area.list().contains { $0["key"] as? String == "moi-9000004" })
    let bare = try Program.run("near", "24.0597,120.4318", "--data", PackageRoot.path("data"), "--json", "--limit", "3")
    #expect(bare.status == 0)
    #expect(try bare.list().contains { ($0["name"] as? String)?.contains("鹿港天后宮") == true })
    let nothing = try desk.run("near", "0,0")
    #expect(nothing.status == 0 && nothing.output.isEmpty)
    #expect(nothing.errors.contains("no such temple within 10.0 km; the nearest is"))
  }

  @Test(
    "another office's list with the same numbers is refused, also in a rehearsal, and imported under a name of its own")
  func otherRegister() throws {
    let desk = try imported()
    let other = """
      編號,寺廟名稱,主祀神祇,行政區,地址,WGS84X,WGS84Y
      9000001,丙宮,福德正神,新北市,新北市板橋區文化路1號,121.46,25.01
      9000002,丁宮,觀音菩薩,新北市,新北市板橋區文化路2號,121.46,25.011

      """
    let file = try desk.file("other.csv", other)
    let before = try desk.run("admin", "temple", "export").output
    for options in [[], ["--dry-run"], ["--skip-faulty"], ["--prune", "--yes"]] {
      let run = try desk.run(["admin", "temple", "import", file] + options)
      #expect(run.status == 2 && run.output.isEmpty, "\(options) \(run.output)")
      #expect(run.errors.contains("9000001: 試驗宮（彰化縣） here, 丙宮（新北市） in the file"), "\(run.errors)")
      #expect(run.errors.contains("--register NAME"))
    }
    #expect(try desk.run("admin", "temple", "export").output == before)
    #expect(try desk.run("admin", "temple", "import", file, "--register", "moi").status == 2)
    let named = try desk.run("admin", "temple", "import", file, "--register", "ntpc")
    #expect(named.output.contains("temples: 2 added, 0 changed"), "\(named.output) \(named.errors)")
    #expect(!named.output.contains("no longer in the register"))
    let temple = try desk.run("admin", "temple", "show", "ntpc-9000001", "--json").object()
    #expect(temple["name"] as? String == "丙宮" && temple["source_ref"] as? String == "ntpc:9000001")
    #expect(try desk.run("admin", "temple", "import", file, "--register", "ntpc").output.contains("2 unchanged"))
    // A temple that is renamed where it stands is the same one, and so is one that moves under its name.
    let renamed = Self.csv.replacing("試驗宮", with: "試煉殿").replacing("120.4418,24.0567", with: "120.52,24.08")
    let run = try desk.run("admin", "temple", "import", desk.file("renamed.csv", renamed))
    #expect(run.output.contains("0 added, 2 changed"), "\(run.output) \(run.errors)")
    #expect(try desk.run("admin", "temple", "import", file, "--same-temples").output.contains("2 changed"))
  }

  @Test("what a city's list no longer has is told of its own county only")
  func vanishedOfCounty() throws {
    let desk = try imported()
    let lines = Self.csv.split(separator: "\n").filter { $0.contains("編號") || $0.contains("顛倒宮") }
    let run = try desk.run("admin", "temple", "import", desk.file("city.csv", lines.joined(separator: "\n") + "\n"))
    #expect(run.output.contains("no longer in the register: 1 temple") && run.output.contains("無座標廟"), "\(run.output)")
    #expect(!run.output.contains("試驗宮"))
  }

  @Test("the picture is written whole, with the temples in it")
  func picture() throws {
    let desk = try imported()
    let file = desk.folder.appendingPathComponent("map.svg").path
    #expect(try desk.run("near", "24.0567,120.4318", "--svg", file).status == 0)
    let svg = try String(contentsOfFile: file, encoding: .utf8)
    #expect(svg.hasPrefix("<svg") && svg.contains("試驗宮") && svg.contains(">10 公里<"))
    #expect(try desk.run("near", "24.0567,120.4318", "--svg", "/nowhere/map.svg").status == 1)
  }

  @Test(
    "wrong input is refused with a sentence that says what would be right, status 2",
    arguments: [
      (["nan,121"], "is not a finite number"), (["inf,121"], "is not a finite number"),
      (["1e309,121"], "is not a finite number"), (["25,03,121,5"], "did you mean 25.03,121.5?"),
      (["306000,277000"], "latitude 306000.0 is not between"), (["25.03"], "has no longitude"), ([], "give one place"),
      (["25,121", "--address", "金門縣"], "give one place"),
      (["--address", "月球"], "names no county"), (["信義區"], "臺北市信義區, 基隆市信義區"),
      (["--address", "信義區"], "臺北市信義區, 基隆市信義區"), (["龍山寺"], "longshan-mengjia"),
      (["https://maps.app.goo.gl/AbC123"], "is a short link"), (["4MXF+3C"], "write 4MXF+3C 臺中市西屯區 or 7QP24MXF+3C"),
      (["24°70'N", "120°40'E"], "less than 60"), (["25,121", "--radius", "0"], "is not more than 0 km"),
      (["25,121", "--radius", "-1"], "is not more than 0 km"),
      (["25,121", "--radius", "nan"], "is not more than 0 km"),
      (["25,121", "--radius", "20038"], "is not between 0 and 20037.6 km"),
      (["25,121", "--radius", "1e309"], "is not between 0 and 20037.6 km"),
      (["25,121", "--limit", "0"], "is not between 1 and 10000"),
      (["25,121", "--limit", "1000000000"], "is not between 1 and 10000"),
      (["25,121", "--limit", "ten"], "limit"), (["25,121", "--county", "東京都"], "is none of 臺北市"),
      (["25,121", "--county", "新竹"], "新竹縣 or 新竹市"), (["25,121", "--open-at", "25:00"], "is no time"),
      (["25,121", "--open-at", "2026-02-30T06:00"], "month 2 of 2026 has 28 days"),
      (["25,121", "--open-at", "2026-11-28"], "has no time of day"),
      (["25,121", "--open-at", "06:00", "--open-now"], "give one of them"),
      (["25,121", "--has-activity", "0d"], "not a number of days"),
      (["25,121", "--nearest"], "Unknown option '--nearest'"),
      (["25,121", "--deity-match", "all", "--deity", "媽祖"], "main"),
      (["25,121", "--event", "聖誕"], "give the key of one"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let run = try Program.run(["near"] + arguments + ["--data", PackageRoot.path("data")])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count <= 5)
  }

  @Test(
    "places as they stand on forms and in messages",
    arguments: [
      ("台中市407西屯區逢甲路", "臺中市西屯區"), ("台中市-西屯區", "臺中市西屯區"), ("臺中巿西屯區", "臺中市西屯區"), ("地址：台中市西屯區福星路", "臺中市西屯區"),
      ("我在台中市西屯區", "臺中市西屯區"), ("花蓮", "50 公里內"), ("Dajia", "大甲區"), ("Nantun", "南屯區"),
    ])
  func forms(text: String, note: String) throws {
    let run = try Program.run("near", text, "--lang", "zh-Hant", "--data", PackageRoot.path("data"))
    #expect(run.status == 0 && !run.output.isEmpty)
    #expect(run.errors.contains(note), "\(run.errors)")
  }

  @Test("a township of another county is a question, not the county", arguments: ["台北市西屯區", "台中市信義區", "新北市中正區"])
  func otherCounty(text: String) throws {
    let run = try Program.run("near", text, "--lang", "zh-Hant", "--data", PackageRoot.path("data"))
    #expect(run.status == 2 && run.errors.contains("請寫其中一個"), "\(run.errors)")
  }

  @Test(
    "a pin, blanks and the height behind coordinates are left out",
    arguments: ["📍24.1477,120.6736", " 24.1477,120.6736,100 ", "位置：24.1477,120.6736"])
  func around(text: String) throws {
    let plain = try Program.run("near", "24.1477,120.6736", "--json", "--data", PackageRoot.path("data")).output
    #expect(try Program.run("near", text, "--json", "--data", PackageRoot.path("data")).output == plain)
  }

  @Test(
    "what does not exist has status 3",
    arguments: [
      ["no-such-temple"], ["月球"], ["西囤區"], ["25,121", "--deity", "無此神"], ["25,121", "--religion", "無此教"],
      ["25,121", "--event", "無此日"],
    ])
  func missing(arguments: [String]) throws {
    let run = try Program.run(["near"] + arguments + ["--data", PackageRoot.path("data")])
    #expect(run.status == 3 && run.output.isEmpty, "\(run.errors)")
  }

  @Test("one place typed in many ways has one answer")
  func typed() throws {
    func near(_ place: String...) throws -> (keys: [String], errors: String) {
      let run = try Program.run(["near"] + place + ["--data", PackageRoot.path("data"), "--json", "--limit", "3"])
      #expect(run.status == 0, "\(place): \(run.errors)")
      return (try run.list().compactMap { $0["key"] as? String }, run.errors)
    }
    let expected = try near("24.1477,120.6736").keys
    #expect(!expected.isEmpty)
    for place in [
      ["24.1477", "120.6736"], ["24.1477, 120.6736"], ["２４.１４７７，１２０.６７３６"], ["24.1477N,120.6736E"],
      ["北緯24.1477度", "東經120.6736度"],
      ["24°8'51.7\"N", "120°40'25\"E"], ["geo:24.1477,120.6736?z=17"],
      ["https://www.google.com/maps/@24.1477,120.6736,17z"],
      ["7QP24MXF+3C"], ["4MXF+3C", "台中市"],
    ] {
      let run = try Program.run(["near"] + place + ["--data", PackageRoot.path("data"), "--json", "--limit", "3"])
      #expect(try run.list().compactMap { $0["key"] as? String } == expected, "\(place): \(run.errors)")
    }
    let swapped = try near("120.6736,24.1477")
    #expect(swapped.keys == expected && swapped.errors.contains("taken as 24.1477,120.6736"))
    let area = try near("--address", "臺中市西屯區")
    #expect(!area.keys.isEmpty && area.errors.contains("around the middle of 臺中市西屯區"))
    for text in ["西屯", "台中市西屯區", "Xitun", "台中縣豐原市"] {
      #expect(try near(text).errors.contains("around the middle of 臺中市"))
    }
    #expect(try near("西屯").keys == area.keys)
    let address = try near("407台中市西屯區台灣大道三段99號")
    #expect(address.keys == area.keys && address.errors.contains("\"台灣大道三段99號\""), "\(address.errors)")
    #expect(address.errors.contains("widened to the middle of 臺中市西屯區"))
    #expect(try near("鎮瀾宮").errors.contains("around 大甲鎮瀾宮, which is left out"))
    #expect(try near("台北行天宮").errors.contains("around 行天宮, which is left out"))
  }

  @Test("the README's examples show temples of what ships")
  func readme() throws {
    for arguments in [["24.1477,120.6736", "--radius", "5", "--deity", "媽祖"], ["臺中市西屯區"], ["--address", "臺中市西屯區"]] {
      let run = try Program.run(["near"] + arguments + ["--data", PackageRoot.path("data")])
      #expect(run.status == 0 && run.output.split(separator: "\n").count > 1, "\(arguments): \(run.errors)")
    }
  }

  @Test(
    "each place that an error offers is read",
    arguments: ["信義區", "東區", "新竹", "西囤區", "Taichong", "大安森林公園", "月球", "4MXF+3C"])
  func advice(text: String) throws {
    let offered = [
      "臺北市信義區", "基隆市信義區", "臺中市東區", "新竹縣", "新竹市", "臺中市西屯區", "臺中市", "臺北市大安區", "24.1477,120.6736", "7QP24MXF+3C",
    ]
    let run = try Program.run(["near", text, "--data", PackageRoot.path("data")])
    #expect(run.status != 0)
    let named = offered.filter { run.errors.contains($0) }
    #expect(!named.isEmpty, "\(run.errors)")
    for place in named { #expect(try Program.run("near", place, "--data", PackageRoot.path("data")).status == 0) }
  }

  @Test("the sentences are Chinese for readers of Chinese")
  func chinese() throws {
    for (arguments, part) in [
      (["信義區"], "「信義區」可以是臺北市信義區、基隆市信義區：請寫其中一個"), (["25.03"], "沒有經度"), (["25,121", "--radius", "0"], "半徑要大於 0 公里"),
      (["25,121", "--county", "新竹"], "新竹縣或新竹市"), (["25,121", "--deity", "無此神"], "沒有叫「無此神」的神明"),
    ] {
      let run = try Program.run(["near"] + arguments + ["--lang", "zh-Hant", "--data", PackageRoot.path("data")])
      #expect(run.status != 0 && run.errors.contains(part), "\(run.errors)")
    }
  }
}
