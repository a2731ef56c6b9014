import ArgumentParser
import Folklore
import Geo
import Nearby

/// The place from which the sky is seen.
struct ViewpointOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .say(
      "觀看天空的地點：縣市、鄉鎮市區、座標、地圖網址、廟宇的名稱或代號。（預設：臺北）",
      "Where the sky is seen: a county or township, coordinates, a map's link, a temple's name or key. (default: Taipei)",
      valueName: "place"))
  var at: String?

  /// The place with the zone of the time options.
  ///
  /// - Parameter temples: where the text is looked up; nil if there is no text.
  /// - Throws: `Failure` with status 2 for a text that names no place.
  func viewpoint(_ time: TimeOptions, _ temples: TempleData?) throws -> Viewpoint {
    let clock = try time.clock()
    let directory = TempleDirectory(
      temples: temples?.temples ?? [], activities: temples?.activities ?? [], events: temples?.catalogue.events ?? [])
    return try Failure.asWrongInput {
      try directory.viewpoint(at, timeZone: time.timeZone, clock: clock)
    }
  }
}
