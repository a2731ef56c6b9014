package import Database

extension Schema {
  /// The schema of the store. The baseline combines the seven steps before the first release.
  static let store = Schema([
    .baseline, .longLogs, .adoptedTemples, .logOrder, .accessibility, .regions, .logDays, .browserSignIn, .images,
    .choices, .accounts, .chats, .bounces, .alarms, .toldDays, .keyedRequests, .weight, .worship, .holds,
    .outbox, .temples,
  ])
}

extension SQLiteDatabase {
  /// Opens a file with the schema of the store.
  ///
  /// - Throws: `DatabaseError`.
  package init(path: String, options: Options = Options()) throws(DatabaseError) {
    try self.init(path: path, schema: .store, options: options)
  }
}
