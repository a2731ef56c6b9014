import Foundation
import TestSupport
import Testing

/// The house of DESIGN.md: five floors, each a folder under Sources; imports go sideways or down, and never round in a circle.
@Suite("The five floors", .timed)
struct HouseTests {
  private static let floors = ["Foundations", "Domain", "Storage", "Delivery", "Interfaces"]

  /// The modules with their imports and their dependencies in Package.swift.
  struct House {
    var floorOf: [String: Int] = [:]
    var namedBy: [String: Set<String>] = [:]

    /// The modules that name one of a higher floor: `Store (Storage) -> WebAPI (Interfaces)`.
    var upward: [String] {
      namedBy.flatMap { module, named in
        named.compactMap { other -> String? in
          guard let from = floorOf[module], let to = floorOf[other], to > from else { return nil }
          return "\(module) (\(floors[from])) -> \(other) (\(floors[to]))"
        }
      }.sorted()
    }

    /// A way from a module back to itself; nil where there is none.
    var circle: [String]? {
      var isDone: Set<String> = []
      func circle(from module: String, along way: [String]) -> [String]? {
        if let start = way.firstIndex(of: module) { return way[start...] + [module] }
        guard !isDone.contains(module) else { return nil }
        for next in (namedBy[module] ?? []).sorted() {
          if let found = circle(from: next, along: way + [module]) { return found }
        }
        isDone.insert(module)
        return nil
      }
      for module in namedBy.keys.sorted() {
        if let found = circle(from: module, along: []) { return found }
      }
      return nil
    }
  }

  private static func ours() throws -> House {
    var house = House()
    let root = URL(fileURLWithPath: PackageRoot.path("Sources"))
    for (number, floor) in floors.enumerated() {
      for module in try names(in: root.appendingPathComponent(floor)) { house.floorOf[module] = number }
    }
    for (module, floor) in house.floorOf {
      let folder = root.appendingPathComponent(floors[floor]).appendingPathComponent(module)
      house.namedBy[module] = try imports(in: folder)
    }
    let manifest = try String(contentsOfFile: PackageRoot.path("Package.swift"), encoding: .utf8)
    for match in manifest.matches(of: /Floor\.\w+\.module\(\s*"(\w+)",?\s*(?:\[((?:.|\n)*?)\])?\)/) {
      for name in (match.2 ?? "").matches(of: /"(\w+)"/) {
        house.namedBy[String(match.1), default: []].insert(String(name.1))
      }
    }
    // Modules of others are no part of the house.
    for module in house.namedBy.keys { house.namedBy[module]?.formIntersection(house.floorOf.keys) }
    return house
  }

  /// The imports of the Swift files in a folder.
  private static func imports(in folder: URL) throws -> Set<String> {
    var imports: Set<String> = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?m)^(?:@\w+ )*(?:(?:public|package|internal|private) )?import (?:\w+ )?(\w+)/) {
        imports.insert(String(match.1))
      }
    }
    return imports
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
  }

  @Test("Sources holds the five floors and nothing else; every module of theirs is in Package.swift")
  func folders() throws {
    #expect(try Self.names(in: URL(fileURLWithPath: PackageRoot.path("Sources"))).sorted() == Self.floors.sorted())
    let manifest = try String(contentsOfFile: PackageRoot.path("Package.swift"), encoding: .utf8)
    for module in try Self.ours().floorOf.keys { #expect(manifest.contains("\"\(module)\""), "\(module)") }
  }

  @Test("No module imports one of a higher floor, and no imports form a circle")
  func imports() throws {
    let house = try Self.ours()
    // That something was read: these hold whatever else changes.
    #expect(
      house.namedBy["Ephemeris"] == ["Lunisolar", "MathLibrary"] && house.namedBy["Lunisolar", default: []].isEmpty)
    #expect(house.namedBy["Reminders"]?.isSuperset(of: ["Channels", "Store"]) == true)
    #expect(house.upward.isEmpty)
    #expect(house.circle == nil)
  }

  @Test("Each target lists exactly the targets of the package that it imports")
  func dependencies() throws {
    var folders: [String: URL] = [:]
    for parent in Self.floors.map({ "Sources/" + $0 }) + ["Benchmarks", "Tables", "Tests"] {
      let folder = URL(fileURLWithPath: PackageRoot.path(parent))
      for name in try Self.names(in: folder) { folders[name] = folder.appendingPathComponent(name) }
    }
    let manifest = try String(contentsOfFile: PackageRoot.path("Package.swift"), encoding: .utf8)
    let lists = manifest.matches(of: /(?:module\(\s*|name: )"(\w+)",\s*(?:dependencies: )?\[((?:.|\n)*?)\]/)
    #expect(lists.count > 40)
    for list in lists {
      let name = String(list.1)
      let listed = Set(list.2.matches(of: /"(\w+)"/).map { String($0.1) }).intersection(folders.keys)
      let imported = try Self.imports(in: try #require(folders[name])).intersection(folders.keys)
      // A program is listed by the tests that run it.
      #expect(listed.subtracting(["folkcal"]) == imported.subtracting(["folkcal"]), "\(name)")
    }
  }

  @Test("Every child is started with an empty signal mask")
  func children() throws {
    for parent in ["Sources", "Benchmarks", "Tables", "Tests"] {
      let folder = URL(fileURLWithPath: PackageRoot.path(parent))
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
      for case let file as URL in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /let (\w+) = Process\(\)/) {
          #expect(!text.contains("\(match.1).run()"), "\(file.path): use start()")
        }
        let spawns = text.matches(of: /(?m)^.*posix_spawn\(.*$/)
        for spawn in spawns { #expect(spawn.0.contains("withoutBlockedSignals"), "\(file.path)") }
      }
    }
  }

  @Test("An upward import and a circle are found")
  func faults() {
    var house = House(floorOf: ["A": 0, "B": 1, "C": 1], namedBy: ["B": ["A", "C"], "C": ["A"]])
    #expect(house.upward.isEmpty && house.circle == nil)
    house.namedBy["C"] = ["B"]
    #expect(house.upward.isEmpty && house.circle == ["B", "C", "B"])
    house.namedBy["A"] = ["C"]
    #expect(house.upward == ["A (Foundations) -> C (Domain)"])
  }
}
