package import Folklore

/// One operation of the API: who may call it, how, and what it answers. The texts of the document are English.
package struct OperationPage: PageContent {
  package static let template = "operation"

  /// `GET /api/events/{id}`
  package let title: String
  let method: String
  let path: String
  /// What the operation does, in English.
  package let summary: String
  let above: [PageLink]
  let access: String
  /// The role that a token needs, in English; none or one.
  let role: [String]
  let curl: String
  let parameters: [Table]
  let body: [Table]
  let answers: [Status]
  let example: [Example]
  let fields: [Table]
  let words: OperationWords

  /// A field of a table: a parameter, a member of a body.
  package struct Field: Sendable {
    let name: String
    package let type: String
    let mark: [String]
    let place: [String]
    let text: [String]
    let limits: [String]
    let pattern: [String]
    let choices: [String]

    /// - Parameters:
    ///   - name: `lunar.year`
    ///   - type: `string (date) | null`
    ///   - mark: that it is required, or may be missing.
    ///   - place: where a parameter stands: `query`.
    ///   - text: what it is, in English.
    ///   - limits: how large its values may be.
    ///   - pattern: a regular expression that they match.
    ///   - choices: the values, if there are few.
    package init(
      _ name: String, type: String, mark: String?, place: String?, text: String?, limits: String?, pattern: String?,
      choices: [String]
    ) {
      self.name = name
      self.type = type
      self.mark = mark.map { [$0] } ?? []
      self.place = place.map { [$0] } ?? []
      self.text = text.map { [$0] } ?? []
      self.limits = limits.map { [$0] } ?? []
      self.pattern = pattern.map { [$0] } ?? []
      self.choices = choices
    }
  }

  /// Fields with a heading; `type` is that of the whole, such as `object[]`.
  package struct Table: Sendable {
    let title: String
    let type: [String]
    let fields: [Field]
    let hasFields: Bool

    package init(_ title: String, type: String? = nil, _ fields: [Field]) {
      self.title = title
      self.type = type.map { [$0] } ?? []
      self.fields = fields
      hasFields = !fields.isEmpty
    }
  }

  /// A status that an operation answers.
  package struct Status: Sendable {
    let code: String
    let text: String
    let type: [String]
    let headers: [Header]

    /// - Parameters:
    ///   - text: in English.
    ///   - type: the media type of the body; nil if it has none.
    ///   - headers: name and meaning, in English.
    package init(code: String, text: String, type: String?, headers: [(name: String, text: String)]) {
      self.code = code
      self.text = text
      self.type = type.map { [$0] } ?? []
      self.headers = headers.map { Header(name: $0.name, text: $0.text) }
    }
  }

  struct Header: Sendable {
    let name: String
    let text: String
  }

  /// An answer.
  package struct Example: Sendable {
    let title: String
    let note: String
    let text: String

    package init(title: String, note: String, text: String) {
      self.title = title
      self.note = note
      self.text = text
    }
  }

  /// - Parameters:
  ///   - above: the pages above this one.
  ///   - curl: a line for a shell.
  ///   - fields: what the answer has.
  package init(
    _ language: Language, method: String, path: String, summary: String, above: [PageLink],
    access: String, role: String?, curl: String, parameters: Table?, body: Table?, answers: [Status],
    example: Example?, fields: Table?
  ) {
    title = method + " " + path
    self.method = method
    self.path = path
    self.summary = summary
    self.above = above
    self.access = access
    self.role = role.map { [$0] } ?? []
    self.curl = curl
    self.parameters = parameters.map { [$0] } ?? []
    self.body = body.map { [$0] } ?? []
    self.answers = answers
    self.example = example.map { [$0] } ?? []
    self.fields = fields.map { [$0] } ?? []
    words = OperationWords(language)
  }
}

/// The texts of an operation's page.
struct OperationWords: Sendable {
  let position: String
  let request: String
  let access: String
  let copy: String
  let copied: String
  let answers: String
  let status: String
  let meaning: String
  let name: String
  let choices: String

  init(_ language: Language) {
    let say = language.say
    position = say("位置", "位置", "Position")
    request = say("請求", "请求", "Request")
    access = say("誰可以用", "谁可以用", "Who may call")
    copy = say("複製", "复制", "Copy")
    copied = say("已複製到剪貼簿", "已复制到剪贴板", "Copied")
    answers = say("狀態碼", "状态码", "Statuses")
    status = say("狀態", "状态", "Status")
    meaning = say("說明", "说明", "Meaning")
    name = say("名稱", "名称", "Name")
    choices = say("可用的值：", "可用的值：", "one of: ")
  }
}
