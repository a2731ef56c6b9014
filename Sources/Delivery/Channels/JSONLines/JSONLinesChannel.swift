/// Writes each message as a line of JSON into a file, for programs that read along, and for trying things out.
///
///     let channel = JSONLinesChannel()
///     await channel.send(message, to: "/var/lib/folkcal/reminders.jsonl")
///     await channel.send(message, to: "-")
///
/// The target is the path of a file, made where there is none; `-` or nothing is standard output. Lines stay whole when
/// many are written at once, by this program and by others. A path can be any file that the program may write to: it is
/// for an operator to give, never for a user of a service.
public struct JSONLinesChannel: Channel {
  private let writer: LineWriter

  /// - Parameter standardOutput: the descriptor that `-` means.
  public init(standardOutput: Int32 = 1) {
    writer = LineWriter(standardOutput: standardOutput)
  }

  /// Whether a target can be written to: it is opened, and made where there is none.
  ///
  /// - Throws: `UnwritableFile`. A disk that is full shows only when something is written.
  public static func check(_ target: String) throws(UnwritableFile) {
    do throws(LineWriter.Failure) { try LineWriter.check(target) } catch {
      throw UnwritableFile(description: error.problem)
    }
  }

  /// A target that cannot be written to: `cannot open /srv/reminders.jsonl: Permission denied`.
  public struct UnwritableFile: Error, Hashable, CustomStringConvertible {
    public let description: String
  }

  public func send(_ message: Message, to target: String) async -> Outcome {
    guard !message.json.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return .rejected(reason: "the message is more than one line of JSON")
    }
    do throws(LineWriter.Failure) {
      try await writer.append(message.json + [0x0A], to: target)
      return .delivered
    } catch {
      let reason = error.problem.asReason
      return error.isStop ? .deferred(reason: reason, retryAfterSeconds: 0) : .failed(reason: reason)
    }
  }
}
