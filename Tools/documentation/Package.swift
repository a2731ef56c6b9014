// swift-tools-version: 6.2
import PackageDescription

// The two library modules as a separate package for `make doc`, so that other builds do not depend on DocC's plugin.
let package = Package(
  name: "folkcal",
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  dependencies: [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")],
  targets: [
    .target(name: "Lunisolar"),
    .target(
      name: "MathLibrary",
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
      name: "Ephemeris", dependencies: ["Lunisolar", "MathLibrary"],
      swiftSettings: [
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
