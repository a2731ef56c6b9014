import Foundation
import Sheets
import Temples
import TestSupport
import Testing

@Suite("temple registers", .timed)
struct RegisterReaderTests {
  @Test(
    "the three formats say the same, in chunks of any size, with a byte order mark or without",
    arguments: [(SmallRegister.csv, "CSV"), (SmallRegister.xml, "XML"), (SmallRegister.geoJSON, "GeoJSON")])
  func formats(text: String, format: String) throws {
    for chunk in [1, 2, 3, 7, 64, 1 << 17] {
      for mark in ["", "\u{FEFF}"] {
        let contents = try read(mark + text, chunk: chunk)
        #expect(contents.records.map(\.row) == SmallRegister.rows)
        #expect(contents.faults == [])
        #expect(contents.summary.format.rawValue == format)
        #expect(contents.summary.encoding == .utf8 && contents.summary.rows == 3)
      }
    }
  }

  @Test("records know their places")
  func places() throws {
    #expect(try read(SmallRegister.csv).records.map(\.place) == [.line(2), .line(3), .line(4)])
    #expect(try read(SmallRegister.xml).records.map(\.place) == [.line(4), .line(19), .line(24)])
    #expect(try read(SmallRegister.geoJSON).records.map(\.place) == [.feature(0), .feature(1), .feature(2)])
  }

  /// 編號,寺廟名稱,地址 and a temple in 彰化縣, encoded by Python's codec cp950.
  private static let big5 =
    "bd 73b8 b92c a678 bc71 a657 bad9 2ca6 61a7 7d0a 372c b8d5 c5e7 ae63 2cb9 fca4 c6bf a4b3 c0b4 e4c2 ed0a"

  /// <?xml version="1.0" encoding="big5"?> and a temple 試驗宮, encoded by the same.
  private static let big5XML =
    "3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2262696735223f3e3c41727261794f664f70656e446174615f333e"
    + "3c4f70656e446174615f333e3ca678bc71a657bad93eb8d5c5e7ae633c2fa678bc71a657bad93e3c2f4f70656e446174615f333e"
    + "3c2f41727261794f664f70656e446174615f333e"

  private func bytes(_ hexadecimal: String) throws -> [UInt8] {
    let digits = Array(hexadecimal.filter { $0 != " " })
    return try stride(from: 0, to: digits.count, by: 2).map { offset in
      try #require(UInt8(String(digits[offset...offset + 1]), radix: 16))
    }
  }

  @Test("Big5 is told from UTF-8 by the content", arguments: [1, 2, 5, 1 << 17])
  func encoding(chunk: Int) throws {
    let bytes = try bytes(Self.big5)
    let xml = try RegisterReader(.bytes(self.bytes(Self.big5XML), name: "b.xml", chunk: chunk)).readAll()
    #expect(xml.records.map(\.row.name) == ["試驗宮"] && xml.summary.encoding == .big5)
    for encoding in [nil, TextEncoding.big5] {
      let contents = try RegisterReader(.bytes(bytes, name: "b", chunk: chunk), encoding: encoding).readAll()
      #expect(contents.summary.encoding == .big5)
      #expect(contents.records.map(\.row.name) == ["試驗宮"])
      #expect(contents.records.map(\.row.address) == ["彰化縣鹿港鎮"])
    }
    #expect {
      try RegisterReader(.bytes(bytes, name: "b.csv", chunk: chunk), encoding: .utf8).readAll()
    } throws: {
      "\($0)" == "b.csv:1: bytes that are not UTF-8: is the file written in another encoding?"
    }
  }

  /// The reader fills its first piece, so only a larger register is read in pieces that are cut anywhere.
  @Test("records are whole wherever the pieces of a long register are cut", arguments: [5, 1_000])
  func pieces(chunk: Int) throws {
    func repeated(_ text: String, from start: String, to end: String, joined separator: String) throws -> String {
      let first = try #require(text.range(of: start)).lowerBound
      let last = try #require(text.range(of: end, options: .backwards)).upperBound
      let records = Array(repeating: String(text[first..<last]), count: 300).joined(separator: separator)
      return text[..<first] + records + text[last...]
    }
    let texts = [
      try repeated(SmallRegister.csv, from: "9000001,", to: "0,0\n", joined: ""),
      try repeated(SmallRegister.xml, from: "<OpenData_3>", to: "</OpenData_3>", joined: "\n"),
      try repeated(SmallRegister.geoJSON, from: "{\"type\": \"Feature\",", to: "\"0\"}}", joined: ","),
    ]
    let expected = Array(repeating: SmallRegister.rows, count: 300).flatMap(\.self)
    for text in texts {
      let contents = try read(text, chunk: chunk)
      #expect(contents.faults == [] && contents.records.map(\.row) == expected)
    }
    let header = try bytes(Self.big5).prefix { $0 != 0x0A } + [0x0A]
    let line = try bytes(Self.big5).dropFirst(header.count)
    let big5 = header + Array(repeating: line, count: 4_000).flatMap(\.self)
    let contents = try RegisterReader(.bytes(Array(big5), name: "b", chunk: chunk)).readAll()
    #expect(contents.records.count == 4_000 && contents.records.allSatisfy { $0.row.address == "彰化縣鹿港鎮" })
  }

  @Test("an XML declaration of another encoding does not count: the bytes do")
  func declaration() throws {
    let text = SmallRegister.xml.replacing("encoding=\"utf-8\"", with: "encoding=\"big5\"")
    #expect(try read(text).records.map(\.row) == SmallRegister.rows)
  }

  @Test("bytes of no encoding are refused with their line")
  func noEncoding() {
    func failure(_ bytes: [UInt8]) -> String {
      do {
        return "\(try RegisterReader(.bytes(bytes, name: "x")).readAll())"
      } catch {
        return "\(error)"
      }
    }
    let start = Array("name\n試驗宮\n".utf8)
    #expect(failure(start + [0xFF, 0x41]).hasPrefix("x:3: bytes that are neither UTF-8 nor Big5"))
    #expect(failure(Array("name\n".utf8) + [0xA5]).hasPrefix("x:2: bytes that are neither UTF-8 nor Big5"))
    #expect(failure([0xFF, 0xFE, 0x41]) == "x:1: bytes that are not UTF-16LE: save the file as UTF-8")
    #expect(failure([]).hasPrefix("x: is empty"))
  }

  @Test("a file that is not there")
  func noFile() {
    #expect {
      try RegisterReader(.file("/nowhere/temples.csv")).readAll()
    } throws: {
      "\($0)" == "/nowhere/temples.csv: there is no such file, or it may not be read"
    }
  }

  @Test("a file on disk is read, and what the visitor throws comes out")
  func file() throws {
    struct Enough: Error {}
    for text in [SmallRegister.csv, SmallRegister.xml, SmallRegister.geoJSON] {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("register-\(UUID().uuidString)").path
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(atPath: path) }
      #expect(try RegisterReader(.file(path)).readAll().records.map(\.row) == SmallRegister.rows)
      var seen = 0
      #expect(throws: Enough.self) {
        try RegisterReader(.file(path)).read { _ in
          seen += 1
          if seen == 2 { throw Enough() }
        }
      }
      #expect(seen == 2)
    }
  }

  @Test("a record that says it is no temple is passed over")
  func otherKinds() throws {
    let contents = try read("名稱,類型\n試驗宮,寺廟\n試驗教會,教會\n試驗廟,\n")
    #expect(contents.records.map(\.row.name) == ["試驗宮", "試驗廟"])
    #expect(contents.summary.others == 1)
  }

  @Test("a wrong record is told with its place, its field and the reason, and reading goes on")
  func wrongRecords() throws {
    let csv = try read(
      "編號,寺廟名稱,WGS84X,WGS84Y\n1,甲廟,12O.5,24\n2,,120.5,24\n3,乙廟,120.5\n4,\"丙\"廟,1,2\n5,丁\"廟,1,2\n6,戊廟,,\n",
      name: "t.csv")
    #expect(
      csv.faults.map(\.description) == [
        "t.csv:2: WGS84X: \"12O.5\" is not a number of degrees such as 120.5215",
        "t.csv:3: 寺廟名稱: is empty: every temple has a name", "t.csv:4: has 3 fields where the first line names 4",
        "t.csv:5: 寺廟名稱: text behind the closing quote: write a quote inside quotes as two",
        "t.csv:6: 寺廟名稱: a quote in the middle of a field: put the whole field in quotes",
      ])
    #expect(csv.records.map(\.row.name) == ["戊廟"])
    #expect(csv.summary.faults == 5 && csv.summary.rows == 1)

    let xml = try read(
      """
      <ArrayOfOpenData_3>
        <OpenData_3><寺廟名稱>甲廟</寺廟名稱><WGS84Y>2A</WGS84Y></OpenData_3>
        <OpenData_3><編號>2</編號></OpenData_3>
        <OpenData_3><寺廟名稱>乙廟</寺廟名稱></OpenData_3>
      </ArrayOfOpenData_3>
      """, name: "t.xml")
    #expect(
      xml.faults.map(\.description) == [
        "t.xml:2: WGS84Y: \"2A\" is not a number of degrees such as 23.9037",
        "t.xml:3: 寺廟名稱: is empty: every temple has a name",
      ])
    #expect(xml.records.map(\.row.name) == ["乙廟"])

    let features = [
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"甲\"},\"geometry\":{\"type\":\"Polygon\"}}",
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"甲\",\"lng\":true,\"lat\":24},\"geometry\":null}",
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"甲\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[\"1\",2]}}",
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"甲\",\"名稱\":\"乙\"},\"geometry\":null}",
      "{\"type\":\"Thing\"}", "{\"type\":\"Feature\",\"properties\":{},\"geometry\":null}", "{\"type\" 1}",
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"丙\"}}",
    ]
    let json = try read("{\"features\":[\(features.joined(separator: ","))],\"type\":\"FeatureCollection\"}", name: "t")
    #expect(
      json.faults.map(\.description) == [
        "t: features[0]: geometry.type: is not \"Point\"", "t: features[1]: lng: is neither a text nor a number",
        "t: features[2]: geometry.coordinates: are not a longitude and a latitude such as [120.5215, 23.9037]",
        "t: features[3]: name: gives the same field as 名稱", "t: features[4]: type: is not \"Feature\"",
        "t: features[5]: 寺廟名稱: is empty: every temple has a name", "t: features[6]: is not JSON",
      ])
    #expect(json.records.map(\.row.name) == ["丙"])
  }
}
