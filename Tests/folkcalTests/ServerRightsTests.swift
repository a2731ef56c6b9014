import Foundation
import Processes
import TestSupport
import Testing

/// The roles and messages of the guide (admin/postgresql.md) on a server of its own.
@Suite("Rights on a server", .timed, .serialized)
struct ServerRightsTests {
  /// The SQL of the guide.
  private static func roles() throws -> String {
    let guide = try String(contentsOfFile: PackageRoot.path("admin/postgresql.md"), encoding: .utf8)
    let start = try #require(guide.firstRange(of: "```sql\n")).upperBound
    let end = try #require(guide[start...].firstRange(of: "```")).lowerBound
    return String(guide[start..<end])
  }

  private static func url(_ cluster: TestCluster, _ role: String, _ database: String = "folkcal") -> String {
    "postgresql://\(role)@/\(database)?host=\(cluster.folder)"
  }

  private static func run(_ url: String, _ arguments: String..., input: String = "") throws -> Program.Run {
    try Program.run(
      arguments, input: input, environment: ["FOLKCAL_DATABASE": url, "FOLKCAL_DATA": PackageRoot.path("data")])
  }

  @Test("The roles of the guide suffice: the owner makes the tables, the service does everything else")
  func roles() throws {
    let cluster = try TestCluster()
    // psql's \connect has no counterpart in one string of statements.
    let parts = try Self.roles().split(separator: "\\connect folkcal\n")
    try #require(parts.count == 2)
    for statement in parts[0].split(separator: ";\n") { try cluster.run(String(statement)) }
    try cluster.run(String(parts[1]), in: "folkcal")
    let (owner, service) = (Self.url(cluster, "folkcal_owner"), Self.url(cluster, "folkcal_service"))

    let early = try Self.run(service, "admin", "check")
    #expect(early.status == 3 && early.errors.contains("is empty; folkcal init fills it"))
    let wrong = try Self.run(service, "init")
    #expect(wrong.status == 1 && wrong.errors.contains("refused: permission denied for schema public"))
    #expect(try Self.run(owner, "init").status == 0)

    let user = #"[{"email":"mei@example.org","group_subscriptions":["mazu"],"settings":{"channel":"jsonl"}}]"#
    #expect(try Self.run(service, "admin", "user", "import", "-", input: user).status == 0)
    let plan = try Self.run(service, "remind", "plan", "--days", "400", "--now", "2026-11-23T08:00:00+08:00")
    #expect(plan.status == 0, "\(plan.errors)")
    let edit = try Self.run(service, "admin", "user", "settings", "mei@example.org", "--notify-time", "06:30")
    #expect(edit.status == 0, "\(edit.errors)")
    let deliver = try Self.run(
      service, "remind", "deliver", "--once", "--channel", "jsonl", "--now", "2027-04-28T08:00:00+08:00")
    #expect(deliver.status == 0 && deliver.output.contains("媽祖"), "\(deliver.errors)")
    let cleanup = try Self.run(
      service, "remind", "cleanup", "--older-than", "30d", "--now", "2027-12-31T08:00:00+08:00")
    #expect(cleanup.status == 0, "\(cleanup.errors)")
    // Whole months are gone.
    let months = try cluster.run(
      "SELECT MIN(relname) FROM pg_class WHERE relispartition AND relkind = 'r' AND relname LIKE 'notification_logs_20%'",
      in: "folkcal")
    #expect(months > "notification_logs_2026_12", "\(months)")
    #expect(try Self.run(service, "admin", "check").status == 0)
  }

  @Test("A connection with verify-full is encrypted and needs the right certificate and name")
  func encryption() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cluster = try TestCluster()
    cluster.crash()
    func openssl(_ name: String, _ file: String) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
      process.arguments = [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-addext",
        "subjectAltName=DNS:\(name)", "-keyout", file + ".key", "-out", file + ".crt",
      ]
      process.standardError = FileHandle.nullDevice
      try process.start()
      process.waitUntilExit()
    }
    try openssl("localhost", folder + "/right")
    try openssl("localhost", folder + "/wrong")
    try cluster.adopt(folder + "/right.crt", as: "server.crt")
    try cluster.adopt(folder + "/right.key", as: "server.key")
    let port = 20_000 + Int(getpid()) % 20_000
    try cluster.start(["listen_addresses=localhost", "port=\(port)", "ssl=on"], port: port)
    func check(_ options: String, host: String = "localhost") throws -> Program.Run {
      try Self.run("postgresql://postgres@\(host):\(port)/postgres?" + options, "admin", "check")
    }
    let right = try check("sslmode=verify-full&sslrootcert=\(folder)/right.crt")
    #expect(right.status == 3 && right.errors.contains("is empty"), "\(right.errors)")
    let wrong = try check("sslmode=verify-full&sslrootcert=\(folder)/wrong.crt")
    #expect(wrong.status == 1 && wrong.errors.contains("certificate verify failed"), "\(wrong.errors)")
    let name = try check("sslmode=verify-full&sslrootcert=\(folder)/right.crt", host: "127.0.0.1")
    #expect(name.status == 1 && name.errors.contains("does not match host name"), "\(name.errors)")
  }

  @Test(
    "Foreign tables, newer and standby servers, and an empty database each have their own message; nothing is changed")
  func messages() throws {
    let cluster = try TestCluster()
    func said(_ database: String, _ command: String = "check") throws -> (status: Int32, errors: String) {
      let run = try Self.run(Self.url(cluster, "postgres", database), "admin", command)
      return (run.status, run.errors)
    }
    try cluster.run("CREATE DATABASE other")
    try cluster.run("CREATE TABLE shop (id INT)", in: "other")
    #expect(try said("other").errors.contains("has tables of another program"))
    #expect(
      try Self.run(Self.url(cluster, "postgres", "other"), "init").errors.contains("has tables of another program"))
    #expect(try said("missing").errors.contains("database \"missing\" does not exist"))
    #expect(
      try Self.run(Self.url(cluster, "nobody"), "admin", "check").errors.contains("role \"nobody\" does not exist"))

    try cluster.run("CREATE DATABASE ours")
    #expect(try said("ours").status == 3)
    #expect(try Self.run(Self.url(cluster, "postgres", "ours"), "init", "--empty").status == 0)
    let backup = try Self.run(Self.url(cluster, "postgres", "ours"), "admin", "backup", "/tmp/never.db")
    #expect(backup.status == 2 && backup.errors.contains("pg_dump"))
    let standby = try TestCluster(standbyOf: cluster)
    let add = try Self.run(
      "postgresql://postgres@/ours?host=\(standby.folder)", "admin", "source", "add", "--key", "s", "--title", "書")
    #expect(add.status == 1 && add.errors.contains("takes no changes, as a standby does"), "\(add.errors)")
    try cluster.run("UPDATE folkcal_schema SET version = 999", in: "ours")
    #expect(try said("ours").errors.contains("was written by a newer folkcal (schema 999"))
  }
}
