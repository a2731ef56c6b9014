/// Files of the checkout that tests read.
public enum PackageRoot {
  /// The path of a file or folder given from the package root: `data`, `Tables/issued-exceptions.csv`.
  public static func path(_ relative: String) -> String {
    // This file is Tests/TestSupport/PackageRoot.swift.
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return parts.joined(separator: "/") + "/" + relative
  }
}
