import Folklore
import Geo
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

  @Test(
    "Registers with other separators, line ends, headings and values, as spreadsheets and cities write them",
    arguments: [
      "編號;寺廟名稱;經度;緯度\n900027;甲宮;121.46;25.01\n", "sep=;\r\n編號;寺廟名稱;經度;緯度\r\n900027;甲宮;121.46;25.01\r\n",
      "編號\t寺廟名稱\tWGS84Lng\tWGS84Lat\n900027\t甲宮\t121.46\t25.01\n",
      "編號,寺廟名稱,經度,緯度\r900027,甲宮,121.46,25.01\r", "SOURCE_REF,Name,LNG,LAT\n900027.0,甲宮,121.46,25.01\n",
      "序號,廟名,TEL,Longitude,Latitude\n900027,甲宮,NULL,121.46,25.01\n",
    ])
  func manners(text: String) throws {
    let contents = try RegisterReader(.bytes(Array(text.utf8), name: "r", chunk: 1 << 17)).readAll()
    let row = try #require(contents.records.first?.row)
    #expect(contents.faults.isEmpty && contents.records.count == 1)
    #expect(row.name == "甲宮" && row.sourceReference == "900027" && row.x == "121.46" && row.y == "25.01")
    #expect(row.phone.isEmpty)
  }

  @Test("A place that a database wrote as NaN is missing, and the temple stays; UTF-16 is read")
  func missingPlaces() throws {
    let text = "編號,寺廟名稱,WGS84X,WGS84Y\n900016,巳宮,NaN,NaN\n"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    for bytes in [Array(text.utf8), bytes] {
      let contents = try RegisterReader(.bytes(bytes, name: "r")).readAll()
      #expect(contents.faults.isEmpty)
      #expect(contents.records.map(\.row.name) == ["巳宮"] && contents.records[0].row.coordinate == nil)
    }
  }

  @Test("Metres of the main island's zone are read for Penghu, if only that zone's point lies in the county")
  func penghu() throws {
    // 23.5650, 119.5668 in both zones, by pyproj (EPSG:3826 and EPSG:3825).
    for (x, y) in [("103687.545", "2607581.169"), ("307859.965", "2606963.896")] {
      var row = TempleRow(name: "丙宮")
      (row.x, row.y) = (x, y)
      let area = try #require(AdministrativeArea(address: "澎湖縣馬公市"))
      let found = CoordinateSurvey().assess(row, in: area)
      let place = try #require(found.position)
      #expect(abs(place.latitude - 23.565) < 0.0001 && abs(place.longitude - 119.5668) < 0.0001)
      #expect(found.quality == .projected)
    }
  }
}
