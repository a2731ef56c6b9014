import Folklore
import JSON
import TestSupport
import Testing

@testable import WebAPI

@Suite("the examples of the reference", .timed, .timeLimit(.minutes(20)))
struct ExampleRequestTests {
  private func operations() async throws -> [DocumentedOperation] {
    let reply = try await APIDesk.reading.get("/api/openapi.json")
    reply.expect(200)
    return DocumentedOperation.all(in: try reply.json)
  }

  @Test(
    "a curl line has the examples of the document; what has none is a variable of the shell",
    arguments: [
      ("getEvent", Language.traditionalChinese, "curl 'https://days.example.org/api/events/mazu'"),
      ("getEvent", .english, "curl 'https://days.example.org/api/events/mazu?lang=en'"),
      (
        "listTemples", .traditionalChinese,
        "curl 'https://days.example.org/api/temples?lat=25.0372&lng=121.4997&limit=3'"
      ),
      ("getUserFeed", .traditionalChinese, #"curl "https://days.example.org/feeds/user/$FILE""#),
      (
        "changeOwnEvent", .traditionalChinese,
        #"curl -X PUT -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"title":"外婆八十大壽"}' "https://days.example.org/api/user/events/$ID""#
      ),
      (
        "signOut", .traditionalChinese,
        #"curl -X POST -H 'Content-Type: application/json' -d '{"refresh_token":"string"}' 'https://days.example.org/api/auth/logout'"#
      ),
    ])
  func lines(name: String, language: Language, line: String) async throws {
    let operation = try #require(try await operations().first { $0.name == name })
    #expect(ExampleRequest(operation, in: language).curl("https://days.example.org") == line)
  }

  @Test("an apostrophe in a body does not end the word of the shell")
  func apostrophes() throws {
    let document: JSON = [
      "paths": [
        "/a": [
          "post": [
            "operationId": "a",
            "requestBody": ["content": ["application/json": ["schema": ["type": "string", "examples": ["it's"]]]]],
          ]
        ]
      ]
    ]
    let operation = try #require(DocumentedOperation.all(in: document).first)
    let line = ExampleRequest(operation, in: .english).curl("http://localhost")
    #expect(line.contains(#"-d '"it'\''s"'"#), "\(line)")
  }

  @Test("each example of a body is one that its schema accepts")
  func bodies() async throws {
    for operation in try await operations() {
      guard let schema = operation.body, let body = ExampleRequest(operation, in: .english).body else { continue }
      let faults = SchemaCheck(operation.document).faults(body, schema, operation.name)
      #expect(faults.isEmpty, "\(faults)")
    }
  }

  @Test("each made answer is one that its schema accepts")
  func answers() async throws {
    for operation in try await operations() {
      guard let success = operation.success, success.type.hasSuffix("json") else { continue }
      let value = SchemaExample(operation.document).value(of: success.schema)
      let faults = SchemaCheck(operation.document).faults(value, success.schema, operation.name)
      #expect(faults.isEmpty, "\(faults)")
    }
  }

  @Test("JSON on several lines is the same JSON")
  func lines() throws {
    let json: JSON = ["a": [], "b": [:], "c": ["x,{\"}:", "\\"], "d": [["e": nil]]]
    let text = JSON.indented(json.bytes)
    #expect(try JSON(storedJSON: text) == json)
    #expect(
      text
        == #"""
        {
          "a": [],
          "b": {},
          "c": [
            "x,{\"}:",
            "\\"
          ],
          "d": [
            {
              "e": null
            }
          ]
        }
        """#)
  }
}
