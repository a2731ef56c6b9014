public import Geo

/// Places in metres of TWD97, as maps and surveys of Taiwan write them: `306000,2770000`.
public enum MapGrid {
  /// The place of an easting and a northing; nil for other texts, and for a place that is in no county.
  ///
  /// The zone is the one whose point lies in a county: that of the main island first, else that of Penghu, Kinmen and Matsu.
  public static func place(_ text: String) -> Coordinate? {
    guard text.utf8.count <= 60, let match = text.wholeMatch(of: form), let first = metres(match.1),
      let second = metres(match.2)
    else { return nil }
    let (easting, northing) = (min(first, second), max(first, second))
    guard (90_000.0...450_000).contains(easting), (2_400_000.0...2_950_000).contains(northing) else { return nil }
    return [TransverseMercator.Zone.main, .islands].lazy.compactMap { zone in
      TransverseMercator(zone: zone).position(easting: easting, northing: northing)
    }.first { place in County.allCases.contains { $0.extent.contains(place) } }
  }

  private nonisolated(unsafe) static let form =
    #/\s*[EXex]?[:：=]?\s*([0-9][0-9,]*(?:\.[0-9]+)?)(?:\s*[,，;、\s]\s*)[NYny]?[:：=]?\s*([0-9][0-9,]*(?:\.[0-9]+)?)\s*/#

  private static func metres(_ text: Substring) -> Double? { Double(text.filter { $0 != "," }) }
}
