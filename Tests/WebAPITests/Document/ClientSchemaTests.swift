import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("the document as generators of clients read it", .timed, .timeLimit(.minutes(20)))
struct ClientSchemaTests {
  private func document() async throws -> JSON {
    let reply = try await APIDesk.reading.get("/api/openapi.json")
    reply.expect(200)
    return try reply.json
  }

  /// Every schema of the document, with its place.
  private func schemas(_ document: JSON) -> [(place: String, schema: JSON)] {
    var found: [(place: String, schema: JSON)] = []
    func walk(_ schema: JSON, _ place: String) {
      found.append((place, schema))
      for member in schema["properties"].members { walk(member.value, "\(place).\(member.name)") }
      for name in ["items", "additionalProperties"] where !schema[name].members.isEmpty {
        walk(schema[name], "\(place).\(name)")
      }
      for name in ["anyOf", "oneOf", "allOf"] {
        for (index, choice) in schema[name].list.enumerated() { walk(choice, "\(place).\(name)[\(index)]") }
      }
    }
    for member in document["components"]["schemas"].members { walk(member.value, member.name) }
    for path in document["paths"].members {
      for operation in path.value.members {
        let name = operation.value["operationId"].text ?? path.name
        for parameter in operation.value["parameters"].list {
          walk(parameter["schema"], "\(name).\(parameter["name"].text ?? "")")
        }
        for type in operation.value["requestBody"]["content"].members { walk(type.value["schema"], "\(name).body") }
        for response in operation.value["responses"].members {
          for type in response.value["content"].members {
            walk(type.value["schema"], "\(name).\(response.name)")
          }
        }
      }
    }
    return found
  }

  @Test("no object has two members that are one name in Swift, Kotlin or TypeScript")
  func members() async throws {
    for (place, schema) in schemas(try await document()) {
      let names = schema["properties"].members.map { $0.name.replacing("_", with: "").lowercased() }
      #expect(Set(names).count == names.count, "\(place): \(names)")
    }
  }

  @Test("no two schemas are one name in a file system or a language")
  func names() async throws {
    let document = try await document()
    let names = document["components"]["schemas"].members.map(\.name)
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
    for name in names {
      #expect(name.wholeMatch(of: #/[A-Z][A-Za-z]*/#) != nil, "\(name) is counted, or no name of a type")
      // Foundation's, and the languages' own.
      #expect(!["Date", "TimeZone", "Calendar", "Locale", "Type", "Error", "Any", "File"].contains(name), "\(name)")
    }
    for operation in APIService.endpoints.map(\.name) {
      #expect(operation.wholeMatch(of: #/[a-z][A-Za-z]*/#) != nil, "\(operation)")
    }
  }

  @Test("each object is a component, so that it has a name")
  func objects() async throws {
    let document = try await document()
    let components = Set(document["components"]["schemas"].members.map(\.name))
    for (place, schema) in schemas(document) where !schema["properties"].members.isEmpty {
      #expect(components.contains(place), "\(place) is an object without a name")
    }
    for member in document["components"]["schemas"].members {
      #expect(member.value["type"] == "object" && member.value["$ref"] == .null, "\(member.name) is no object")
    }
  }

  @Test("each member has one form: null is the only other choice, and nothing is said of members together")
  func forms() async throws {
    for (place, schema) in schemas(try await document()) {
      for keyword in ["allOf", "oneOf", "not", "if", "uniqueItems"] { #expect(schema[keyword] == .null, "\(place)") }
      let choices = schema["anyOf"].list
      if !choices.isEmpty {
        #expect(choices.count == 2 && choices[0]["$ref"] != .null && choices[1] == ["type": "null"], "\(place)")
        #expect(schema["properties"] == .null, "\(place)")
      }
      #expect(schema["type"].texts.count { $0 != "null" } < 2, "\(place) is of several types")
      #expect(schema["type"] != "array" || schema["items"] != .null, "\(place) is a list of nobody knows what")
      // A generator makes names of the words of a list: of 望 nothing is left.
      for word in schema["enum"].texts { #expect(word.utf8.allSatisfy { $0 < 0x80 }, "\(place): \(word)") }
      // Readers of patterns differ in where they begin.
      if let pattern = schema["pattern"].text { #expect(pattern.hasPrefix("^"), "\(place): \(pattern)") }
    }
  }

  @Test("a body and an answer in JSON are a named schema, a list of them, or of plain values")
  func bodies() async throws {
    for path in try await document()["paths"].members {
      for operation in path.value.members {
        let bodies = [operation.value["requestBody"]] + operation.value["responses"].members.map(\.value)
        for body in bodies where body["content"]["application/json"] != .null {
          let schema = body["content"]["application/json"]["schema"]
          let item = schema["type"] == "array" ? schema["items"] : schema
          #expect(
            item["$ref"] != .null || ["string", "object"].contains(item["type"].text),
            "\(operation.value["operationId"].text ?? "")")
          #expect(item["properties"].members.isEmpty)
        }
      }
    }
  }

  @Test("every lunar date of an answer is the one schema, with the specification's isLeap and no other name for it")
  func lunarDates() async throws {
    let document = try await document()
    for (place, schema) in schemas(document) {
      #expect(schema["properties"]["is_leap"] == .null, "\(place)")
      for member in schema["properties"].members where member.name == "lunar" {
        let forms = [member.value, member.value["items"], member.value["anyOf"].list.first ?? .null]
        #expect(forms.contains { $0["$ref"] == "#/components/schemas/LunarDate" }, "\(place)")
      }
    }
    let required = document["components"]["schemas"]["LunarDate"]["required"].texts
    #expect(required == ["year", "month", "day", "isLeap"])
  }

  @Test("no answer says is_leap: of events, days, months, conversions, own days, reminders, feeds")
  func answers() async throws {
    let desk = try await APIDesk()
    let user = try desk.user()
    let admin = try desk.token(.admin)
    try await desk.add(.event, ["key": "own", "title": "own", "rule": "lunar 3/25", "owner": .text(user.uuid)])
    _ = try desk.store.plan(days: 30, desk.change)
    for target in [
      "/api/events?from=2025-07-01&to=2025-09-30", "/api/events/mazu", "/api/deities/mazu", "/api/groups/mazu/items",
      "/api/day/2025-08-08", "/api/month/2025-08", "/feeds/events.json",
    ] {
      let reply = try await desk.get(target)
      reply.expect(200)
      #expect(reply.text.contains("\"isLeap\":") && !reply.text.contains("is_leap"), "\(target)")
    }
    let own = try await desk.get("/api/user/events", as: user.token)
    #expect(own.text.contains("\"isLeap\":") && !own.text.contains("is_leap"))
    let log = try await desk.get("/api/admin/reminders", as: admin)
    log.expect(200)
    #expect(!log.text.contains("is_leap"))
    let converted = try await desk.send("POST", "/api/lunar", ["solar": ["2025-08-08"]])
    #expect(converted.text.contains("\"isLeap\":true") && !converted.text.contains("is_leap"))
  }
}
