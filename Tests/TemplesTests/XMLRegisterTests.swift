import Temples
import TestSupport
import Testing

@Suite("XML registers", .timed)
struct XMLRegisterTests {
  private func document(_ inside: String) -> String { "<ArrayOfOpenData_3>\n\(inside)\n</ArrayOfOpenData_3>" }

  /// Entities that grow ("billion laughs"), that name a file, that name an address; a declaration without any.
  @Test(
    "document type declarations are refused, and with them entities",
    arguments: [
      "<!DOCTYPE a [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;\">]>",
      "<!DOCTYPE a [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>", "<!DOCTYPE a SYSTEM \"http://example.org/a.dtd\">",
      "<!DOCTYPE ArrayOfOpenData_3>",
    ])
  func documentTypes(declaration: String) {
    let text = declaration + document("<OpenData_3><寺廟名稱>&a;</寺廟名稱></OpenData_3>")
    let message = "r:2: a document type declaration: a register has none, and entities of its own are not read"
    #expect(failure("<?xml version=\"1.0\"?>\n" + text) == message)
    #expect(failure("<!-- a -->\n" + text) == message)
  }

  @Test(
    "what is not well formed, and what is not the ministry's, is refused with its line",
    arguments: [
      ("<OpenData_3><寺廟名稱>甲", "r:2: the file ends before its last element is closed (libxml2's error 5)"),
      (
        "<OpenData_3>\n<寺廟名稱>甲</地址></OpenData_3>",
        "r:3: a closing tag that does not fit the opening one (libxml2's error 76)"
      ),
      (
        "<OpenData_3><寺廟名稱>&甲;</寺廟名稱></OpenData_3>",
        "r:2: an entity that XML does not have: write & as &amp; (libxml2's error 26)"
      ),
      (
        "<OpenData_3><寺廟名稱>甲 & 乙</寺廟名稱></OpenData_3>",
        "r:2: a name is expected here: write < as &lt; and & as &amp; (libxml2's error 68)"
      ),
      ("<OpenData_3><寺廟名稱>甲<b/></寺廟名稱></OpenData_3>", "r:2: 寺廟名稱: <b> inside a field: a field holds text only"),
      ("<OpenData_5/>", "r:2: <OpenData_5> stands where the ministry's register has <OpenData_3>"),
    ])
  func wrongFiles(inside: String, message: String) {
    let text = message.contains("error 5") ? "<ArrayOfOpenData_3>\n" + inside : document(inside)
    #expect(failure(text) == message)
  }

  @Test("another root, text before it, or none")
  func roots() {
    #expect(
      failure("<html></html>") == "r:1: the root element is <html>; the ministry's register has <ArrayOfOpenData_3>")
    #expect(failure("<!-- a") == "r:1: a comment that is not closed")
    #expect(failure("<?xml?>\n甲<a/>") == "r:2: text before the first element")
    #expect(failure("<?xml?>\n\n") == "r:3: no element begins in the first 9 bytes")
  }

  @Test("the records before a fault are handed over")
  func partly() throws {
    let text = "<ArrayOfOpenData_3><OpenData_3><寺廟名稱>甲</寺廟名稱></OpenData_3><OpenData_3></x>"
    var names: [String] = []
    #expect(throws: RegisterFault.self) {
      try RegisterReader(.bytes(Array(text.utf8), name: "r")).read { names.append(try $0.get().row.name) }
    }
    #expect(names == ["甲"])
  }

  @Test("a field that never ends is refused")
  func longField() {
    let text = document("<OpenData_3><地址>" + String(repeating: "甲", count: 30_000) + "</地址></OpenData_3>")
    #expect(failure(text) == "r:2: 地址: is longer than 65536 bytes")
  }
}
