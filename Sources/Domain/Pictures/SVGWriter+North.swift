internal import Folklore

extension SVGWriter {
  /// An arrow to the north with its letter.
  ///
  /// - Parameter size: half of its height; its middle is at `x`, `y`.
  mutating func drawNorth(x: Double, y: Double, size: Double, color: String, _ language: Language) {
    polygon(
      [(x, y - size * 1.2), (x - size / 2, y + size * 0.8), (x, y + size * 0.4), (x + size / 2, y + size * 0.8)],
      fill: color)
    text(
      language == .english ? "N" : "北", x: x, y: y + size * 1.8, size: size * 0.85, color: color, anchor: .middle,
      weight: 700)
  }
}
