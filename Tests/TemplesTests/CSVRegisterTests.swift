import Folklore
import Geo
import Sheets
import Temples
import TestSupport
import Testing

@Suite("CSV registers", .timed)
struct CSVRegisterTests {
  @Test("columns may come in any order, unknown ones are passed over, quotes hold commas, quotes and line ends")
  func layout() throws {
    let text =
      "備註,地址,寺廟名稱,負責人\r\nx,\"彰化縣鹿港鎮\r\n某路, 1號\",\"甲\"\"乙\"\"廟\",某人\r\n\r\n,,丙廟,\r\n\"a\nb\",丁路,丁廟,"
    for chunk in [1, 5, 1 << 17] {
      let contents = try read(text, chunk: chunk)
      #expect(contents.faults == [])
      #expect(contents.records.map(\.row.name) == ["甲\"乙\"廟", "丙廟", "丁廟"])
      #expect(contents.records.map(\.row.address) == ["彰化縣鹿港鎮\r\n某路, 1號", "", "丁路"])
      #expect(contents.records.map(\.place) == [.line(2), .line(5), .line(6)])
    }
  }

  @Test("the register without numbers and coordinates that were found")
  func fewColumns() throws {
    let contents = try read("寺廟名稱,行政區,地址,WGS84X,WGS84Y\n試驗殿,高雄市,高雄市路竹區某路,0,0\n")
    let row = try #require(contents.records.first?.row)
    #expect(row.sourceReference.isEmpty && row.mainDeity.isEmpty && row.area == "高雄市")
    #expect(row.coordinate == RegisteredCoordinate(x: 0, y: 0))
  }

  @Test(
    "a file that is no register of temples",
    arguments: [
      ("a,b\n1,2\n", "r:1: no column is called 寺廟名稱; the columns are a, b"),
      ("\n寺廟名稱,名稱\n", "r:2: two columns give the same field: 寺廟名稱 and 名稱"),
      ("寺廟名稱\n甲\n\"乙\n丙\n", "r:3: the quote that opens here is never closed"),
      ("寺廟\"名稱\n", "r:1: a quote in the middle of a field: put the whole field in quotes"),
    ])
  func wrongFiles(text: String, message: String) {
    #expect(failure(text) == message)
  }

  @Test("a quote that is not closed is found before it has swallowed the file")
  func openQuote() {
    let text = "寺廟名稱\n甲\n\"乙" + String(repeating: "丙\n", count: 40_000)
    #expect(failure(text) == "r:3: a field longer than 65536 bytes: is a quote missing that should close it?")
  }

  @Test("a header alone is a register without temples")
  func headerOnly() throws {
    #expect(try read("寺廟名稱").records == [])
    #expect(failure("\n\n") == "r: is empty: a register is the ministry's XML, a CSV file or GeoJSON")
  }
}

@Suite("what a register has at all", .timed)
struct RegisterFieldsTests {
  @Test(
    "the fields of a file are those of its columns, elements and properties, filled in or not; a geometry of null is none"
  )
  func fields() throws {
    #expect(try read("編號,名稱,電話\n1,甲,\n").summary.fields == [.sourceReference, .name, .phone])
    #expect(try read("編號,名稱\n").summary.fields == [.sourceReference, .name])
    let xml = """
      <ArrayOfOpenData_3><OpenData_3><寺廟名稱>甲</寺廟名稱><電話 /></OpenData_3>
      <OpenData_3><寺廟名稱>乙</寺廟名稱><地址>丙</地址></OpenData_3></ArrayOfOpenData_3>
      """
    #expect(try read(xml).summary.fields == [.name, .phone, .address])
    func geoJSON(_ geometry: String) -> String {
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":\#(geometry),"properties":{"name":"甲","電話":null}}]}"#
    }
    #expect(try read(geoJSON("null")).summary.fields == [.name, .phone])
    #expect(
      try read(geoJSON(#"{"type":"Point","coordinates":[120,24]}"#)).summary.fields == [.name, .phone, .x, .y])
  }

  @Test("rows of commas are no rows")
  func empty() throws {
    let contents = try read("編號,名稱\n1,甲\n,\n , \n,,,\n\n2,乙\n,\n")
    #expect(contents.records.map(\.row.name) == ["甲", "乙"] && contents.faults == [] && contents.summary.rows == 2)
    #expect(contents.records.map(\.place) == [.line(2), .line(7)])
  }
}

@Suite("registers as counties and spreadsheets write them", .timed)
struct CountyRegisterTests {
  @Test("headings of counties and of maps; what is ignored is named")
  func headings() throws {
    let contents = try read("寺廟名稱,地址,經度,緯度,負責人,主神,tel\n甲宮,新北市板橋區文化路1號,121.46,25.01,某人,媽祖,02\n")
    let row = try #require(contents.records.first?.row)
    #expect(row.x == "121.46" && row.y == "25.01" && row.mainDeity == "媽祖" && row.phone == "02")
    #expect(contents.summary.notes == [.ignoredColumns(["負責人"], more: 0)])
    for (x, y) in [("lng", "lat"), ("lon", "lat"), ("WGS84Lng", "WGS84Lat"), ("X", "Y"), ("wgs84x", "WGS84Y")] {
      let row = try #require(try read("廟名,\(x),\(y)\n甲,121,25\n").records.first?.row)
      #expect(row.coordinate == RegisteredCoordinate(x: 121, y: 25), "\(x)")
    }
  }

  @Test("degrees go before metres of the same place")
  func bothGrids() throws {
    let contents = try read("寺廟名稱,X,Y,WGS84X,WGS84Y\n甲,296000,2770000,121.46,25.01\n")
    #expect(contents.records.first?.row.x == "121.46")
    #expect(contents.summary.notes == [.ignoredColumns(["X", "Y"], more: 0)])
  }

  @Test("lines that end in CR alone, semicolons, UTF-16 and workbooks")
  func forms() throws {
    let lines = ["編號,寺廟名稱,地址", "900022,戌宮,臺南市中西區赤嵌街1號", "900023,亥宮,臺南市中西區赤嵌街2號"]
    let expected = try read(lines.joined(separator: "\n") + "\n").records
    #expect(expected.count == 2)
    let text = lines.joined(separator: "\r") + "\r"
    let utf16 = text.utf16Bytes(littleEndian: false)
    let table = lines.map { $0.split(separator: ",").map(String.init) }
    for bytes in [
      Array(text.utf8), Array(text.replacing(",", with: ";").utf8), Array(text.replacing(",", with: "\t").utf8), utf16,
      SmallWorkbook.of(table),
    ] {
      for chunk in [3, 1 << 17] {
        #expect(try RegisterReader(.bytes(bytes, name: "r", chunk: chunk)).readAll().records == expected)
      }
    }
    #expect(try RegisterReader(.bytes(SmallWorkbook.of(table), name: "r")).readAll().summary.format == .workbook)
    #expect(throws: RegisterFault.self) {
      try RegisterReader(.bytes([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], name: "r.xls")).readAll()
    }
  }

  @Test("coordinates that are not there leave the temple; a fraction leaves the number")
  func values() throws {
    let contents = try read("編號,寺廟名稱,WGS84X,WGS84Y,電話,教別\n900016.0,巳宮,NaN,N/A,62200000.0,無\n")
    let row = try #require(contents.records.first?.row)
    #expect(contents.faults.isEmpty && row.coordinate == nil && row.sourceReference == "900016")
    #expect(row.phone == "62200000" && row.religion.isEmpty)
    #expect(TempleIdentity(row).key == "moi-900016")
    #expect(try read("編號,寺廟名稱\n1.23E+11,甲\n").faults.count == 1)
    #expect(try read("寺廟名稱\n無\n").records.first?.row.name == "無")
  }

  @Test(
    "numbers with units and with commas between thousands",
    arguments: [
      ("東經120.5度", "120.5"), ("120.5°E", "120.5"), ("\"2,607,581.1\"", "2607581.1"), ("120.5 ", "120.5"), ("#REF!", ""),
    ])
  func numbers(text: String, number: String) throws {
    #expect(try read("寺廟名稱,經度\n甲,\(text)\n").records.first?.row.x == number)
    #expect(try read("寺廟名稱,經度\n甲,12O.5\n").faults.count == 1)
  }

  @Test("properties of maps have the names of columns")
  func properties() throws {
    let text =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"廟名":"甲","tel":"02","deity":"媽祖","x":1},"geometry":{"type":"Point","coordinates":[121.5,25]}}]}"#
    let row = try #require(try read(text).records.first?.row)
    #expect(row.name == "甲" && row.phone == "02" && row.mainDeity == "媽祖" && row.x == "121.5")
  }

  /// EPSG:3826 of 119.5668, 23.5650, by pyproj.
  @Test("metres of the main island's zone in Penghu lie in Penghu")
  func zones() throws {
    var row = TempleRow(name: "丙宮")
    row.area = "澎湖縣"
    row.address = "澎湖縣馬公市啟明里啟明街1號"
    (row.x, row.y) = ("103687.545", "2607581.169")
    let position = try #require(CoordinateSurvey().assess(row).position)
    #expect(abs(position.latitude - 23.5650) < 0.0001 && abs(position.longitude - 119.5668) < 0.0001)
    #expect(CoordinateSurvey().assess(row).quality == .projected)
  }

  @Test("temples without place or deity are counted and named")
  func tally() throws {
    var register = TempleRegister(
      .bytes(Array("寺廟名稱,主祀神祇,WGS84X,WGS84Y\n甲,媽祖,120.5,24\n乙,,,\n".utf8), name: "r"),
      matcher: try DeityMatcher(deities: [], spellings: DeitySpellings()))
    #expect(try register.survey() == [])
    var tally = RegisterTally()
    try register.forEachTemple { tally.add($0) }
    #expect(tally.withoutPlace == 1 && tally.withoutDeity == 1)
    #expect(tally.namesWithoutPlace == ["乙"] && tally.namesWithoutDeity == ["乙"])
  }

  @Test("the template is read without a fault")
  func template() throws {
    let contents = try read(RegisterReader.template)
    #expect(contents.records.count == 1 && contents.faults.isEmpty && contents.summary.notes.isEmpty)
  }
}
