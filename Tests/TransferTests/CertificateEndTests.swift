import Foundation
import Processes
import TestSupport
import Testing
import Transfer

@Suite("The end of a certificate", .timed, .timeLimit(.minutes(10)))
struct CertificateEndTests {
  /// A folder with `name.pem` and `name.key`, made by openssl.
  private final class Maker {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func make(_ name: String, days: Int, _ options: [String] = []) throws -> String {
      try run(
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
          "/CN=localhost",
          "-days", "\(days)", "-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).pem",
        ] + options)
      return "\(folder)/\(name).pem"
    }

    /// The output goes into a file: a pipe would be held open by other processes that tests start meanwhile.
    func start(_ arguments: [String], output: String) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
      process.arguments = arguments
      try Data().write(to: URL(fileURLWithPath: output))
      process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
      process.standardError = FileHandle.nullDevice
      try process.start()
      return process
    }

    @discardableResult
    func run(_ arguments: [String]) throws -> String {
      let output = folder + "/" + UUID().uuidString
      let process = try start(arguments, output: output)
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return try String(contentsOfFile: output, encoding: .utf8)
    }

    /// The end as openssl reads it.
    func end(_ path: String) throws -> Int {
      let text = try run(["x509", "-in", path, "-noout", "-enddate", "-dateopt", "iso_8601"])
      let date = try #require(text.split(separator: "=").last).trimmingCharacters(in: .newlines)
      let formatter = ISO8601DateFormatter()
      return Int(try #require(formatter.date(from: date.replacing(" ", with: "T"))).timeIntervalSince1970)
    }
  }

  // A year of 2050 and later is written with four digits (RFC 5280, section 4.1.2.5).
  @Test("it is what openssl reads, before 2050 and after", arguments: [1, 30, 365, 3_650, 20_000, 40_000])
  func file(_ days: Int) throws {
    let maker = try Maker()
    let path = try maker.make("a", days: days)
    #expect(try CertificateEnd.instant(pem: String(contentsOfFile: path, encoding: .utf8)) == maker.end(path))
  }

  @Test("of a chain it is the end of the first, which is the server's own; text around it does not matter")
  func chain() throws {
    let maker = try Maker()
    let (first, second) = (try maker.make("a", days: 90), try maker.make("b", days: 2))
    let text = try "subject=x\n" + [first, second].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
    #expect(try CertificateEnd.instant(pem: text) == maker.end(first))
  }

  @Test("what is no certificate is refused, wherever it is cut off")
  func broken() throws {
    let maker = try Maker()
    let text = try String(contentsOfFile: maker.make("a", days: 9), encoding: .utf8)
    let lines = text.split(separator: "\n")
    for count in 0..<4 {
      let cut = (lines.prefix(1 + count) + ["-----END CERTIFICATE-----"]).joined(separator: "\n")
      _ = try? CertificateEnd.instant(pem: cut)
    }
    for wrong in [
      "", "x", String(text.dropLast(30)), "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
      "-----END CERTIFICATE-----\n-----BEGIN CERTIFICATE-----",
    ] {
      #expect(throws: CertificateEnd.Unreadable.self) { try CertificateEnd.instant(pem: wrong) }
    }
  }
}
