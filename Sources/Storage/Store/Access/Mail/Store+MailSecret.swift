internal import Database

extension ReminderQueue {
  /// The secret that marks our mails, so that a report of failed delivery proves that it is about one of them; made at the first call. It is the
  /// same for all programs of the database, and stands in its backups.
  public func mailSecret() throws -> [UInt8] {
    try store.mailSecret()
  }
}

extension Store {
  /// `ReminderQueue.mailSecret()`.
  public func mailSecret() throws -> [UInt8] {
    if let known = try database.read({ try $0.meta(Self.mailSecretName) }) { return Array(known.utf8) }
    return try database.write { connection in
      // Another program may have made it meanwhile.
      try connection.execute(
        "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
        [.text(Self.mailSecretName), .text(RandomText.hexadecimal(bytes: 32))])
      return Array((try connection.meta(Self.mailSecretName) ?? "").utf8)
    }
  }

  /// True while the links of mails that were sent before links had a secret still leave the mails: for 60 days after the last of them. They name
  /// the user by UUID, which is no secret.
  public func leavesByName(now: Int) throws -> Bool {
    try database.read { try $0.meta("leave_links_by_name_until") }.flatMap { Int($0) }.map { now < $0 } ?? false
  }

  private static let mailSecretName = "mail_secret"
}
