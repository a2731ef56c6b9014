// swift-tools-version: 6.2
import PackageDescription

// Somebody's program that wants the calendar alone: without the trait `Server`, no other package is fetched. `Tools/check-library` builds it.
let package = Package(
  name: "consumer",
  dependencies: [.package(name: "folkcal", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "consumer",
      dependencies: [
        .product(name: "Lunisolar", package: "folkcal"), .product(name: "Ephemeris", package: "folkcal"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
