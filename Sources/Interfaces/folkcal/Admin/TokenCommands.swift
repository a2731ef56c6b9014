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
    commandName: "token", abstract: "Make, list and revoke tokens for the API.",
    subcommands: [Create.self, List.self, Revoke.self])

  /// Creates a token and shows it once.
  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Make a token. It is shown once; only its hash is kept.")

    @Option(help: "The purpose of the token.") var name: String
    @Option(help: "admin, editor, reader or user; the last needs --user.") var role: String
    @Option(
      help: ArgumentHelp("UUID, mail address or number; by default a machine's.", valueName: "user"))
    var user: String?
    @Option(help: ArgumentHelp("The end of its validity; never by default.", valueName: "2027-01-01T00:00:00+08:00"))
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
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List tokens.")

    @Option(help: ArgumentHelp("Only those of a user: UUID, mail address or number.", valueName: "user"))
    var user: String?
    @OptionGroup var store: DatabaseOptions
    @OptionGroup var time: TimeOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try TokenWork.list(store, user: user, time, output) }
  }

  /// Revokes a token.
  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a token for good.")

    @Argument(help: "The token's number, or its name where no other has it.") var token: String
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
    commandName: "token", abstract: "Make, list and revoke a user's tokens for the API.",
    subcommands: [Create.self, List.self, Revoke.self])

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Make a token. It is shown once; only its hash is kept.")

    @Argument(help: "UUID, mail address, or number such as u42.") var user: String
    @Option(help: "The purpose of the token.") var name: String
    @Option(help: "admin, editor, reader or user.") var role = "user"
    @Option(help: ArgumentHelp("The end of its validity; never by default.", valueName: "2027-01-01T00:00:00+08:00"))
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
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List a user's tokens.")

    @Argument(help: "UUID, mail address, or number such as u42.") var user: String
    @OptionGroup var store: DatabaseOptions
    @OptionGroup var time: TimeOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try TokenWork.list(store, user: user, time, output) }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a user's token for good.")

    @Argument(help: "UUID, mail address, or number such as u42.") var user: String
    @Argument(help: "The token's name or number.") var token: String
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
    print(output.json ? token.json.json() : "revoked token \(token.id) (\(token.name))")
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
    var table = Table("ID", "Name", "Role", "User", "Made", "Expires", "Used", "Revoked")
    for token in tokens {
      table.add(
        String(token.id), token.name, token.role.rawValue, token.userID.map { "u\($0)" } ?? "", local(token.createdAt),
        local(token.expiresAt), local(token.lastUsedAt), local(token.revokedAt))
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }
}
