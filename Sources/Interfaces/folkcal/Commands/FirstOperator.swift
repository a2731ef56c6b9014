import Store

/// The link for the first operator of a new database.
enum FirstOperator {
  /// Prints a link while there is no operator. A failure is told, but does not keep the server from serving.
  static func invite(to site: String, _ store: Store, now: Int) {
    do {
      guard try !store.hasOperator() else { return }
      let secret = try store.makeSignInLink(userID: nil, now: now, lifetimeSeconds: 30 * 60)
      StandardError.note(
        """
        還沒有管理員。請在 30 分鐘內開啟這個連結，成為第一位管理員；連結只能用一次：
        \(site)/sign-in/link/\(secret)
        """,
        """
        there is no operator yet. Open this link within 30 minutes to become the first one; it works once:
        \(site)/sign-in/link/\(secret)
        """)
    } catch {
      StandardError.note(
        "無法產生第一位管理員的連結：\(Speech.chinese(error))", "no link could be made for the first operator: \(error)")
    }
  }
}
