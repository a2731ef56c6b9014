import Foundation
import TestSupport
import Testing

/// The packages of others: what SwiftPM resolved is what `Documentation/dependencies.md` names, and each direct one has an exact version.
@Suite("The packages of others", .timed)
struct DependencyTests {
  private struct Package: Hashable, CustomStringConvertible {
    let name: String
    let address: String
    let version: String
    let licence: String
    let isDirect: Bool

    /// Its row of the table.
    var description: String {
      "| [\(name)](\(address)) | \(version) | \(licence) |\(isDirect ? " yes" : " ") |"
    }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: PackageRoot.path(path), encoding: .utf8)
  }

  /// Without the end that some addresses have: `https://github.com/apple/swift-nio`.
  private static func plain(_ address: String) -> String {
    address.hasSuffix(".git") ? String(address.dropLast(4)) : address
  }

  /// The addresses in Package.swift, with the versions that are exact.
  private static func direct() throws -> [String: String?] {
    let found = try text("Package.swift").matches(of: /\.package\(url: "([^"]+)", (?:exact: "([^"]+)")?/)
    return Dictionary(found.map { (plain(String($0.1)), $0.2.map(String.init)) }) { first, _ in first }
  }

  private static func listed() throws -> [Package] {
    try text("Documentation/dependencies.md").matches(
      of: /\| \[([^\]]+)\]\(([^)]+)\) \| (\S+) \| ([^|]+?) \| (yes)? *\|/
    ).map { row in
      Package(
        name: String(row.1), address: String(row.2), version: String(row.3), licence: String(row.4),
        isDirect: row.5 != nil)
    }
  }

  private struct Resolved: Decodable {
    struct Pin: Decodable {
      struct State: Decodable {
        let version: String?
      }

      let location: String
      let state: State
    }

    let pins: [Pin]
  }

  /// What SwiftPM resolved in this checkout. The licence is that of the sources beside the build.
  private static func resolved() throws -> [Package] {
    let direct = try direct()
    let file = try JSONDecoder().decode(Resolved.self, from: Data(text("Package.resolved").utf8))
    return try file.pins.map { pin in
      let address = plain(pin.location)
      let name = String(address.split(separator: "/").last ?? "")
      return Package(
        name: name, address: address, version: pin.state.version ?? "none",
        licence: try licence(of: name), isDirect: direct.keys.contains(address))
    }
  }

  /// By SPDX, from the first file that is called so; "?" for any that we have not read yet.
  private static func licence(of name: String) throws -> String {
    let folder = PackageRoot.path(".build/checkouts/" + name)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.uppercased().hasPrefix("LICEN")
    }
    let text = try files.sorted().first.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) } ?? ""
    switch text {
    case _ where text.contains("Permission is hereby granted, free of charge"): return "MIT"
    case _ where text.contains("Runtime Library Exception"): return "Apache-2.0 WITH Swift-exception"
    case _ where text.contains("Apache License") && text.contains("Version 2.0"): return "Apache-2.0"
    default: return "?"
    }
  }

  @Test("each package that was resolved stands in the list, with its version and licence, and no other does")
  func list() throws {
    let (listed, resolved) = (try Self.listed(), try Self.resolved())
    #expect(listed.count == Set(listed.map(\.address)).count && resolved.count > 10)
    let (missing, superfluous) = (Set(resolved).subtracting(listed), Set(listed).subtracting(resolved))
    #expect(missing.isEmpty, "write:\n\(missing.map(\.description).sorted().joined(separator: "\n"))")
    #expect(superfluous.isEmpty, "remove:\n\(superfluous.map(\.description).sorted().joined(separator: "\n"))")
  }

  @Test("each direct package has an exact version, which is the one in the list")
  func exact() throws {
    let (direct, listed) = (try Self.direct(), try Self.listed())
    #expect(direct.count > 5)
    for (address, version) in direct {
      #expect(version != nil, "\(address): exact:")
      #expect(listed.first { $0.address == address }?.version == version, "\(address)")
    }
  }
}
