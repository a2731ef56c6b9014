import Channels
import Folklore
import Records
import Store

/// Reads the unread mails of a Maildir once.
struct BounceReader {
  let maildir: Maildir
  let store: Store
  let seal: MailSeal
  let change: Change
  /// True to mark nobody and to move nothing.
  let changesNothing: Bool

  /// What became of a report, for one of its recipients.
  enum Result: String, Encodable {
    /// Mails are sent there no more.
    case marked
    /// Nobody has that address any more.
    case unknown
    /// The report does not return a Message-ID of ours.
    case unproven
    case full, temporary, refused, delivered

    func name(_ language: Language) -> String {
      switch self {
      case .marked: language.say("已標記", "已标记", "marked")
      case .unknown: language.say("沒有這位使用者", "没有这位用户", "nobody has it")
      case .unproven: language.say("無法證實", "无法证实", "not proven")
      case .full: language.say("信箱已滿", "邮箱已满", "mailbox full")
      case .temporary: language.say("暫時失敗", "暂时失败", "may pass")
      case .refused: language.say("拒收這封信", "拒收这封邮件", "mail refused")
      case .delivered: language.say("已送達", "已送达", "delivered")
      }
    }
  }

  struct Report: Encodable {
    let file: String
    let address: String
    let result: Result
    let reason: String
    /// The UUIDs of the users who were marked.
    let users: [String]
  }

  struct UnreadableFile: Encodable {
    let english: String
    let chinese: String

    enum CodingKeys: String, CodingKey {
      case english = "message"
      case chinese = "message_zh"
    }

    init(_ error: MaildirError) {
      (english, chinese) = (error.description, error.chinese)
    }
  }

  struct Outcome: Encodable {
    var reports: [Report] = []
    /// The number of mails that are no reports.
    var others = 0
    /// The number of users marked, however many reports are about one of them.
    var marked = 0
    var unreadable: [UnreadableFile] = []
  }

  /// - Throws: `MaildirError` for the folder; the error of the database. A report is moved only when its users are marked.
  func run() throws -> Outcome {
    var outcome = Outcome()
    for entry in try maildir.unread() {
      do {
        let message = try maildir.head(of: entry)
        guard let status = DeliveryStatus(message) else {
          outcome.others += 1
          continue
        }
        let reports = try read(status, entry.path)
        if !changesNothing { try maildir.markSeen(entry) }
        outcome.reports += reports
      } catch let error as MaildirError {
        outcome.unreadable.append(UnreadableFile(error))
      }
    }
    outcome.marked = Set(outcome.reports.flatMap(\.users)).count
    return outcome
  }

  private func read(_ status: DeliveryStatus, _ file: String) throws -> [Report] {
    try status.recipients.map { recipient in
      let proven = status.provenAddress(of: recipient, by: seal)
      let (result, users) = try result(recipient, proven)
      return Report(
        file: file, address: proven ?? recipient.address.failureReason, result: result, reason: recipient.reason,
        users: users)
    }
  }

  private func result(_ recipient: DeliveryStatus.Recipient, _ proven: String?) throws -> (Result, users: [String]) {
    switch recipient.verdict {
    case .isGone: break
    case .isFull: return (.full, [])
    case .isTemporary: return (.temporary, [])
    case .isRefused: return (.refused, [])
    case .hasArrived: return (.delivered, [])
    }
    guard let proven else { return (.unproven, []) }
    let users =
      try changesNothing
      ? store.users(withMailAddress: proven)
      : store.markBounce(of: proven, reason: recipient.reason, change).map(\.user)
    return (users.isEmpty ? .unknown : .marked, users.map(\.key))
  }
}
