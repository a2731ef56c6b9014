import Folklore
import JSON

/// A tool of an assistant. It calls an endpoint of the API and gives its answer, so that it takes, answers and refuses what the API does.
struct MCPTool: Sendable {
  let name: String
  /// For people, who see it where they allow the tool.
  let title: Wording
  /// For the model: what the tool does.
  let summary: Wording
  /// The arguments of a call that works on the shipped data; tests make it.
  let example: JSON
  let effect: Effect
  /// The endpoint that is called, by name; of several, the one that an argument chooses.
  let endpoints: [String]
  let arguments: [ToolArgument]
  /// Checks what the arguments made together.
  var check: @Sendable (ToolRequest) throws -> Void = { _ in }
  /// The answer for people and models to read.
  let text: @Sendable (ToolAnswer) -> String

  /// What a call changes.
  enum Effect: Sendable {
    case reads
    /// Adds something; a second call adds it again.
    case adds
    /// Adds something that is there once.
    case sets
    /// Takes something away.
    case removes
  }

  /// The tools, in the order of the list.
  static let all =
    CalendarTools.all + SkyTools.all + AlmanacTools.all + FolkTools.all + ReminderTools.all + OwnDayTools.all

  /// The description: a sentence in each language, and the example.
  var description: String { "\(summary.chinese) \(summary.english) Example: \(example.json())" }

  /// Hints for programs that ask people before a call.
  var annotations: JSON {
    [
      "title": .text(shownTitle), "readOnlyHint": .flag(effect == .reads), "destructiveHint": .flag(effect == .removes),
      "idempotentHint": .flag(effect != .adds),
      // Only our own database is asked.
      "openWorldHint": false,
    ]
  }

  var shownTitle: String { "\(title.chinese) (\(title.english))" }
}

/// The answer of an endpoint, for the text of a tool.
struct ToolAnswer: Sendable {
  let json: JSON
  /// The number of all items of a list.
  let total: Int?
  let language: Language
  /// The clock of times in the text.
  let clock: ZonedClock

  /// The answer as an object, which the protocol asks for: a list becomes its member `items`.
  var structured: JSON {
    switch json {
    case .null: ["done": true]
    case .list: JSON.present(["items": json, "total": JSON(total)])
    default: json
    }
  }
}
