import Channels
import Foundation
import TestSupport
import Testing

@Suite("Lines of JSON", .timed)
struct JSONLinesChannelTests {
  private static func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-lines-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test("Each message is appended as one line; a missing file is created")
  func lines() async throws {
    try await Self.withFolder { folder in
      let file = folder.appendingPathComponent("提醒.jsonl")
      let channel = JSONLinesChannel()
      for number in 0..<3 {
        #expect(await channel.send(.example(json: #"{"n":\#(number)}"#), to: file.path) == .delivered)
      }
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text == "{\"n\":0}\n{\"n\":1}\n{\"n\":2}\n")
    }
  }

  @Test("Lines stay whole when several writers append at the same time")
  func together() async throws {
    try await Self.withFolder { folder in
      let file = folder.appendingPathComponent("many.jsonl")
      let channels = (0..<4).map { _ in JSONLinesChannel() }
      let filler = String(repeating: "香", count: 5_000)
      await withTaskGroup(of: Outcome.self) { group in
        for number in 0..<400 {
          group.addTask {
            await channels[number % 4].send(.example(json: "{\"n\":\(number),\"f\":\"\(filler)\"}"), to: file.path)
          }
        }
        for await outcome in group { #expect(outcome == .delivered) }
      }
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      #expect(lines.count == 400)
      let numbers = try lines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["n"] as? Int
      }
      #expect(Set(numbers) == Set(0..<400))
    }
  }

  @Test("An empty target and a hyphen mean standard output", arguments: ["", "-"])
  func standardOutput(target: String) async throws {
    let pipe = Pipe()
    let channel = JSONLinesChannel(standardOutput: pipe.fileHandleForWriting.fileDescriptor)
    #expect(await channel.send(.example(json: "{}"), to: target) == .delivered)
    try pipe.fileHandleForWriting.close()
    #expect(try pipe.fileHandleForReading.readToEnd() == Data("{}\n".utf8))
  }

  @Test("The channel waits for a blocked reader; cancellation counts no attempt")
  func stalled() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    let channel = JSONLinesChannel(standardOutput: descriptor)
    // More than a pipe holds (64 KB): the first line is half in it.
    let long = "{\"f\":\"\(String(repeating: "x", count: 200_000))\"}"
    let first = Task { await channel.send(.example(json: long), to: "-") }
    let reading = Task.detached { () -> Data in
      var data = Data()
      while data.count < long.utf8.count + 1 { data.append(pipe.fileHandleForReading.availableData) }
      return data
    }
    #expect(await first.value == .delivered)
    #expect(await reading.value == Data((long + "\n").utf8))

    let second = Task { await channel.send(.example(json: long), to: "-") }
    second.cancel()
    let outcome = await second.value
    #expect(
      outcome
        == .deferred(
          reason: "standard output takes nothing, and the program was asked to stop", retryAfterSeconds: 0))
  }

  @Test("A write error gives a failure with its reason")
  func failures() async throws {
    try await Self.withFolder { folder in
      let channel = JSONLinesChannel()
      let missing = folder.appendingPathComponent("no/such/file").path
      #expect(
        await channel.send(.example(), to: missing)
          == .failed(reason: "cannot open \(missing): No such file or directory"))
      #expect(
        await channel.send(.example(), to: folder.path) == .failed(reason: "cannot open \(folder.path): Is a directory")
      )
      #expect(
        await channel.send(.example(), to: "/dev/full")
          == .failed(reason: "cannot write to /dev/full: No space left on device"))
      #expect(await channel.send(.example(), to: "a\0b") == .failed(reason: "the path of the file has a zero byte"))
      let pipe = folder.appendingPathComponent("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      guard case .failed = await channel.send(.example(), to: pipe) else {
        Issue.record("a pipe without a reader was written to")
        return
      }
    }
  }

  @Test("A message of more than one line is rejected")
  func severalLines() async {
    #expect(
      await JSONLinesChannel().send(.example(json: "{}\n{}"), to: "/dev/null")
        == .rejected(reason: "the message is more than one line of JSON"))
  }
}
