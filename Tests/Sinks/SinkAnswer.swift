/// The answer of a sink to a complete request, in steps.
public struct SinkAnswer: Sendable {
  public enum Step: Sendable {
    case send([UInt8])
    case wait(Duration)
    /// Repeats the bytes until the client stops reading.
    case sendForever([UInt8])
    /// Sends nothing more and waits until the client disconnects.
    case fallSilent
    /// Closes the connection normally.
    case hangUp
    /// Resets the connection (TCP RST); unread bytes are lost.
    case reset
  }

  public let steps: [Step]

  public init(_ steps: [Step]) {
    self.steps = steps
  }
}

extension SinkAnswer: CustomStringConvertible {
  /// Short, because test names contain it and a body can have millions of bytes.
  public var description: String {
    let words = steps.prefix(3).map { step in
      switch step {
      case .send(let bytes): "send \(bytes.count) bytes"
      case .sendForever: "send for ever"
      case .wait(let duration): "wait \(duration)"
      case .fallSilent: "fall silent"
      case .hangUp: "hang up"
      case .reset: "reset"
      }
    }
    return words.joined(separator: ", ") + (steps.count > 3 ? "…" : "")
  }
}

// MARK: - Correct answers

extension SinkAnswer {
  /// The connection stays open for the next request.
  public static func status(_ status: Int, headers: [String: String] = [:], body: String = "") -> SinkAnswer {
    SinkAnswer([.send(head(status, headers, length: body.utf8.count) + Array(body.utf8))])
  }

  /// The same answer after a delay.
  public func after(_ delay: Duration) -> SinkAnswer {
    SinkAnswer([.wait(delay)] + steps)
  }

  static func head(_ status: Int, _ headers: [String: String], length: Int?) -> [UInt8] {
    var text = "HTTP/1.1 \(status) So\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { text += "\(name): \(value)\r\n" }
    if let length, status != 204 { text += "Content-Length: \(length)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

// MARK: - Faulty answers

extension SinkAnswer {
  public static func redirect(_ status: Int = 302, to url: String) -> SinkAnswer {
    .status(status, headers: ["Location": url])
  }

  /// Reset after reading the request; the client cannot tell whether the server processed it.
  public static let reset = SinkAnswer([.reset])

  /// Closes the connection without an answer.
  public static let hangUp = SinkAnswer([.hangUp])

  /// Keeps the connection open without an answer.
  public static let silence = SinkAnswer([.fallSilent])

  /// Bytes that are not HTTP.
  public static let garbage = SinkAnswer([.send((0..<512).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }), .hangUp])

  /// The body is shorter than its length in the header.
  public static func cutShort(_ status: Int = 200) -> SinkAnswer {
    SinkAnswer([.send(head(status, [:], length: 1_000) + Array("only this".utf8)), .hangUp])
  }

  /// A body with a given number of bytes.
  public static func long(_ status: Int = 200, bytes: Int) -> SinkAnswer {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
    var steps: [Step] = [.send(head(status, [:], length: bytes))]
    for start in stride(from: 0, to: bytes, by: piece.count) {
      steps.append(.send(bytes - start < piece.count ? Array(piece.prefix(bytes - start)) : piece))
    }
    return SinkAnswer(steps)
  }

  /// A body that never ends.
  public static func endless(_ status: Int = 200) -> SinkAnswer {
    SinkAnswer([
      .send(head(status, [:], length: nil)), .sendForever([UInt8](repeating: UInt8(ascii: "x"), count: 65_536)),
    ])
  }

  /// Headers that never end.
  public static let endlessHeaders = SinkAnswer([
    .send(Array("HTTP/1.1 200 So\r\n".utf8)),
    .sendForever(Array(("X-Filler: " + String(repeating: "x", count: 1_000) + "\r\n").utf8)),
  ])

  /// An answer sent byte by byte, with a pause after each.
  public static func dripping(_ status: Int = 200, body: String = "", pause: Duration) -> SinkAnswer {
    let bytes = head(status, [:], length: body.utf8.count) + Array(body.utf8)
    return SinkAnswer(bytes.flatMap { [.send([$0]), .wait(pause)] })
  }
}
