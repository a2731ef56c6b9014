import TestSupport
import Testing

@testable import WebPages

@Suite("Forms with files", .timed)
struct MultipartTests {
  private static let type = "multipart/form-data; boundary=----WebKitFormBoundaryAbC"

  /// The parts between boundaries, as a browser sends them (RFC 7578, section 4).
  private static func body(_ parts: [String], end: String = "--") -> [UInt8] {
    Array(
      (parts.map { "------WebKitFormBoundaryAbC\r\n" + $0 + "\r\n" }.joined() + "------WebKitFormBoundaryAbC\(end)\r\n")
        .utf8)
  }

  @Test("Fields and files are read in order, with every byte")
  func parts() throws {
    let form = try #require(
      FormData(
        multipart: Self.body([
          "Content-Disposition: form-data; name=\"kind\"\r\n\r\n寺廟",
          "Content-Disposition: form-data; name=\"note\"\r\n\r\n一\r\n二",
          "Content-Disposition: form-data; name=\"file\"; filename=\"登 %22記.csv\"\r\nContent-Type: text/csv\r\n\r\na,b\r\n--x\r\n\u{0}",
          "Content-Disposition: form-data; name=\"none\"; filename=\"\"\r\nContent-Type: application/octet-stream\r\n\r\n",
        ]), type: Self.type))
    #expect(form.first("kind") == "寺廟" && form.first("note") == "一\n二")
    let file = try #require(form.file("file"))
    #expect(file.name == "登 \"記.csv" && Array(file.bytes) == Array("a,b\r\n--x\r\n\u{0}".utf8))
    #expect(form.file("none") == nil && form.files.count == 1)
  }

  @Test("A form that breaks off anywhere is refused")
  func broken() {
    let whole = Self.body(["Content-Disposition: form-data; name=\"a\"\r\n\r\nb"])
    for length in 0..<(whole.count - 2) {
      #expect(FormData(multipart: Array(whole.prefix(length)), type: Self.type) == nil, "\(length) bytes")
    }
    #expect(FormData(multipart: whole, type: Self.type)?.first("a") == "b")
  }

  @Test(
    "What is no such form is refused",
    arguments: [
      "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=----WebKitFormBoundaryAbC",
      "multipart/form-data; boundary=other", "text/plain",
    ])
  func types(type: String) {
    #expect(FormData(multipart: Self.body(["Content-Disposition: form-data; name=\"a\"\r\n\r\nb"]), type: type) == nil)
  }

  @Test(
    "A part without a name, and a text with a NUL or no UTF-8, are refused",
    arguments: [
      Self.body(["Content-Type: text/plain\r\n\r\nb"]), Self.body(["Content-Disposition: form-data; name=\"a\"\r\nb"]),
      Self.body(["Content-Disposition: form-data; name=\"a\"\r\n\r\n\u{0}"]),
      Array(
        "------WebKitFormBoundaryAbC\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8) + [0xFF]
        + Array("\r\n------WebKitFormBoundaryAbC--".utf8),
    ])
  func faulty(body: [UInt8]) {
    #expect(FormData(multipart: body, type: Self.type) == nil)
  }
}
