import Folklore
import Geo
import JSON
import Records

/// An argument of a tool: its schema, and where its value goes in the request to the endpoint.
struct ToolArgument: Sendable {
  let name: String
  /// The schema if it is not the endpoint's.
  var schema: JSON?
  /// The description if the endpoint has none.
  var description: String?
  var isRequired = false
  /// The value if the argument is not given.
  var usual: JSON = nil
  /// Puts the value, which is not null, into the request.
  let put: @Sendable (JSON, inout ToolRequest, ToolContext) throws -> Void

  /// The parameter of the endpoint with the same name.
  ///
  /// - Parameter usual: the default instead of the endpoint's.
  static func parameter(_ name: String, usual: JSON = nil) -> ToolArgument {
    ToolArgument(name: name, usual: usual) { value, request, _ in
      request.query.append((name, try text(of: value, name)))
    }
  }

  /// The member of the endpoint's body with the same name.
  static func member(_ name: String, _ description: String, isRequired: Bool = false) -> ToolArgument {
    ToolArgument(name: name, description: description, isRequired: isRequired) { value, request, _ in
      request.body.append(JSON.Member(name, value))
    }
  }

  /// A text with a meaning of its own.
  static func typed(
    _ name: String, _ description: String, isRequired: Bool = false,
    put: @escaping @Sendable (String, inout ToolRequest, ToolContext) throws -> Void
  ) -> ToolArgument {
    let schema: JSON = [
      "type": "string", "minLength": 1, "maxLength": .integer(longestText), "description": .text(description),
    ]
    return ToolArgument(name: name, schema: schema, isRequired: isRequired) { value, request, context in
      let text = try Self.text(of: value, name)
      guard (1...longestText).contains(text.unicodeScalars.count) else {
        throw Problem.field(
          name, .invalidValue, "必須是 1 到 \(longestText) 個字的文字", "must be a text of 1 to \(longestText) characters")
      }
      try put(text, &request, context)
    }
  }

  private static let longestText = 200

  /// The value as a query has it.
  private static func text(of value: JSON, _ name: String) throws -> String {
    switch value {
    case .text(let text): return text
    case .integer, .real, .flag: return value.json()
    case .null, .list, .object:
      throw Problem.field(name, .invalidValue, "必須是文字、數字或 true、false", "must be a text, a number, true or false")
    }
  }
}

// MARK: - What people type

extension ToolArgument {
  /// A date as people type it; the endpoint gets a solar one.
  ///
  /// - Parameter isInPath: true if the path names the date, false if a parameter does.
  static func date(_ name: String, _ description: String, isInPath: Bool = false) -> ToolArgument {
    .typed(name, description, isRequired: isInPath) { text, request, context in
      do throws(DateReadingError) {
        let (date, remarks) = try context.reader.solarDate(text)
        if isInPath { request.path.append("\(date)") } else { request.query.append((name, "\(date)")) }
        request.remarks += remarks.map { $0.text(in: context.textLanguage) }
      } catch {
        throw Problem.unreadable(error, name)
      }
    }
  }

  /// A folk day in the path: its key, its number or a name that only it has.
  static func event(_ name: String) -> ToolArgument {
    .typed(name, "The event: \(NamedKind.event.hint).", isRequired: true) { text, request, context in
      request.path.append(try context.key(text, .event, name))
    }
  }

  /// A deity in the path.
  static func deity(_ name: String) -> ToolArgument {
    .typed(name, "The deity: \(NamedKind.deity.hint).", isRequired: true) { text, request, context in
      request.path.append(try context.key(text, .deity, name))
    }
  }

  /// What somebody asks for, in the path: a code, a name or a sentence.
  static func need(_ name: String) -> ToolArgument {
    .typed(
      name, "What for: a code (exams), a name (考試, 姻緣, 搬家) or a question (考試拜誰).", isRequired: true
    ) { text, request, _ in
      request.path.append(Need(meantBy: text)?.rawValue ?? text)
    }
  }

  /// A parameter with the key of a record, or of several with commas between, which are named in the same ways.
  static func names(_ name: String, _ kind: NamedKind, _ description: String, isList: Bool = false) -> ToolArgument {
    .typed(name, "\(description): \(kind.hint)\(isList ? "; several with commas between" : "").") {
      text, request, context in
      let texts = isList ? text.split { ",，、".contains($0) }.map { String($0).trimmed } : [text]
      let keys = try texts.filter { !$0.isEmpty }.map { try context.key($0, kind, name) }
      request.query.append((name, keys.joined(separator: ",")))
    }
  }

  /// What a name of a tool can stand for.
  enum NamedKind: Sendable {
    case event, deity, group

    /// The ways to name one.
    var hint: String {
      switch self {
      case .event: "its key (mazu), its number, or its name if no other has it (媽祖聖誕)"
      case .deity: "its key (mazu), its number, or its name (媽祖, 關公)"
      case .group: "its key (guanyin), its number, or its name (觀音三節)"
      }
    }
  }

  /// A place as people type it; the endpoint gets coordinates.
  static let place = ToolArgument.typed(
    "place",
    "Where from: coordinates (24.1477,120.6736), a map link, a plus code, a county, township or address of Taiwan (臺中市西屯區), or a temple (鎮瀾宮).",
    isRequired: true, put: putPlace)

  /// The same where the temples near it are only told with a place.
  static let placeIfGiven = ToolArgument.typed(
    "place", "For temples nearby: a place as find_temples takes it (臺中市西屯區, 鎮瀾宮).", put: putPlace)

  @Sendable private static func putPlace(
    _ text: String, _ request: inout ToolRequest, _ context: ToolContext
  ) throws {
    let (place, name) = try context.place(text, "place")
    request.query += [("lat", "\(place.latitude)"), ("lng", "\(place.longitude)")]
    request.remarks.append(context.textLanguage.say("起點：\(name)", "起点：\(name)", "from: \(name)"))
  }

  /// The place from which the sky is seen; the endpoint gets coordinates, or nothing for Taipei.
  static let skyPlace = ToolArgument.typed(
    "place",
    "Where the sky is seen: coordinates (24.1477,120.6736), a map link, a county, township or address of Taiwan (臺中市西屯區), or a temple (鎮瀾宮); Taipei by default. Outside Taiwan give time_zone too."
  ) { text, request, context in
    let (place, name) = try context.place(text, "place")
    request.query += [("lat", "\(place.latitude)"), ("lng", "\(place.longitude)")]
    request.remarks.append(context.textLanguage.say("地點：\(name)", "地点：\(name)", "at: \(name)"))
  }

  /// Language and zone, which most tools take.
  static let language = ToolArgument.parameter("lang")
  static let timeZone = ToolArgument.parameter("time_zone")
}

/// The request to an endpoint that the arguments of a tool make.
struct ToolRequest: Sendable {
  /// The name of the endpoint.
  var endpoint: String
  var path: [String] = []
  var query: [(name: String, value: String)] = []
  var body: [JSON.Member] = []
  /// How arguments that can mean two things were read, for the text of the result.
  var remarks: [String] = []
}
