internal import Database
public import Folklore
import JSON
public import Records

extension Store {
  /// Signs in the user of a Google account: the user with that account; otherwise the user with that mail address, whom it binds to the account;
  /// otherwise a new user with default settings.
  ///
  /// Mail address, name and picture follow Google only if they are empty or hold Google's former value. The mail address also stays if another
  /// user has the new one.
  ///
  /// - Parameters:
  ///   - googleID: the account's subject.
  /// - email: the address that Google has verified. The caller must check that it is verified, because it opens the account.
  /// - bindsAddress: whether an existing user with that address may be bound. Google guarantees only its own addresses; others may have changed
  ///   hands.
  /// - displayName: ignored if it is not a valid name; a picture without a web address is ignored too.
  /// - Throws: `AccountConflict`; `RecordFaults` for an invalid account or mail address.
  public func signIn(
    googleID: String, email: String, bindsAddress: Bool = true, displayName: String?, avatarURL: String?,
    _ change: Change
  ) throws -> Record {
    let account = try GoogleAccount(id: googleID, email: email, displayName: displayName, avatarURL: avatarURL)
    return try database.write { connection in
      try StoreLock.people.take(connection)
      return try SignIn(
        connection: connection, writer: RecordWriter(connection, change), change: change, bindsAddress: bindsAddress
      ).user(of: account)
    }
  }
}

/// The reason why a Google account cannot sign in.
public enum AccountConflict: SpokenError, Hashable, Sendable {
  /// The user with that mail address signs in with another account at Google.
  case otherAccount(email: String)
  /// A user has the mail address, and Google cannot guarantee that it is the same person's.
  case addressNotGoogles(email: String)

  public var description: String {
    switch self {
    case .otherAccount(let email):
      "the user with the mail address \(email) signs in with another Google account: use that one"
    case .addressNotGoogles(let email):
      "there is a user with the mail address \(email) already, and Google does not answer for it: ask the operator to set the account (google_id)"
    }
  }

  public var chinese: String {
    switch self {
    case .otherAccount(let email): "電子郵件 \(email) 的使用者用另一個 Google 帳號登入：請用那一個"
    case .addressNotGoogles(let email):
      "已經有電子郵件是 \(email) 的使用者，而 Google 不能保證是同一個人：請管理員設定帳號（google_id）"
    }
  }

  public var code: String {
    switch self {
    case .otherAccount: "other_google_account"
    case .addressNotGoogles: "address_not_confirmed"
    }
  }
}

/// The data of a Google account as our fields hold them.
private struct GoogleAccount {
  let id: String
  let email: String
  let displayName: String?
  let avatarURL: String?

  init(id: String, email: String, displayName: String?, avatarURL: String?) throws(RecordFaults) {
    var faults: [RecordFault] = []
    func checked(_ name: String, _ value: String?) -> String? {
      guard let value, let index = Entity.user.index(of: name) else { return nil }
      do throws(FieldProblem) {
        return try Entity.user.fields[index].kind.checked(.text(value), isText: false).text
      } catch {
        faults.append(RecordFault(field: name, error))
        return nil
      }
    }
    self.id = checked("google_id", id) ?? ""
    self.email = checked("email", email) ?? ""
    guard faults.isEmpty else { throw RecordFaults(faults) }
    self.displayName = checked("display_name", displayName)
    self.avatarURL = checked("avatar_url", avatarURL)
  }

  var fields: [(name: String, value: String?)] {
    [("email", email), ("display_name", displayName), ("avatar_url", avatarURL)]
  }
}

private struct SignIn {
  let connection: any Connection
  let writer: RecordWriter
  let change: Change
  let bindsAddress: Bool

  func user(of account: GoogleAccount) throws -> Record {
    let found = try user("google_id", account.id) ?? bound(account)
    let record =
      if let found {
        try writer.write([draft(account, over: found)], of: .user, .edit(found)).1.first ?? found
      } else {
        try writer.write([draft(account, over: nil)], of: .user, .add).1.first
      }
    guard let record, let id = record.id else { throw RecordError.noSuchRecord(.user, key: account.email, similar: []) }
    try remember(account, of: id)
    return record
  }

  /// The user with the mail address of an account.
  ///
  /// - Throws: `AccountConflict.otherAccount`.
  private func bound(_ account: GoogleAccount) throws -> Record? {
    guard let user = try user("email", account.email) else { return nil }
    guard user["google_id"] == .null else { throw AccountConflict.otherAccount(email: account.email) }
    guard bindsAddress else { throw AccountConflict.addressNotGoogles(email: account.email) }
    return user
  }

  /// The user who has a value of a unique field.
  private func user(_ field: String, _ value: String) throws -> Record? {
    try writer.reader.records(.user, where: "t.\(field) = $1", [.text(value)]).first
  }

  /// The changed fields of a user, or all fields of a new one.
  private func draft(_ account: GoogleAccount, over user: Record?) throws -> Draft {
    let last = try user?.id.flatMap { try lastSaid(of: $0) } ?? [:]
    var given = [Draft.Given("google_id", .text(account.id))]
    for (name, value) in account.fields {
      guard let value else { continue }
      if let current = user?[name].text {
        guard current != value, current == last[name] else { continue }
        if name == "email", try self.user(name, value) != nil { continue }
      }
      given.append(Draft.Given(name, .text(value)))
    }
    return Draft(fields: given)
  }

  /// The data that Google gave of a user last time.
  private func lastSaid(of user: Int) throws -> [String: String] {
    try connection.first(
      "SELECT email, display_name, avatar_url FROM google_accounts WHERE user_id = $1", [.integer(user)]
    ) { row in
      ["email": row.text(0), "display_name": row.text(1), "avatar_url": row.text(2)].compactMapValues(\.self)
    } ?? [:]
  }

  private func remember(_ account: GoogleAccount, of user: Int) throws {
    try connection.execute(
      """
      INSERT INTO google_accounts (user_id, email, display_name, avatar_url, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $5)
      ON CONFLICT (user_id) DO UPDATE
      SET email = excluded.email, display_name = excluded.display_name, avatar_url = excluded.avatar_url,
        updated_at = excluded.updated_at
      """,
      [
        .integer(user), SQLValue(account.email), SQLValue(account.displayName), SQLValue(account.avatarURL),
        .integer(change.at),
      ])
  }
}
