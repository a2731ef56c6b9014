internal import CCurl

/// Sends requests by HTTP and mail by SMTP, many at a time, through libcurl.
///
///     let client = TransferClient()
///     let answer = try await client.response(to: HTTPRequest(method: "POST", url: "https://example.org/hook", body: body))
///     answer.status        // 204
///
/// One thread runs all transfers; callers do not block a thread. Connections are reused. Redirects are never followed, because the user chose
/// the target. `close()` or `deinit` ends the thread.
public final class TransferClient: Sendable {
  public let configuration: Configuration
  private let mailbox: Mailbox

  /// Nothing is opened before the first transfer.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    mailbox = Mailbox(configuration)
  }

  deinit {
    mailbox.close()
  }

  /// A server's answer with any status. Cancelling the task ends the transfer.
  public func response(to request: HTTPRequest) async throws(TransferError) -> HTTPResponse {
    try await perform(Job(request)).get()
  }

  /// Sends a mail; when this returns, the server has accepted it.
  public func submit(_ mail: MailSubmission) async throws(TransferError) {
    _ = try await perform(Job(mail)).get()
  }

  /// Ends running transfers with `TransferError.closed`; returns when the thread has ended.
  public func close() async {
    await withCheckedContinuation { mailbox.close($0) }
  }

  private func perform(_ job: Job) async -> Job.Ending {
    if let problem = ccurl_open() { return .failure(.libraryMissing(problem: String(cString: problem))) }
    let ticket = Ticket()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { mailbox.begin(job, ticket, $0) }
    } onCancel: {
      mailbox.cancel(ticket)
    }
  }
}
