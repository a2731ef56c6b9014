public import Transfer

/// The connections to the operator's mail server: a few, each with a client and a thread of its own.
///
/// Of one client mails go out one after another, because libcurl waits for the server's last word (`smtp_done`) without letting go of the
/// client's thread, and meanwhile the time of the others runs. So each client is given one mail at a time.
///
/// A server that takes no more connections says 421 (RFC 5321, section 3.8). That says nothing of the mail: it goes out by one of the
/// connections that the server has taken.
public actor MailConnections {
  /// Few servers take more from one sender: Postfix has a limit of 50, others of 10 or 3.
  public static let most = 8

  /// A client, and whether the server has taken its connection: it is kept for the next mail.
  private struct Line {
    let client: TransferClient
    var isOpen = false
  }

  /// The last is used first: open ones stand at the end.
  private var idle: [Line]
  private let count: Int
  private var limit: Int
  private var limitEnd = ContinuousClock.now
  private var used = 0
  /// Mails that the server has taken.
  private var taken = 0

  /// - Parameter configuration: of clients that may speak to the server: it is often in a private network.
  public init(_ configuration: TransferClient.Configuration, count: Int = MailConnections.most) {
    self.count = max(count, 1)
    idle = (0..<self.count).map { _ in Line(client: TransferClient(configuration)) }
    limit = self.count
  }

  /// Hands a mail to the server, which has taken it when this returns.
  func submit(_ mail: MailSubmission) async throws(TransferError) {
    var takenBefore = taken
    while true {
      var line = try await take()
      do throws(TransferError) {
        try await line.client.submit(mail)
        line.isOpen = true
        taken += 1
        return giveBack(line)
      } catch {
        let wasOpen = line.isOpen
        if error.isServiceUnavailable { line.isOpen = false }
        // What was open is opened anew: it may have been idle for too long, or have had its share of mails.
        giveBack(line, isLast: !error.isServiceUnavailable || wasOpen)
        guard error.isServiceUnavailable else { throw error }
        if wasOpen { continue }
        // Others are open: it goes out by one of them.
        guard used > 0 || taken > takenBefore else { throw error }
        takenBefore = taken
        (limit, limitEnd) = (max(used, 1), .now + .seconds(600))
      }
    }
  }

  private func take() async throws(TransferError) -> Line {
    while true {
      if limitEnd <= .now { limit = count }
      if used < limit, let line = idle.popLast() {
        used += 1
        return line
      }
      do { try await Task.sleep(for: .milliseconds(20)) } catch { throw .cancelled }
    }
  }

  private func giveBack(_ line: Line, isLast: Bool = true) {
    used -= 1
    if isLast { idle.append(line) } else { idle.insert(line, at: 0) }
  }
}

extension TransferError {
  /// Whether a mail server said that it takes nothing now, and ends the connection.
  var isServiceUnavailable: Bool {
    switch self {
    case .mailServerRefused(_, 421, _), .mailRefused(_, 421, _): true
    default: false
    }
  }
}
