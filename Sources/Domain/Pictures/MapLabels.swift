/// A rectangle of the picture that something takes.
struct MapBox: Hashable {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  init(around x: Double, _ y: Double, _ reach: Double) {
    self.init(left: x - reach, top: y - reach, right: x + reach, bottom: y + reach)
  }

  func overlaps(_ other: MapBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func contains(_ other: MapBox) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }
}

/// Finds places for labels beside their points: the first of eight positions that is free, as on maps by hand. A label takes its place from
/// those that come later.
struct MapLabels {
  private let view: MapBox
  private var taken: [MapBox]

  /// - Parameters:
  ///   - view: no label leaves it.
  ///   - taken: points and other things that no label may cover.
  init(within view: MapBox, taken: [MapBox]) {
    self.view = view
    self.taken = taken
  }

  /// Where a label stands: its baseline, and what it takes.
  struct Place: Hashable {
    let x: Double
    let y: Double
    let anchor: SVGWriter.Anchor
    let box: MapBox
  }

  mutating func take(_ box: MapBox) { taken.append(box) }

  /// Places a label over its point, which has no mark; nil if something is there.
  mutating func placeCentered(_ text: String, size: Double, x: Double, y: Double) -> Place? {
    let half = TextFit.width(text) * size * 0.52
    let baseline = y + size * 0.36
    let box = MapBox(left: x - half, top: baseline - size * 0.9, right: x + half, bottom: baseline + size * 0.25)
    guard view.contains(box), !taken.contains(where: box.overlaps) else { return nil }
    taken.append(box)
    return Place(x: x, y: baseline, anchor: .middle, box: box)
  }

  /// - Parameter distance: from the point to the label.
  /// - Returns: nil if no position is free.
  mutating func place(_ text: String, size: Double, x: Double, y: Double, distance: Double) -> Place? {
    let width = TextFit.width(text) * size * 1.04
    let baseline = size * 0.36
    // The label's corner nearest to the point lies on a circle around it.
    let slant = distance * 0.71
    let below = size * 0.85
    let positions: [(SVGWriter.Anchor, Double, Double)] = [
      (.start, distance, baseline), (.end, -distance, baseline), (.middle, 0, -distance),
      (.middle, 0, distance + below), (.start, slant, -slant), (.start, slant, slant + below), (.end, -slant, -slant),
      (.end, -slant, slant + below),
    ]
    for (anchor, right, down) in positions {
      let (anchorX, anchorY) = (x + right, y + down)
      let left =
        switch anchor {
        case .start: anchorX
        case .middle: anchorX - width / 2
        case .end: anchorX - width
        }
      let box = MapBox(left: left, top: anchorY - size * 0.9, right: left + width, bottom: anchorY + size * 0.25)
      guard view.contains(box), !taken.contains(where: box.overlaps) else { continue }
      // Some air at the sides: 2 and 4 beside each other would read as 24.
      taken.append(MapBox(left: box.left - 4, top: box.top, right: box.right + 4, bottom: box.bottom))
      return Place(x: anchorX, y: anchorY, anchor: anchor, box: box)
    }
    return nil
  }
}
