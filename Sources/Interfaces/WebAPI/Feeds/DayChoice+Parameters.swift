import HTTPTypes
import JSON

extension DayChoice.Kind {
  /// The parameter of feeds with names of this kind.
  var parameter: Parameter<[String]> {
    switch self {
    case .groups: names(of: "these groups", "mazu,ghost-month")
    case .deities: names(of: "these deities", "mazu,guanyin")
    case .events: names(of: "these", "dongzhi,88")
    case .temples: names(of: "these temples", "lukang-tianhou,12")
    }
  }

  private func names(of what: String, _ example: String) -> Parameter<[String]> {
    let limit = DayChoice.limit
    return Parameter(
      rawValue,
      "The days of \(what), by keys or numbers: \(example). With other such lists: all days that one of them names.",
      schema: ["type": "string", "pattern": .text("^[a-z0-9-]{1,64}(,[a-z0-9-]{1,64}){0,\(limit - 1)}$")]
    ) { text throws(ParameterProblem) in
      let names = text.split(separator: ",", omittingEmptySubsequences: false)
      guard names.count <= limit, names.allSatisfy({ $0.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil }) else {
        throw ParameterProblem(
          expected: "代號或編號，例如 \(example)；最多 \(limit) 個，用逗號分開",
          "keys or numbers such as \(example), \(limit) at most, with commas between")
      }
      return names.map(String.init)
    }
  }
}

extension Call {
  /// The parts of the mix that the parameters of all kinds name; nil without a mix.
  ///
  /// - Throws: `Problem` 400 for what is no list of names, 404 for a name that stands for nothing.
  func mix() throws -> [DayChoice.Part]? {
    let choice = try DayChoice { try self[$0.parameter] ?? [] }
    let (parts, unknown) = choice.parts(in: data, language)
    if let first = unknown.first {
      let kind = first.kind.rawValue
      throw Problem.field(
        kind, .noSuchRecord, "「\(first.text)」不存在；/api/\(kind) 列出全部代號",
        "\"\(first.text)\" does not exist; /api/\(kind) lists the keys", .notFound)
    }
    return choice.isEmpty ? nil : parts
  }
}
