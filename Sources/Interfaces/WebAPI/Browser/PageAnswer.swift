import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import WebPages

/// The answer of a page before it is rendered.
struct PageAnswer: Sendable {
  var status = HTTPResponse.Status.ok
  var body: Body
  var cookies: [String] = []
  var headers = HTTPFields()
  /// Where a change of the language leads, if that depends on more than the path: `/chats/join?code=…`.
  var address: String?

  enum Body: Sendable {
    case page(any PageContent, section: String?)
    /// A page in the layout of the pages for everybody, for one person only.
    case app(any PageContent, part: String)
    case json(JSON)
    case file([UInt8], type: String)
    /// A file that is sent in pieces.
    case stream(ResponseBody, type: String)
    /// Nothing but a new address.
    case redirect(String)
  }

  static func page(
    _ content: any PageContent, section: String? = nil, status: HTTPResponse.Status = .ok
  ) -> PageAnswer {
    PageAnswer(status: status, body: .page(content, section: section))
  }

  /// A page of one person in the layout of the pages for everybody.
  static func app(_ page: any PageContent, part: String, status: HTTPResponse.Status = .ok) -> PageAnswer {
    PageAnswer(status: status, body: .app(page, part: part))
  }

  static func json(_ json: JSON, status: HTTPResponse.Status = .ok) -> PageAnswer {
    PageAnswer(status: status, body: .json(json))
  }

  /// After a form was sent: the browser reads another page, so that going back or reloading sends nothing twice.
  static func redirect(to path: String) -> PageAnswer {
    PageAnswer(status: .seeOther, body: .redirect(path))
  }

  /// The answer that also has the browser keep a language for a year.
  func keeping(_ language: Language, _ visit: Visit) -> PageAnswer {
    setting(cookie: BrowserCookie.language.header(language.rawValue, on: visit.site, seconds: 365 * 86_400))
  }

  /// The answer after which the browser has no session, and nothing kept of one.
  func endingSession(_ visit: Visit) -> PageAnswer {
    var answer = setting(cookie: BrowserCookie.session.header("", on: visit.site, seconds: 0))
    answer.headers[.clearSiteData] = "\"cache\", \"storage\""
    return answer
  }

  func setting(cookie: String) -> PageAnswer {
    var answer = self
    answer.cookies.append(cookie)
    return answer
  }
}

extension HTTPField.Name {
  fileprivate static let clearSiteData = HTTPField.Name("Clear-Site-Data") ?? .via
}
