/// The coast of Taiwan, Penghu, Kinmen, Green Island, Orchid Island and of the mainland opposite, from Natural Earth 1:10m.
///
/// The source errs by about a kilometre and has no Matsu, Liuqiu or smaller islands: a map of less than `leastKilometers` across shows no coast,
/// where a temple on the shore could seem to stand in the sea.
enum Coast {
  static let leastKilometers = 20.0

  /// The lines of the coast as longitudes and latitudes in degrees.
  static var lines: [[(longitude: Double, latitude: Double)]] {
    points.map { line in
      stride(from: 0, to: line.count - 1, by: 2).map { (Double(line[$0]) / 1_000, Double(line[$0 + 1]) / 1_000) }
    }
  }
}
