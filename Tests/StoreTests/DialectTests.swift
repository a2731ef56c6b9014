import Foundation
import TestSupport
import Testing

/// SQL is written once, for SQLite and PostgreSQL (design/postgresql.md). These are the forms that one of the two does not take.
@Suite("SQL in the common dialect", .timed)
struct DialectTests {
  /// Parts of a text that PostgreSQL refuses, or that would mean something else there.
  static func foreign(_ text: String) -> [String] {
    let crossJoins = text.matches(of: /CROSS JOIN \w+( \w+)?\s+ON\b/).map { String($0.0) }
    // MAX and MIN of several values are GREATEST and LEAST there.
    let scalars = text.matches(of: /\b(?:MAX|MIN)\([^()"]*,[^()]*\)/).map { String($0.0) }
    // A parameter that only IS NULL looks at has no type there.
    let untyped = text.matches(of: /\$\d+ IS (?:NOT )?NULL/).map { String($0.0) }
    let sqliteOnly = text.matches(of: /\b(?:INSERT OR (?:IGNORE|REPLACE)|GLOB|IFNULL|strftime)\b/).map {
      String($0.0)
    }
    return crossJoins + scalars + untyped + sqliteOnly
  }

  @Test("No statement of the store uses syntax that only SQLite accepts")
  func statements() throws {
    let folder = URL(fileURLWithPath: PackageRoot.path("Sources/Storage/Store"))
    let files = (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? [])
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    try #require(files.count > 50)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(Self.foreign(text).isEmpty, "\(file.lastPathComponent)")
    }
  }

  @Test("The check finds syntax that only SQLite accepts")
  func found() {
    #expect(Self.foreign("FROM a CROSS JOIN b x ON x.id = a.id") == ["CROSS JOIN b x ON"])
    #expect(Self.foreign("SET next = MAX($5, scheduled_at)") == ["MAX($5, scheduled_at)"])
    #expect(Self.foreign("AND ($1 IS NULL OR entity = $1)") == ["$1 IS NULL"])
    #expect(Self.foreign("INSERT OR IGNORE INTO a") == ["INSERT OR IGNORE"])
    #expect(Self.foreign("FROM a CROSS JOIN b x WHERE x.id = a.id AND MAX(x.id) > 0").isEmpty)
  }
}
