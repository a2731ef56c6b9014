import Foundation

/// The ministry's register of temples, read from beside the checkout because it must not be copied. Tests that need it are skipped
/// elsewhere.
public enum MinistryRegister {
  public static let path = PackageRoot.path("../shared/oracles/temples/temples_moi_2026-08-21.csv")
  public static let withoutCoordinatesPath = PackageRoot.path(
    "../shared/oracles/temples/temples_moi_no_coord_2026-08-21.csv")

  public static var isThere: Bool { FileManager.default.fileExists(atPath: path) }
}
