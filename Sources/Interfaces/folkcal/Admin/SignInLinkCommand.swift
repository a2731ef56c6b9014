import ArgumentParser
import JSON
import Records
import Store

/// Makes a link that signs somebody in to the back office.
///
///     folkcal admin user link mei@example.org --role editor
struct SignInLinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: Speech.say("產生讓使用者用瀏覽器登入的連結，只能使用一次。", "Make a link that signs a user in with a browser, once."),
    discussion: Speech.say(
      """
      沒有這個電子郵件地址的使用者時，會新增一位。連結 30 分鐘內有效，請只交給本人。角色：reader 可檢視後台；editor 可變更節日、\
      神明、廟宇、活動、群組與來源；admin 可做所有的事。
      """,
      """
      The user is added if there is none with this address. The link is valid for 30 minutes; give it to that person only. Roles: reader sees \
      the back office, editor changes days, deities, temples, activities, groups and sources, admin does everything.
      """))

  @Argument(help: .say("使用者的電子郵件地址。", "The mail address of the user.")) var email: String

  @Option(
    help: .say(
      "角色：reader（檢視）、editor（編輯）或 admin（管理）；未指定時不變。", "reader, editor or admin; without it the role stays as it is.",
      valueName: Speech.say("角色", "role")))
  var role: String?

  @Option(
    name: .customLong("public-url"),
    help: ArgumentHelp.say(
      "伺服器對外的網址。", "The address at which the server is reached.", valueName: "https://days.example.org"))
  var publicURL = "http://localhost:8080"

  @OptionGroup var author: AuthorOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let roles: [APIRole] = [.reader, .editor, .admin]
    let given = role.map { APIRole(rawValue: $0) }
    if let role, given.flatMap({ $0 }).map(roles.contains) != true {
      throw Failure.wrongChoice("--role", role, roles.map(\.rawValue))
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
      Speech.say(
        "30 分鐘內有效，只能使用一次；登入的使用者是 \(made.user["email"].text ?? email)，角色是\(RoleWords.name(of: made.user["role"].text ?? "user"))",
        "valid for 30 minutes and once; it signs in \(made.user["email"].text ?? email), whose role is \(made.user["role"].text ?? "user")"
      )
    )
  }
}
