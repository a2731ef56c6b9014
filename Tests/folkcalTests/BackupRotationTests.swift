import Lunisolar
import TestSupport
import Testing

@testable import folkcal

@Suite("The rotation of backups", .timed)
struct BackupRotationTests {
  private func names(_ first: String, _ days: Int) throws -> [String] {
    let first = try SolarDate(iso: first)
    return (0..<days).map { BackupRotation.name(of: first.advanced(by: $0)) }
  }

  private func kept(of names: [String]) -> [String] {
    let superfluous = Set(BackupRotation.superfluous(in: names))
    return names.filter { !superfluous.contains($0) }
  }

  @Test("Of sixty days the newest seven and the Sundays of the four weeks before remain")
  func sixty() throws {
    // 2026-11-23 is a Monday.
    let names = try names("2026-09-25", 60)
    try #require(names.last == "folkcal-2026-11-23.db")
    #expect(
      kept(of: names).map { $0.dropFirst("folkcal-2026-".count).dropLast(".db".count) } == [
        "11-01", "11-08", "11-15", "11-17", "11-18", "11-19", "11-20", "11-21", "11-22", "11-23",
      ])
  }

  @Test("A rotation every day leaves what one rotation at the end would leave")
  func daily() throws {
    var files: [String] = []
    let names = try names("2026-01-01", 400)
    for (index, name) in names.enumerated() {
      files = kept(of: files + [name])
      #expect(files == kept(of: Array(names.prefix(index + 1))))
      #expect(files.count <= BackupRotation.days + BackupRotation.weeks)
    }
  }

  @Test("Up to seven backups stay, however old they are")
  func few() throws {
    #expect(BackupRotation.superfluous(in: try names("2020-02-27", 7)).isEmpty)
    #expect(BackupRotation.superfluous(in: []).isEmpty)
  }

  @Test(
    "Other files are never chosen",
    arguments: [
      "folkcal.db", "folkcal-2020-01-01.db.partial", "folkcal-2020-01-01T000000Z.db", "folkcal-2020-02-30.db",
      "folkcal-2020-1-1.db", "my-folkcal-2020-01-01.db", "folkcal-2020-01-01.db-wal", "folkcal-.db", "folkcal-.d",
      "folkcal-+2020-01-01.db",
    ])
  func others(name: String) throws {
    #expect(BackupRotation.day(of: name) == nil)
    let names = try names("2026-01-01", 100)
    #expect(!BackupRotation.superfluous(in: names + [name]).contains(name))
    #expect(BackupRotation.superfluous(in: names + [name]) == BackupRotation.superfluous(in: names))
  }

  @Test(
    "The address of a loopback host is localhost, because passkeys need a name",
    arguments: [
      ("127.0.0.1", "http://localhost:8080"), ("::1", "http://localhost:8080"), ("localhost", "http://localhost:8080"),
      ("0.0.0.0", "http://0.0.0.0:8080"), ("::", "http://[::]:8080"), ("127.0.0.2", "http://127.0.0.2:8080"),
    ])
  func address(host: String, address: String) {
    #expect(SiteAddress.ofListener(host, 8_080) == address)
  }
}
