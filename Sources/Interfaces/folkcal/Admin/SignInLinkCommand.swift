import ArgumentParser
import JSON
import Records
import Store

/// Makes a link that signs somebody in to the back office.
///
///     folkcal admin user link mei@example.org --role editor
struct SignInLinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Make a link that signs a user in with a browser, once.",
    discussion: """
      The user is added if there is none with this address. The link is valid for 30 minutes; give it to that person only. Roles: reader sees \
      the back office, editor changes days, deities, temples, activities, groups and sources, admin does everything.
      """)

  @Argument(help: "The mail address of the user.") var email: String

  @Option(help: "reader, editor or admin; without it the role stays as it is.") var role: String?

  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp("The address at which the server is reached.", valueName: "https://days.example.org"))
  var publicURL = "http://localhost:8080"

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let roles: [APIRole] = [.reader, .editor, .admin]
    let given = role.map { APIRole(rawValue: $0) }
    if let role, given.flatMap({ $0 }).map(roles.contains) != true {
      throw Failure.wrongInput("--role \"\(role)\" is not one of \(roles.map(\.rawValue).joined(separator: ", "))")
    }
    let site = try SiteAddress.origin(publicURL, "--public-url")
    let made = try author.store.open().makeSignInLink(
      email: email, role: given ?? nil, lifetimeSeconds: 30 * 60, author.change(time))
    let link = "\(site)/sign-in/link/\(made.link)"
    guard !output.json else {
      return try output.printJSON([
        "user": made.user.key, "role": made.user["role"].text ?? "user", "link": link,
      ])
    }
    print(link)
    StandardError.note(
      "valid for 30 minutes and once; it signs in \(made.user["email"].text ?? email), whose role is \(made.user["role"].text ?? "user")"
    )
  }
}
