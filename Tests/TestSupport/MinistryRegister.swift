import Foundation

/// The ministry's register of temples where it lies beside the checkout. It may be read from there and not be copied, so that tests
/// which want the real one are left out elsewhere.
public enum MinistryRegister {
  public static let path = PackageRoot.path("../shared/oracles/temples/temples_moi_2026-08-21.csv")
  public static let withoutCoordinatesPath = PackageRoot.path(
    "../shared/oracles/temples/temples_moi_no_coord_2026-08-21.csv")

  public static var isThere: Bool { FileManager.default.fileExists(atPath: path) }
}
