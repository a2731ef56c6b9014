// swift-tools-version: 6.2
import PackageDescription

/// Settings of all our targets: warnings are errors, and imports state their access level.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A layer: a folder under Sources. A module imports only modules of its own layer and lower ones.
enum Floor: String {
  case foundations = "Foundations"
  case domain = "Domain"
  case storage = "Storage"
  case delivery = "Delivery"
  case interfaces = "Interfaces"

  func path(of module: String) -> String { "Sources/\(rawValue)/\(module)" }

  func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: path(of: name), swiftSettings: strict)
  }

  /// A system library, or C declarations that Swift does not import by itself.
  func system(_ name: String, pkgConfig: String? = nil, providers: [SystemPackageProvider] = []) -> Target {
    .systemLibrary(name: name, path: path(of: name), pkgConfig: pkgConfig, providers: providers)
  }
}

/// A library of another package. Only the program needs it: without the trait `Server` the packages are not fetched.
func library(_ name: String, of package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Server"]))
}

let crypto: Target.Dependency = library("Crypto", of: "swift-crypto")
/// RSA, which `Crypto` lacks.
let cryptoExtras: Target.Dependency = library("CryptoExtras", of: "swift-crypto")

let foundations: [Target] = [
  Floor.foundations.module("Lunisolar"),
  Floor.foundations.module("MathLibrary"),
  Floor.foundations.module("Ephemeris", ["Lunisolar", "MathLibrary"]),
  Floor.foundations.module("Geo", ["MathLibrary"]),
  Floor.foundations.module("Words"),
  Floor.foundations.module("Addresses"),
  Floor.foundations.module("JSON"),
  Floor.foundations.module("Images"),
  Floor.foundations.module("Processes"),
  .target(name: "CRsvg", path: Floor.foundations.path(of: "CRsvg")),
  Floor.foundations.module("Drawing", ["CRsvg"]),
  Floor.foundations.system("CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  Floor.foundations.system("CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
  Floor.foundations.module("Sheets", ["CExpat", "CZlib", "Lunisolar", "Words"]),
]

let domain: [Target] = [
  Floor.domain.module("Folklore", ["Ephemeris", "Geo", "JSON", "Lunisolar", "Words"]),
  Floor.domain.module("OpeningHours", ["Folklore", "Lunisolar"]),
  Floor.domain.module(
    "Records", ["Addresses", "Folklore", "Geo", "JSON", "Lunisolar", "OpeningHours", "Sheets", "Words"]),
  Floor.domain.module("Temples", ["Folklore", "Geo", "Lunisolar", "Sheets", "Words"]),
  Floor.domain.module("Nearby", ["Addresses", "Folklore", "Geo", "Lunisolar", "OpeningHours", "Temples", "Words"]),
  Floor.domain.module(
    "FolkData",
    [
      "Folklore", "Geo", "JSON", "Lunisolar", "Records", "Temples", "Words",
      library("Yams", of: "Yams"),
    ]),
  Floor.domain.module("Feeds", ["Folklore", "Lunisolar"]),
  Floor.domain.module("OwnDays", ["Feeds", "Folklore", "JSON", "Lunisolar", "Records", "Sheets"]),
  Floor.domain.module("Pictures", ["Folklore", "Geo", "Lunisolar", "Temples", "Words"]),
]

let storage: [Target] = [
  Floor.storage.system("CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
  Floor.storage.module(
    "Database",
    ["CPostgreSQL", library("GRDB", of: "GRDB.swift"), library("GRDBSQLite", of: "GRDB.swift")]),
  Floor.storage.module(
    "Store",
    [
      "Addresses", "Database", "Folklore", "Geo", "Images", "JSON", "Lunisolar", "Records", "Words", crypto,
    ]),
  Floor.storage.module(
    "Imports", ["Folklore", "Geo", "JSON", "OpeningHours", "Records", "Sheets", "Store", "Temples", "Words"]),
]

let delivery: [Target] = [
  .target(name: "CCurl", path: Floor.delivery.path(of: "CCurl")),
  Floor.delivery.module("Transfer", ["Addresses", "CCurl"]),
  Floor.delivery.module(
    "Channels",
    ["Addresses", "Folklore", "Lunisolar", "Transfer", crypto, cryptoExtras]),
  Floor.delivery.module(
    "Reminders",
    ["Addresses", "Channels", "Folklore", "JSON", "Lunisolar", "Records", "Store", "Transfer", crypto]),
]

let interfaces: [Target] = [
  .target(
    name: "WebPages",
    dependencies: [
      "Addresses", "Folklore", "Geo", "JSON", "Records", crypto,
      library("Mustache", of: "swift-mustache"),
    ],
    path: Floor.interfaces.path(of: "WebPages"), resources: [.embedInCode("Assets")], swiftSettings: strict),
  Floor.interfaces.system("CStreams"),
  Floor.interfaces.module(
    "WebAPI",
    [
      "Addresses", "CZlib", "Channels", "Database", "Drawing", "Ephemeris", "Feeds", "FolkData", "Folklore", "Geo",
      "Images",
      "Imports", "JSON",
      "Lunisolar",
      "Nearby",
      "OpeningHours", "OwnDays", "Pictures", "Records", "Reminders", "Sheets", "Store", "Temples", "Transfer",
      "WebPages", "Words",
      crypto, cryptoExtras,
      library("HTTPTypes", of: "swift-http-types"),
      library("HummingbirdCore", of: "hummingbird"),
      library("Logging", of: "swift-log"),
      library("NIOCore", of: "swift-nio"),
      library("NIOHTTP1", of: "swift-nio"),
      library("NIOHTTPTypes", of: "swift-nio-extras"),
      library("NIOPosix", of: "swift-nio"),
      library("ServiceLifecycle", of: "swift-service-lifecycle"),
      library("UnixSignals", of: "swift-service-lifecycle"),
    ]),
  .executableTarget(
    name: "folkcal",
    dependencies: [
      "Addresses", "CStreams", "Channels", "Database", "Feeds", "FolkData", "Folklore", "Geo", "Imports", "JSON",
      "Lunisolar", "Nearby",
      "Pictures", "Processes",
      "Records", "Reminders", "Sheets", "Store", "Temples", "Transfer", "WebAPI", "WebPages", "Words",
      library("ArgumentParser", of: "swift-argument-parser"),
      library("Logging", of: "swift-log"),
      library("ServiceLifecycle", of: "swift-service-lifecycle"),
    ],
    path: Floor.interfaces.path(of: "folkcal"),
    swiftSettings: strict),
]

/// Programs that are not installed: the generator of the tables, benchmarks.
let tools: [Target] = [
  .executableTarget(
    name: "tables", dependencies: ["TableMaker"], path: "Tables/tables", swiftSettings: strict),
  .target(
    name: "TableMaker", dependencies: ["Ephemeris", "Lunisolar"], path: "Tables/TableMaker", swiftSettings: strict),
  .executableTarget(
    name: "bench",
    dependencies: [
      "Channels", "Database", "Ephemeris", "Feeds", "FolkData", "Folklore", "Geo", "ICUWitness", "JSON", "Lunisolar",
      "Nearby",
      "Processes", "Records", "Reminders",
      "Sinks",
      "Store", "TestSupport", "Transfer", "WebAPI",
      library("GRDBSQLite", of: "GRDB.swift"),
      library("Logging", of: "swift-log"),
    ],
    path: "Benchmarks/bench",
    swiftSettings: strict),
  .executableTarget(name: "hello", path: "Benchmarks/hello", swiftSettings: strict),
  .executableTarget(
    name: "fuzz",
    dependencies: [
      "FolkData", "Folklore", "Geo", "JSON", "Lunisolar", "Nearby", "OpeningHours", "OwnDays", "Temples", "TestSupport",
      "WebAPI", "Words",
    ], path: "Benchmarks/fuzz",
    swiftSettings: strict),
]

let tests: [Target] = [
  .target(
    name: "OracleData", path: "Tests/OracleData", exclude: ["README.md", "csv"], sources: ["OracleTable.swift"],
    swiftSettings: strict),
  .testTarget(
    name: "LunisolarTests", dependencies: ["Lunisolar", "OracleData", "TableMaker", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "EphemerisTests", dependencies: ["Ephemeris", "Lunisolar", "OracleData", "TestSupport"],
    swiftSettings: strict),
  .testTarget(name: "GeoTests", dependencies: ["Geo", "TestSupport"], swiftSettings: strict),
  .testTarget(
    name: "FolkloreTests",
    dependencies: ["Ephemeris", "Folklore", "Geo", "Lunisolar", "OracleData", "TestSupport", "Words"],
    swiftSettings: strict),
  .testTarget(
    name: "FolkDataTests",
    dependencies: ["FolkData", "Folklore", "Geo", "JSON", "Lunisolar", "OracleData", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "StoreTests",
    dependencies: [
      "Addresses", "Database", "FolkData", "Folklore", "Geo", "Images", "JSON", "Lunisolar", "Processes", "Records",
      "Store", "TestSupport", "Words",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "RemindersTests",
    dependencies: [
      "Channels", "Database", "FolkData", "Folklore", "JSON", "Lunisolar", "Records", "Reminders", "Sinks", "Store",
      "TestSupport",
      "Transfer",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "folkcalTests",
    dependencies: [
      "Folklore", "JSON", "Lunisolar", "Processes", "Records", "Sinks", "folkcal", "TestSupport", "Words",
    ],
    swiftSettings: strict),
  .systemLibrary(name: "CICU", path: "Tests/CICU", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
  .target(name: "ICUWitness", dependencies: ["CICU"], path: "Tests/ICUWitness", swiftSettings: strict),
  .systemLibrary(name: "CLibical", path: "Tests/CLibical", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
  .testTarget(
    name: "FeedsTests", dependencies: ["CLibical", "Feeds", "FolkData", "Folklore", "Lunisolar", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "OwnDaysTests",
    dependencies: [
      "CLibical", "Feeds", "Folklore", "Lunisolar", "OracleData", "OwnDays", "Sheets", "TestSupport",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "PicturesTests",
    dependencies: ["FolkData", "Folklore", "Geo", "Lunisolar", "Pictures", "TestSupport", "Words"],
    swiftSettings: strict),
  .testTarget(
    name: "TemplesTests", dependencies: ["FolkData", "Folklore", "Geo", "Sheets", "TestSupport", "Temples"],
    swiftSettings: strict),
  .testTarget(
    name: "OpeningHoursTests", dependencies: ["Folklore", "Lunisolar", "OpeningHours", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "NearbyTests",
    dependencies: ["Folklore", "Geo", "Lunisolar", "Nearby", "OpeningHours", "Temples", "TestSupport"],
    swiftSettings: strict),
  .testTarget(
    name: "RecordsTests", dependencies: ["Folklore", "JSON", "Records", "Sheets", "TestSupport"],
    swiftSettings: strict),
  .testTarget(name: "SheetsTests", dependencies: ["CZlib", "Sheets", "TestSupport"], swiftSettings: strict),
  .testTarget(name: "WordsTests", dependencies: ["TestSupport", "Words"], swiftSettings: strict),
  .target(name: "Sinks", path: "Tests/Sinks", swiftSettings: strict),
  .testTarget(
    name: "ImagesTests", dependencies: ["Images", "TestSupport"], exclude: ["Pictures"], swiftSettings: strict),
  .testTarget(name: "DrawingTests", dependencies: ["Drawing", "TestSupport"], swiftSettings: strict),
  .testTarget(name: "AddressesTests", dependencies: ["Addresses", "TestSupport"], swiftSettings: strict),
  .testTarget(
    name: "TransferTests", dependencies: ["Addresses", "Processes", "Sinks", "TestSupport", "Transfer"],
    swiftSettings: strict),
  .testTarget(
    name: "ChannelsTests",
    dependencies: [
      "Addresses", "Channels", "Folklore", "Processes", "Sinks", "TestSupport", "Transfer", crypto, cryptoExtras,
    ],
    swiftSettings: strict),
  .testTarget(
    name: "WebAPITests",
    dependencies: [
      "Addresses", "CZlib", "Channels", "Database", "FolkData", "Folklore", "Geo", "JSON", "Lunisolar", "Nearby",
      "Records", "Reminders",
      "Sinks",
      "Store", "TestSupport", "Transfer", "WebAPI",
      crypto, cryptoExtras,
      library("HTTPTypes", of: "swift-http-types"),
      library("Logging", of: "swift-log"),
      library("NIOCore", of: "swift-nio"),
      library("NIOEmbedded", of: "swift-nio"),
      library("NIOHTTP1", of: "swift-nio"),
      library("NIOHTTPTypes", of: "swift-nio-extras"),
      library("NIOHTTPTypesHTTP1", of: "swift-nio-extras"),
    ],
    exclude: ["MCP/Golden"],
    swiftSettings: strict),
  .testTarget(
    name: "WebPagesTests",
    dependencies: [
      "Addresses", "FolkData", "Folklore", "JSON", "Lunisolar", "Processes", "Records", "TestSupport", "WebPages",
    ],
    swiftSettings: strict),
  .testTarget(name: "WitnessTests", dependencies: ["ICUWitness", "Lunisolar", "TestSupport"], swiftSettings: strict),
  .target(
    name: "TestSupport", dependencies: ["Geo", "Lunisolar", "Processes"], path: "Tests/TestSupport",
    swiftSettings: strict),
  .testTarget(name: "ProcessesTests", dependencies: ["Processes", "TestSupport"], swiftSettings: strict),
  .testTarget(name: "HouseTests", dependencies: ["TestSupport"], swiftSettings: strict),
]

let package = Package(
  name: "folkcal",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "Lunisolar", targets: ["Lunisolar"]),
    .library(name: "Ephemeris", targets: ["Ephemeris"]),
    .executable(name: "folkcal", targets: ["folkcal"]),
  ],
  traits: [
    .default(enabledTraits: ["Server"]),
    .trait(name: "Server", description: "The program folkcal, with the packages that it needs."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: foundations + domain + storage + delivery + interfaces + tools + tests,
  swiftLanguageModes: [.v6]
)
