import Sinks
import TestSupport
import Testing

@testable import Transfer

@Suite("a file of another server", .timed)
struct DownloadTests {
  private static func failure(
    _ answer: SinkAnswer, largestBytes: Int = 1 << 20, seconds: Int = 20
  ) async throws -> Download.Failure? {
    let sink = try SinkServer { _ in answer }
    return await failure(Download(sink.url + "/a", largestBytes: largestBytes, seconds: seconds, allowsPlain: true))
  }

  private static func failure(_ download: Download) async -> Download.Failure? {
    do throws(Download.Failure) {
      _ = try await download.bytes()
      return nil
    } catch {
      return error
    }
  }

  @Test("a whole file comes with its bytes counted, also behind a redirect")
  func whole() async throws {
    let sink = try SinkServer { request in
      switch request.path {
      case "/a": .redirect(to: "/b")
      case "/b": .redirect(301, to: "http://" + (request.header("host") ?? "") + "/c")
      default: .long(bytes: 300_000)
      }
    }
    let (counts, counted) = AsyncStream.makeStream(of: Int.self)
    let bytes = try await Download(sink.url + "/a", allowsPlain: true).bytes { counted.yield($0) }
    counted.finish()
    #expect(bytes.count == 300_000)
    var last = 0
    for await count in counts { last = count }
    #expect(last == 300_000)
    #expect(sink.requests.map(\.path) == ["/a", "/b", "/c"])
  }

  @Test("what a server answers in place of a file is said")
  func faults() async throws {
    for status in [403, 404, 500, 503, 206] {
      let failure = try await Self.failure(.status(status, body: "no"))
      guard case .status(status, _)? = failure else { throw Unexpected(failure: failure) }
    }
    let empty = try await Self.failure(.status(200))
    guard case .empty? = empty else { throw Unexpected(failure: empty) }
    let cut = try await Self.failure(.cutShort())
    guard case .transfer(.cutOff)? = cut else { throw Unexpected(failure: cut) }
    let large = try await Self.failure(.endless(), largestBytes: 100_000)
    guard case .transfer(.tooLarge(_, _, 100_000))? = large else { throw Unexpected(failure: large) }
    let silent = try await Self.failure(.silence, seconds: 1)
    guard case .transfer(.timedOut)? = silent else { throw Unexpected(failure: silent) }
    let ended = try await Self.failure(.hangUp)
    guard case .transfer(.connectionLost)? = ended else { throw Unexpected(failure: ended) }
    let garbage = try await Self.failure(.garbage)
    guard case .transfer? = garbage else { throw Unexpected(failure: garbage) }
    // One that leads to itself, and one that names no place.
    for answer in [SinkAnswer.redirect(to: "/again"), .status(302)] {
      let failure = try await Self.failure(answer)
      guard case .tooManyRedirects? = failure else { throw Unexpected(failure: failure) }
    }
  }

  @Test("without https nothing is asked for, and private addresses are not called")
  func strict() async throws {
    let sink = try SinkServer()
    let plain = await Self.failure(Download(sink.url))
    guard case .notSecure? = plain else { throw Unexpected(failure: plain) }
    let near = await Self.failure(Download("https://localhost:\(sink.port)/"))
    guard case .transfer(.refusedAddress)? = near else { throw Unexpected(failure: near) }
    #expect(sink.connectionCount == 0)
    let nowhere = await Self.failure(Download("https://nowhere.invalid/a"))
    guard case .transfer(.couldNotResolve)? = nowhere else { throw Unexpected(failure: nowhere) }
  }

  private struct Unexpected: Error {
    let failure: Download.Failure?
  }
}
