public import Folklore

/// Writes each message as a line of JSON into a file, for other programs and for tests.
///
///     let channel = JSONLinesChannel()
///     await channel.send(message, to: "/var/lib/folkcal/reminders.jsonl")
///     await channel.send(message, to: "-")
///
/// The target is a path; the file is created if missing; `-` or nothing is standard output. Lines stay whole with several writers. The path may
/// be any writable file, so only an operator may choose it, never a user.
public struct JSONLinesChannel: Channel {
  private let writer: LineWriter

  /// - Parameter standardOutput: the descriptor of `-`.
  public init(standardOutput: Int32 = 1) {
    writer = LineWriter(standardOutput: standardOutput)
  }

  /// Checks that a target can be opened for writing; creates it if missing.
  ///
  /// - Throws: `UnwritableFile`. A full disk is detected only on writing.
  public static func check(_ target: String) throws(UnwritableFile) {
    do throws(LineWriter.Failure) { try LineWriter.check(target) } catch {
      throw UnwritableFile(description: error.problem, chinese: error.chinese)
    }
  }

  /// A target that cannot be written to: `cannot open /srv/reminders.jsonl: Permission denied`.
  public struct UnwritableFile: SpokenError, Hashable {
    public let description: String
    public let chinese: String
    public var code: String { "unwritable_file" }
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    guard !message.json.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return .rejected(reason: "the message is more than one line of JSON")
    }
    do throws(LineWriter.Failure) {
      try await writer.append(message.json + [0x0A], to: target)
      return .delivered
    } catch {
      let reason = error.problem.failureReason
      return error.isStop ? .deferred(reason: reason, retryAfterSeconds: 0) : .failed(reason: reason)
    }
  }
}
