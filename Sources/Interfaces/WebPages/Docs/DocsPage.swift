package import Folklore

/// The operations of the API by chapter: the way to the page of each.
package struct DocsPage: PageContent {
  package static let template = "docs"

  package let title: String
  /// What search engines and previews show.
  package let description: String
  let intro: [String]
  /// What the document says of all operations, in English.
  let rules: String
  let code: String
  let file: PageLink
  let chapters: [Chapter]
  let words: DocsWords

  package struct Chapter: Sendable {
    /// The tag of the document, which is also the place on the page: `days`.
    let tag: String
    let title: String
    let operations: [Operation]

    package init(tag: String, title: String, _ operations: [Operation]) {
      self.tag = tag
      self.title = title
      self.operations = operations
    }
  }

  package struct Operation: Sendable {
    let name: String
    let method: String
    let path: String
    let summary: String
    let needsToken: Bool

    package init(name: String, method: String, path: String, summary: String, needsToken: Bool) {
      self.name = name
      self.method = method
      self.path = path
      self.summary = summary
      self.needsToken = needsToken
    }
  }

  /// - Parameters:
  ///   - rules: what the document says of all operations, in English.
  ///   - code: lines for a shell that say where a token comes from.
  package init(_ language: Language, rules: String, code: String, file: PageLink, _ chapters: [Chapter]) {
    let say = language.say
    title = say("API 文件", "API 文档", "The API")
    description = say(
      "民俗節日、農曆換算與廟宇的 HTTP API：每個操作的參數、curl 指令與這台伺服器的實際回應。",
      "民俗节日、农历换算与庙宇的 HTTP API：每个操作的参数、curl 命令与这台服务器的实际响应。",
      "The HTTP API of folk days, lunar dates and temples: parameters, a curl line and a real answer of each operation."
    )
    intro = [
      say(
        "公開資料不需要帳號。標著「需要權杖」的操作要帶 Authorization 標頭：使用者的權杖由登入的操作取得，程式用的權杖由管理員建立。",
        "公开资料不需要账号。标着「需要令牌」的操作要带 Authorization 标头：用户的令牌由登录的操作取得，程序用的令牌由管理员建立。",
        "Public data needs no account. Operations marked “token” need an Authorization header: signing in gives users a token, and administrators make tokens for programs."
      )
    ]
    self.rules = rules
    self.code = code
    self.file = file
    self.chapters = chapters
    words = DocsWords(language)
  }

  static let markup = """
    <header class="title"><h1>{{title}}</h1></header>
    {{#intro}}<p>{{.}}</p>{{/intro}}
    <pre><code>{{code}}</code></pre>
    <p>{{rules}}</p>
    <p class="ways">{{#file}}{{>page-link}}{{/file}}</p>
    <nav class="ways chapters" aria-label="{{words.chapters}}">{{#chapters}}<a href="#{{tag}}">{{title}}</a> {{/chapters}}</nav>
    {{#chapters}}
    <section class="panel" id="{{tag}}"><h2>{{title}}</h2><ul class="card operations">{{#operations}}<li><a href="/docs/{{name}}"><b class="method">{{method}}</b> <code>{{path}}</code></a>{{#needsToken}} <span class="tag">{{words.token}}</span>{{/needsToken}}<span class="hint">{{summary}}</span></li>{{/operations}}</ul></section>
    {{/chapters}}
    """
}

/// The texts of the index.
struct DocsWords: Sendable {
  let chapters: String
  let token: String

  init(_ language: Language) {
    chapters = language.say("章節", "章节", "Chapters")
    token = language.say("需要權杖", "需要令牌", "token")
  }
}
