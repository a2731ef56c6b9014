import ArgumentParser
import Folklore
import JSON
import Records
import Store

/// Commands for API tokens of users and machines.
///
///     folkcal admin token create --name exporter --role reader
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: Speech.say("產生、列出與撤銷 API 權杖。", "Make, list and revoke tokens for the API."),
    subcommands: [Create.self, List.self, Revoke.self])

  /// Creates a token and shows it once.
  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create",
      abstract: Speech.say("產生權杖。權杖只顯示一次，資料庫只保存雜湊值。", "Make a token. It is shown once; only its hash is kept."))

    @Option(help: .say("權杖的用途。", "The purpose of the token.")) var name: String
    @Option(
      help: .say(
        "角色：admin（管理）、editor（編輯）、reader（檢視）或 user（使用者）；user 必須同時指定 --user。",
        "admin, editor, reader or user; the last needs --user.", valueName: Speech.say("角色", "role"))) var role: String
    @Option(
      help: ArgumentHelp.say(
        "所屬使用者：UUID、電子郵件地址，或 u42 這樣的編號；未指定時，權杖不屬於任何使用者，供程式使用。", "UUID, mail address or number; by default a machine's.",
        valueName: "user")
    )
    var user: String?
    @Option(
      help: ArgumentHelp.say(
        "有效期限；預設沒有期限。", "The end of its validity; never by default.", valueName: "2027-01-01T00:00:00+08:00"))
    var expires: String?

    @OptionGroup var author: AuthorOptions
    @OptionGroup var time: TimeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      try TokenWork(author: author, time: time, output: output)
        .create(name: name, role: role, user: user, expires: expires)
    }
  }

  /// Lists the tokens without their secrets.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: Speech.say("列出權杖。", "List tokens."))

    @Option(
      help: ArgumentHelp.say(
        "只列某位使用者的權杖：UUID、電子郵件地址，或 u42 這樣的編號。", "Only those of a user: UUID, mail address or number.", valueName: "user")
    )
    var user: String?
    @OptionGroup var store: DatabaseOptions
    @OptionGroup var time: TimeOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try TokenWork.list(store, user: user, time, output) }
  }

  /// Revokes a token.
  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: Speech.say("永久撤銷權杖。", "Revoke a token for good."))

    @Argument(help: .say("權杖的編號，或名稱（不重複時）。", "The token's number, or its name where no other has it.")) var token:
      String
    @OptionGroup var author: AuthorOptions
    @OptionGroup var time: TimeOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try TokenWork(author: author, time: time, output: output).revoke(token, user: nil) }
  }
}

/// Commands for a user's API tokens.
///
///     folkcal admin user token create u1 --name phone
struct UserTokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: Speech.say("產生、列出與撤銷某位使用者的 API 權杖。", "Make, list and revoke a user's tokens for the API."),
    subcommands: [Create.self, List.self, Revoke.self])

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create",
      abstract: Speech.say("產生權杖。權杖只顯示一次，資料庫只保存雜湊值。", "Make a token. It is shown once; only its hash is kept."))

    @Argument(help: .say("使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42.")) var user: String
    @Option(help: .say("權杖的用途。", "The purpose of the token.")) var name: String
    @Option(
      help: .say(
        "角色：admin（管理）、editor（編輯）、reader（檢視）或 user（使用者）。", "admin, editor, reader or user.",
        valueName: Speech.say("角色", "role"))) var role =
      "user"
    @Option(
      help: ArgumentHelp.say(
        "有效期限；預設沒有期限。", "The end of its validity; never by default.", valueName: "2027-01-01T00:00:00+08:00"))
    var expires: String?

    @OptionGroup var author: AuthorOptions
    @OptionGroup var time: TimeOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      try TokenWork(author: author, time: time, output: output)
        .create(name: name, role: role, user: user, expires: expires)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: Speech.say("列出某位使用者的權杖。", "List a user's tokens."))

    @Argument(help: .say("使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42.")) var user: String
    @OptionGroup var store: DatabaseOptions
    @OptionGroup var time: TimeOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try TokenWork.list(store, user: user, time, output) }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: Speech.say("永久撤銷某位使用者的權杖。", "Revoke a user's token for good."))

    @Argument(help: .say("使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "UUID, mail address, or number such as u42.")) var user: String
    @Argument(help: .say("權杖的名稱或編號。", "The token's name or number.")) var token: String
    @OptionGroup var author: AuthorOptions
    @OptionGroup var time: TimeOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try TokenWork(author: author, time: time, output: output).revoke(token, user: user) }
  }
}

/// The common part of both groups of commands.
private struct TokenWork {
  let author: AuthorOptions
  let time: TimeOptions
  let output: OutputOptions

  func create(name: String, role: String, user: String?, expires: String?) throws {
    let token = try author.store.open().makeToken(
      name: name, role: role, user: user, expiresAt: expires, author.change(time))
    guard !output.json else { return try output.printJSON(["token": token, "name": name, "role": role]) }
    print(token)
  }

  func revoke(_ name: String, user: String?) throws {
    let token = try author.store.open().revokeToken(name, of: user, author.change(time))
    print(
      output.json
        ? token.json.json()
        : Speech.say("已撤銷權杖 \(token.id)（\(token.name)）", "revoked token \(token.id) (\(token.name))"))
  }

  static func list(_ store: DatabaseOptions, user: String?, _ time: TimeOptions, _ output: OutputOptions) throws {
    let tokens = try store.open().tokens(of: user)
    guard !output.json else { return print(JSON.list(tokens.map(\.json)).json()) }
    let clock = try time.clock()
    func local(_ instant: Int?) -> String {
      guard let instant else { return "" }
      return String(CivilTime.iso(unixTime: instant, offset: clock.offset(at: instant)).prefix(16))
        .replacing("T", with: " ")
    }
    let headings = [
      ("編號", "ID"), ("名稱", "Name"), ("角色", "Role"), ("使用者", "User"), ("建立時間", "Made"), ("有效期限", "Expires"),
      ("上次使用", "Used"), ("撤銷時間", "Revoked"),
    ]
    var table = Table(headings.map { Speech.say($0.0, $0.1) })
    for token in tokens {
      table.add(
        String(token.id), token.name, Speech.say(RoleWords.name(of: token.role.rawValue), token.role.rawValue),
        token.userID.map { "u\($0)" } ?? "", local(token.createdAt),
        local(token.expiresAt), local(token.lastUsedAt), local(token.revokedAt))
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }
}
