import FolkData
import Foundation
import TestSupport
import Testing

@Suite("Search order of the data folder", .timed)
struct DataFolderTests {
  /// A folder with an empty events.yaml in it.
  private func makeFolder(_ path: String, in root: URL) throws -> String {
    let folder = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: folder.appendingPathComponent("events.yaml"))
    return folder.path
  }

  @Test("The data folder is given, or from the environment, or beside the program, under its prefix, or in a checkout")
  func places() throws {
    let root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent(
      UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let checkout = try makeFolder("data", in: root)
    let program = root.appendingPathComponent("build/deep/bin/folkcal").path
    func find(given: String? = nil, environment: [String: String] = [:]) throws -> String {
      try DataFolder.find(given: given, program: program, environment: environment)
    }
    #expect(try find() == checkout)
    let prefix = try makeFolder("build/deep/share/folkcal/data", in: root)
    #expect(try find() == prefix)
    let beside = try makeFolder("build/deep/bin/data", in: root)
    #expect(try find() == beside)
    #expect(try find(environment: ["FOLKCAL_DATA": checkout]) == checkout)
    #expect(try find(given: prefix, environment: ["FOLKCAL_DATA": checkout]) == prefix)
  }

  @Test("A named folder must contain the data")
  func notFound() {
    #expect(throws: DataFolderNotFound(looked: ["/nowhere"])) {
      try DataFolder.find(given: "/nowhere", program: nil, environment: [:])
    }
    #expect { try DataFolder.find(given: nil, program: nil, environment: ["FOLKCAL_DATA": "/none"]) } throws: {
      "\($0)".contains("looked for events.yaml in /none")
    }
  }
}
