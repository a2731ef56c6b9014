import Folklore
import HTTPTypes
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("the document of the API", .timed, .timeLimit(.minutes(20)))
struct DocumentTests {
  private func document() async throws -> JSON {
    let reply = try await APIDesk.reading.get("/api/openapi.json")
    reply.expect(200)
    return try reply.json
  }

  @Test("it has the routes of the table, all and no others")
  func routes() async throws {
    let document = try await document()
    #expect(document["openapi"].text?.hasPrefix("3.1") == true)
    #expect(document["info"]["title"] == "folkcal" && document["info"]["version"] == "9.8.7")
    #expect(document["servers"].list.first?["url"] == .text(APIDesk.site))
    let written = document["paths"].members.flatMap { path in
      path.value.members.map { "\($0.name.uppercased()) \(path.name)" }
    }
    let known = APIService.endpoints.map { "\($0.method.rawValue) \($0.path)" }
    #expect(written.sorted() == known.sorted())
    #expect(Set(known).count == known.count)
    let names = APIService.endpoints.map(\.name)
    #expect(Set(names).count == names.count)
  }

  /// Section 5 of the specification, and what issue 7 adds to it.
  @Test(
    "it has what the specification and the issue ask for",
    arguments: [
      "POST /api/auth/google", "PUT /api/user/device-token", "GET /api/user/device-token",
      "DELETE /api/user/device-token", "GET /api/catalogue", "GET /api/user/profile", "GET /api/events",
      "GET /api/events/{id}",
      "GET /api/deities/{id}", "GET /api/temples", "GET /api/temples/{id}", "GET /api/temples/{id}/activities",
      "GET /api/activities", "POST /api/lunar", "GET /api/user/settings", "PUT /api/user/settings",
      "POST /api/notifications/schedule", "GET /api/groups", "GET /api/groups/{id}", "GET /api/groups/{id}/items",
      "PUT /api/user/group-subscriptions", "PUT /api/user/event-subscriptions", "GET /api/user/events",
      "POST /api/user/events",
      "PUT /api/user/events/{id}", "DELETE /api/user/events/{id}", "GET /api/user/notifications", "GET /api/deities",
      "GET /api/day/{date}", "GET /api/month/{month}", "GET /api/health", "GET /metrics", "GET /api/openapi.json",
      "GET /feeds/events.ics", "GET /feeds/events.atom", "GET /feeds/events.json",
      "GET /feeds/user/{file}",
      "GET /api/admin/stats", "GET /api/admin/audit", "POST /api/admin/test-push", "GET /api/admin/events",
      "POST /api/admin/deities", "PUT /api/admin/temples/{key}", "DELETE /api/admin/activities/{key}",
      "GET /api/admin/groups",
      "GET /api/admin/users/{key}", "GET /api/admin/sources",
    ])
  func wanted(route: String) async throws {
    let parts = route.split(separator: " ")
    #expect(try await document()["paths"][String(parts[1])][parts[0].lowercased()] != .null)
  }

  @Test("each operation says who may ask, what it takes, what it answers, and how it refuses")
  func operations() async throws {
    let document = try await document()
    for endpoint in APIService.endpoints {
      let operation = document["paths"][endpoint.path][endpoint.method.rawValue.lowercased()]
      #expect(operation["operationId"] == .text(endpoint.name))
      #expect(operation["summary"].text?.isEmpty == false && operation["tags"].list.count == 1)
      #expect(operation["security"].list.isEmpty == (endpoint.access == .open))
      let responses = operation["responses"].members.map(\.name)
      #expect(responses.contains("\(endpoint.success.code)"))
      #expect(responses.contains("400") && responses.contains("429") != endpoint.isForMonitors, "\(endpoint.name)")
      // Whoever sends a token where nobody is asked for one is not refused for it; only what signs in refuses its own tokens.
      #expect(responses.contains("401") == (endpoint.access != .open || endpoint.refusals.contains(.unauthorized)))
      #expect(responses.contains("403") || endpoint.access == .open)
      #expect(
        (operation["requestBody"] != .null) == [.post, .put].contains(endpoint.method)
          || ["makeUserFeed", "removeDevice", "sendOwnTestMessage"].contains(endpoint.name))
      // Parameters in braces are declared, and no others.
      let inPath = operation["parameters"].list.filter { $0["in"] == "path" }
      #expect(inPath.compactMap { $0["name"].text } == endpoint.path.matches(of: #/\{([a-z]+)\}/#).map { String($0.1) })
      #expect(inPath.allSatisfy { $0["required"] == true })
      let references = operation["parameters"].list.compactMap { $0["$ref"].text }
      #expect(references.contains("#/components/parameters/If-None-Match") == responses.contains("304"))
      #expect(references.contains("#/components/parameters/If-Match") == responses.contains("412"))
      for parameter in operation["parameters"].list where parameter["$ref"] == .null {
        #expect(parameter["description"].text?.isEmpty == false)
        #expect(parameter["schema"]["type"] != .null || parameter["schema"]["$ref"] != .null)
      }
    }
  }

  @Test("it says how versions and ends of operations are told, and which drafts the headers follow")
  func policy() async throws {
    let text = try #require(try await document()["info"]["description"].text)
    for word in [
      "RFC 9745", "RFC 8594", "Sunset", "Deprecation", "draft-ietf-httpapi-ratelimit-headers-11",
      "draft-ietf-httpapi-idempotency-key-header-07",
    ] { #expect(text.contains(word), "\(word)") }
    for endpoint in APIService.endpoints where !endpoint.isForMonitors {
      let answers = try await document()["paths"][endpoint.path][endpoint.method.rawValue.lowercased()]["responses"]
      #expect(answers["\(endpoint.success.code)"]["headers"]["RateLimit"] != .null, "\(endpoint.name)")
    }
  }

  @Test("what it refers to is there")
  func references() async throws {
    let document = try await document()
    var found: Set<String> = []
    func walk(_ value: JSON) {
      for member in value.members {
        if member.name == "$ref", let text = member.value.text { found.insert(text) } else { walk(member.value) }
      }
      for entry in value.list { walk(entry) }
    }
    walk(document)
    #expect(found.count > 30)
    for reference in found {
      let place = reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] }
      #expect(place != .null, "\(reference)")
    }
    // And each is used.
    for part in ["schemas", "responses", "parameters", "headers"] {
      for member in document["components"][part].members {
        #expect(found.contains("#/components/\(part)/\(member.name)"), "\(member.name)")
      }
    }
  }

  @Test("each operation that is written is one that is served")
  func served() async throws {
    let desk = try await APIDesk()
    for path in try await document()["paths"].members {
      for operation in path.value.members {
        let target = path.name.replacing(#/\{[a-z]+\}/#, with: "1")
        let reply = try await desk.ask(operation.name.uppercased(), target)
        #expect(reply.status != 405 && !reply.text.contains("there is nothing at"), "\(operation.name) \(path.name)")
        let refused = try await desk.ask("TRACE", target)
        #expect(refused.status == 405 && refused.header("Allow")?.contains(operation.name.uppercased()) == true)
      }
    }
  }

  @Test("what is answered has the members that the document requires, of the types that it names")
  func schemas() async throws {
    let desk = try await APIDesk()
    let document = try await document()
    let user = try desk.user()
    let admin = try desk.token(.admin)
    try await desk.add(.activity, ["key": "rite", "title": "rite", "temple": "longshan-mengjia", "rule": "lunar 3/25"])
    let own = try await desk.add(
      .event, ["key": "own", "title": "own", "rule": "lunar 3/25", "owner": .text(user.uuid)])
    _ = try desk.store.plan(days: 30, desk.change)
    let names = [
      "/api/user/events/{id}": "\(own.id ?? 0)", "/api/admin/activities/{key}": "rite",
      "/api/admin/users/{key}": user.uuid,
    ]
    for endpoint in APIService.endpoints where endpoint.method == .get && endpoint.contentType == .json {
      let walk = RouteWalk(endpoint, names: names)
      let token: String? =
        switch endpoint.access {
        case .open: nil
        case .user: user.token
        case .role: admin
        }
      let reply = try await desk.ask(walk, authorization: token.map { "Bearer " + $0 })
      reply.expect(200)
      let schema = document["paths"][endpoint.path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
      #expect(schema != .null, "\(endpoint.name)")
      let faults = SchemaCheck(document).faults(try reply.json, schema, endpoint.name)
      #expect(faults.isEmpty, "\(faults.prefix(5))")
    }
  }

  /// The pages of the document are Chinese for Chinese readers, down to each field.
  @Test("each sentence of the document has a translation, and no translation is of a sentence that is gone")
  func translations() async throws {
    let document = try await APIDesk.reading.get("/api/openapi.json").json
    var found: Set<String> = []
    func walk(_ json: JSON) {
      for member in json.members {
        if ["summary", "description"].contains(member.name), let text = member.value.text { found.insert(text) }
        walk(member.value)
      }
      json.list.forEach(walk)
    }
    walk(document)
    let known = DocumentWords.all.map(\.english)
    #expect(Set(known).count == known.count)
    #expect(found.subtracting(known) == [] && Set(known).subtracting(found) == [])
    let code: Set<String> = ["Bearer"]
    for (english, chinese) in DocumentWords.all where !code.contains(english) {
      #expect(chinese.unicodeScalars.contains { $0.properties.isIdeographic }, "\(english)")
    }
    let page = try await APIDesk.reading.get("/docs/getDay", [("Accept-Language", "zh-TW"), ("Accept", "text/html")])
      .text
    #expect(page.contains("農民曆") && !page.contains("A day in full"))
  }
}
