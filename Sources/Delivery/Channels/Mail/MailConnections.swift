public import Transfer

/// The connections to the operator's mail server, each with its own client and thread.
///
/// libcurl blocks the client's thread while it waits for the server's last reply (`smtp_done`), so each client sends one mail at a time.
///
/// A server with too many connections answers 421 (RFC 5321, section 3.8); the mail then waits for an accepted connection.
public actor MailConnections {
  /// Servers limit the connections of one sender: Postfix to 50, others to 10 or 3.
  public static let most = 8

  /// A client, and whether the server has accepted its connection.
  private struct Line {
    let client: TransferClient
    var isOpen = false
  }

  /// The last is used first; open ones are at the end.
  private var idle: [Line]
  private let count: Int
  private var limit: Int
  private var limitEnd = ContinuousClock.now
  private var used = 0
  /// The number of accepted mails.
  private var taken = 0

  /// - Parameter configuration: must allow the server's address, which is often private.
  public init(_ configuration: TransferClient.Configuration, count: Int = MailConnections.most) {
    self.count = max(count, 1)
    idle = (0..<self.count).map { _ in Line(client: TransferClient(configuration)) }
    limit = self.count
  }

  /// Sends a mail; when this returns, the server has accepted it.
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
        // An open connection is reopened: it may have timed out or reached the server's limit.
        giveBack(line, isLast: !error.isServiceUnavailable || wasOpen)
        guard error.isServiceUnavailable else { throw error }
        if wasOpen { continue }
        // Other connections are open; the mail uses one of them.
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
  /// True if the server accepts nothing now and ends the connection.
  var isServiceUnavailable: Bool {
    switch self {
    case .mailServerRefused(_, 421, _), .mailRefused(_, 421, _): true
    default: false
    }
  }
}
