import Folklore
import HTTPTypes
import JSON
import Nearby

/// Whom people ask for something: `/api/needs`.
enum NeedEndpoints {
  static let all = [
    Endpoint(
      method: .get, path: "/api/needs", name: "listNeeds",
      summary: "What people ask deities for, each with the deities that they ask.", tag: .days,
      parameters: [CommonParameters.language.declaration], schema: .list(of: .schema("NeedItem")),
      caching: .shared(seconds: 3_600), freshness: .day
    ) { call in
      .json(
        .list(
          Need.allCases.map { need in
            [
              "need": .text(need.rawValue), "name": .text(need.name(in: call.language)),
              "deities": .list(call.data.catalogue.deities(answering: need).map { .text($0.key) }),
            ]
          }))
    },
    Endpoint(
      method: .get, path: "/api/needs/{need}", name: "getNeed",
      summary: "Whom to ask for something, how, the next day, and with lat and lng the nearest temples.", tag: .days,
      parameters: [
        .inPath(
          "need", "The need: its code (exams), its name (考試) or a question (考試拜誰).",
          schema: ["type": "string", "minLength": 1, "maxLength": 100, "examples": ["exams"]]),
        TempleEndpoints.lat.declaration, TempleEndpoints.lng.declaration, CommonParameters.timeZone.declaration,
        CommonParameters.language.declaration,
      ], schema: .schema("NeedAnswer"), refusals: [.notFound], caching: .shared(seconds: 300), freshness: .day
    ) { call in
      guard let need = Need(meantBy: call.id.prefix(100)) else {
        throw Problem(
          .notFound, .noSuchRecord, "不知道「\(call.id.prefix(50))」要拜誰；GET /api/needs 列出全部",
          "\"\(call.id.prefix(50))\" is no need that is known: GET /api/needs lists them")
      }
      return try .encoded(
        NeedRecord(
          need, call.data.catalogue, call.data.directory, near: TempleEndpoints.place(call), at: call.moment.local,
          language: call.language))
    },
  ]

  static let item: JSON = .record(["need": Schemas.need, "name": .anyText, "deities": .textList])

  static let answer: JSON = .record([
    "need": Schemas.need, "name": .anyText,
    "deities": .list(
      of: .record([
        "key": .anyText, "name": .anyText, "role": .textOrNull, "worship_guide": Schemas.worshipGuide,
        "offerings": .textOrNull, "next": ["anyOf": [.schema("UpcomingDay"), ["type": "null"]]], "sources": .textList,
        "temples": .list(of: .schema("ListedTemple")),
      ])),
  ])
}
