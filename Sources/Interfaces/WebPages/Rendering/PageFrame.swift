package import Folklore
package import Records

/// What surrounds the content of a page: the person, the navigation, the language.
package struct PageFrame: Sendable {
  let language: Language
  /// The path of the page, for the links to other languages.
  let address: String
  /// The part of the back office that the page belongs to: `events`.
  let section: String?
  let person: Person?
  /// The address of the server, if browsers do not trust it: then parts of the pages do not work.
  let insecureOrigin: String?

  package struct Person: Sendable {
    let name: String
    let role: APIRole
    let roleName: String

    package init(name: String, role: APIRole, roleName: String) {
      self.name = name
      self.role = role
      self.roleName = roleName
    }
  }

  package init(language: Language, address: String, section: String?, person: Person?, insecureOrigin: String?) {
    self.language = language
    self.address = address
    self.section = section
    self.person = person
    self.insecureOrigin = insecureOrigin
  }
}

/// The content of a page: the values of its template.
package protocol PageContent: Sendable {
  /// The name of the template.
  static var template: String { get }
  /// The title of the page.
  var title: String { get }
}
