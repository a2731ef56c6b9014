import Foundation
import FoundationXML
import Pictures
import TestSupport
import Testing

@Suite("Bar charts", .timed)
struct BarChartTests {
  @Test("The largest bar fills the height, an empty one has no bar, and texts are escaped")
  func bars() throws {
    let svg = BarChart(
      title: "使用者 <&>\"", bars: [.init(name: "一<", count: 10), .init(name: "二", count: 5), .init(name: "三", count: 0)]
    ).svg
    let document = try XMLDocument(xmlString: svg)
    let heights = svg.matches(of: /<rect [^>]*height="([0-9.]+)"/).compactMap { Double($0.output.1) }
    #expect(heights.count == 2 && heights[0] == 2 * heights[1])
    let texts = try document.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
    #expect(texts == ["10", "一<", "5", "二", "0", "三"])
    #expect(svg.contains("aria-label=\"使用者 &lt;&amp;&gt;&quot;\""))
  }

  @Test("No bars, and bars without a count, make a picture too", arguments: [[], [0, 0]])
  func empty(counts: [Int]) throws {
    let svg = BarChart(title: "", bars: counts.map { .init(name: "x", count: $0) }).svg
    #expect(try XMLDocument(xmlString: svg).rootElement()?.name == "svg" && !svg.contains("nan"))
  }
}
