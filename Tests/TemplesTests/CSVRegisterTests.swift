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
      ("編號;寺廟名稱\n1;甲\n", "r:1: fields are separated by semicolons or tabs: a CSV register has commas"),
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
