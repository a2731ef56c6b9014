public import Folklore

extension TempleDirectory {
  /// The place from which the sky is seen, as somebody typed it; 臺北 without a text.
  ///
  /// - Parameters:
  ///   - timeZone: the IANA name of the zone whose clock tells the times.
  ///   - names: the names of the temples, if they are at hand.
  /// - Throws: what `place(_:onlyAreas:names:)` throws.
  public func viewpoint(
    _ text: String?, timeZone: String, clock: ZonedClock, names: TempleNames? = nil
  ) throws -> Viewpoint {
    let typed = try text.map { try place($0, names: names) }
    let taipei = try Viewpoint.taipei()
    return Viewpoint(
      name: typed?.name ?? taipei.name, place: typed?.coordinate ?? taipei.place, timeZone: timeZone, clock: clock)
  }
}
