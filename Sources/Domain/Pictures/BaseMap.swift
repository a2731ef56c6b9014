internal import Folklore
internal import Geo
internal import Temples

/// What lies below the temples on every map: the coast of Taiwan, Penghu, Kinmen, Green Island, Orchid Island and of the mainland opposite, the
/// borders of the counties, and the names of counties or townships. It has no roads.
///
/// The lines are those of Natural Earth 1:10m. They err by about a kilometre and have no Matsu, Liuqiu or smaller islands: a map of less than
/// `leastKilometers` across has none, where a temple on the shore could seem to stand in the sea. A township's name stands in its inhabited part
/// (`Township.middle`).
enum BaseMap {
  static let leastKilometers = 40.0
  /// From this width on the counties are named, below it the townships.
  private static let countyKilometers = 70.0

  /// Whom a map with lines names.
  static let credit = "Natural Earth"

  /// A line as longitudes and latitudes in degrees.
  typealias Line = [(longitude: Double, latitude: Double)]

  /// A kind of line and how it is drawn.
  struct Layer {
    let lines: [Line]
    let width: Double
    let opacity: Double
  }

  static let layers = [
    Layer(lines: borderPoints.map(line), width: 0.6, opacity: 0.22),
    Layer(lines: coastPoints.map(line), width: 0.9, opacity: 0.45),
  ]

  private static func line(_ numbers: [Int32]) -> Line {
    stride(from: 0, to: numbers.count - 1, by: 2).map {
      (Double(numbers[$0]) / 1_000, Double(numbers[$0 + 1]) / 1_000)
    }
  }

  /// The names of a map and where they stand.
  ///
  /// - Parameter kilometers: the width of the map.
  static func names(across kilometers: Double, in language: Language) -> [(name: String, place: Coordinate)] {
    kilometers < countyKilometers
      ? towns.map { ($0.town.name(in: language), $0.place) } : counties.map { ($0.county.name(in: language), $0.place) }
  }

  private static let towns: [(town: Township, place: Coordinate)] = Township.all.compactMap { town in
    town.middle.map { (town, $0) }
  }

  /// A county's name stands in the mean of its townships.
  private static let counties: [(county: County, place: Coordinate)] = Dictionary(grouping: towns, by: \.town.county)
    .compactMap { county, towns in
      let count = Double(towns.count)
      let middle = try? Coordinate(
        latitude: towns.reduce(0) { $0 + $1.place.latitude } / count,
        longitude: towns.reduce(0) { $0 + $1.place.longitude } / count)
      return middle.map { (county, $0) }
    }.sorted { $0.0.name < $1.0.name }

  /// The stretches of a line within a view, cut at its edges.
  static func clipped(_ line: [(x: Double, y: Double)], to view: MapBox) -> [[(x: Double, y: Double)]] {
    var runs: [[(x: Double, y: Double)]] = []
    var run: [(x: Double, y: Double)] = []
    for (start, end) in zip(line, line.dropFirst()) {
      guard let (first, last) = segment(start, end, in: view) else {
        if run.count > 1 { runs.append(run) }
        run = []
        continue
      }
      if let previous = run.last, previous == first {
        run.append(last)
      } else {
        if run.count > 1 { runs.append(run) }
        run = [first, last]
      }
    }
    if run.count > 1 { runs.append(run) }
    return runs
  }

  /// The part of a straight line within a rectangle (Liang and Barsky, ACM Transactions on Graphics 3, 1984); nil if there is none.
  private static func segment(
    _ start: (x: Double, y: Double), _ end: (x: Double, y: Double), in view: MapBox
  ) -> ((x: Double, y: Double), (x: Double, y: Double))? {
    var (first, last) = (0.0, 1.0)
    let (right, down) = (end.x - start.x, end.y - start.y)
    let edges = [
      (-right, start.x - view.left), (right, view.right - start.x), (-down, start.y - view.top),
      (down, view.bottom - start.y),
    ]
    for (step, room) in edges {
      if step == 0 {
        if room < 0 { return nil }
      } else if step < 0 {
        first = max(first, room / step)
      } else {
        last = min(last, room / step)
      }
    }
    guard first < last else { return nil }
    return (
      first == 0 ? start : (start.x + right * first, start.y + down * first),
      last == 1 ? end : (start.x + right * last, start.y + down * last)
    )
  }
}
