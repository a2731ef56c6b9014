// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: Swift 6, no warnings, and what an import brings in is said at the import.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "folkcal",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "Lunisolar", targets: ["Lunisolar"]),
    .library(name: "Ephemeris", targets: ["Ephemeris"]),
  ],
  dependencies: [],
  targets: [
    .target(name: "Lunisolar", swiftSettings: strict),
    .target(name: "Ephemeris", dependencies: ["Lunisolar"], swiftSettings: strict),
    .executableTarget(name: "tables", dependencies: ["TableMaker"], swiftSettings: strict),
    .target(name: "TableMaker", dependencies: ["Ephemeris", "Lunisolar"], swiftSettings: strict),

    .target(
      name: "OracleData", path: "Tests/OracleData", exclude: ["README.md", "csv"], sources: ["OracleTable.swift"],
      swiftSettings: strict),
    .testTarget(
      name: "LunisolarTests", dependencies: ["Lunisolar", "OracleData", "TableMaker"], swiftSettings: strict),
    .testTarget(name: "EphemerisTests", dependencies: ["Ephemeris", "Lunisolar", "OracleData"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
