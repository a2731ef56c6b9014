/// A bar chart as SVG for a page: one bar for each count, with its number above and its name below. Colours follow the page's text.
///
///     BarChart(title: "Users by week", bars: [.init(name: "10/5", count: 12)]).svg
public struct BarChart: Sendable {
  private let title: String
  private let bars: [Bar]

  public struct Bar: Hashable, Sendable {
    public let name: String
    public let count: Int

    public init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  public init(title: String, bars: [Bar]) {
    self.title = title
    self.bars = bars
  }

  // In units of 1/640 of the width.
  private static let width = 640.0
  private static let height = 180.0
  private static let top = 28.0
  private static let bottom = 152.0
  /// The colour of the page for calls to act; brick where there is no page around.
  private static let color = "var(--brick, #9D4F4A)"

  /// The picture. A screen reader reads its title; the figures belong into a table beside it.
  public var svg: String {
    var writer = SVGWriter()
    let most = Double(max(bars.map(\.count).max() ?? 0, 1))
    let step = Self.width / Double(max(bars.count, 1))
    for (place, bar) in bars.enumerated() {
      let height = Double(max(bar.count, 0)) / most * (Self.bottom - Self.top)
      let middle = (Double(place) + 0.5) * step
      let width = min(step * 0.66, 64)
      if bar.count > 0 {
        writer.rectangle(
          x: middle - width / 2, y: Self.bottom - max(height, 1), width: width, height: max(height, 1), fill: Self.color
        )
      }
      writer.text(
        "\(bar.count)", x: middle, y: Self.bottom - height - 8, size: 14, color: "currentColor", anchor: .middle)
      writer.text(
        bar.name, x: middle, y: Self.height - 8, size: 13, color: "currentColor", anchor: .middle, opacity: 0.8)
    }
    writer.line(
      x1: 0, y1: Self.bottom, x2: Self.width, y2: Self.bottom, color: "currentColor", width: 1, opacity: 0.4)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 180" role="img" aria-label="\(SVGWriter.escaped(title))">
      \(writer.body)</svg>
      """
  }
}
