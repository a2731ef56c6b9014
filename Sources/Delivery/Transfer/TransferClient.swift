internal import CCurl

/// Sends requests by HTTP and mail by SMTP, many at a time, through libcurl.
///
///     let client = TransferClient()
///     let answer = try await client.response(to: HTTPRequest(method: "POST", url: "https://example.org/hook", body: body))
///     answer.status        // 204
///
/// One thread of the client's own drives all transfers; callers wait without holding one. Connections are kept and used
/// again. Redirects are never followed: where a user's URL leads is for the user to say. The thread ends with `close()`
/// or with the client.
public final class TransferClient: Sendable {
  public let configuration: Configuration
  private let mailbox: Mailbox

  /// Nothing is opened or started before the first transfer.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    mailbox = Mailbox(configuration)
  }

  deinit {
    mailbox.close()
  }

  /// What a server answers, whatever its status. Cancelling the task ends the transfer.
  public func response(to request: HTTPRequest) async throws(TransferError) -> HTTPResponse {
    try await perform(Job(request)).get()
  }

  /// Hands a mail to a server, which has taken it when this returns.
  public func submit(_ mail: MailSubmission) async throws(TransferError) {
    _ = try await perform(Job(mail)).get()
  }

  /// Ends what is under way with `TransferError.closed`, and the client's thread; returns when it has ended.
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
