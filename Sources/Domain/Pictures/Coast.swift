/// The coast of Taiwan, Penghu, Kinmen, Green Island, Orchid Island and of the mainland opposite, from Natural Earth 1:10m.
///
/// The source errs by about a kilometre and has no Matsu, Liuqiu or smaller islands: a map of less than `leastKilometers` across shows no coast,
/// where a temple on the shore could seem to stand in the sea.
enum Coast {
  static let leastKilometers = 40.0

  /// The lines of the coast as longitudes and latitudes in degrees.
  static var lines: [[(longitude: Double, latitude: Double)]] {
    points.map { line in
      stride(from: 0, to: line.count - 1, by: 2).map { (Double(line[$0]) / 1_000, Double(line[$0 + 1]) / 1_000) }
    }
  }

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
