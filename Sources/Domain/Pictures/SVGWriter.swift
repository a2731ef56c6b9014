/// Collects the elements of an SVG picture.
struct SVGWriter {
  private(set) var body = ""

  /// The alignment of a text at its point.
  enum Anchor: String {
    case start, middle, end
  }

  mutating func text(
    _ text: String, x: Double, y: Double, size: Double, color: String, anchor: Anchor = .start, weight: Int = 400,
    opacity: Double = 1
  ) {
    body += "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" fill=\"\(color)\""
    if anchor != .start { body += " text-anchor=\"\(anchor.rawValue)\"" }
    if weight != 400 { body += " font-weight=\"\(weight)\"" }
    if opacity < 1 { body += " fill-opacity=\"\(Self.number(opacity))\"" }
    body += ">\(Self.escaped(text))</text>\n"
  }

  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, fill: String, opacity: Double = 1) {
    body +=
      "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" height=\"\(Self.number(height))\" "
      + "fill=\"\(fill)\"\(opacity < 1 ? " fill-opacity=\"\(Self.number(opacity))\"" : "")/>\n"
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, color: String, width: Double, opacity: Double = 1)
  {
    body +=
      "<line x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\" x2=\"\(Self.number(x2))\" y2=\"\(Self.number(y2))\" "
      + "stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\" stroke-opacity=\"\(Self.number(opacity))\"/>\n"
  }

  mutating func circle(x: Double, y: Double, radius: Double, fill: String, stroke: String) {
    body +=
      "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" fill=\"\(fill)\" "
      + "stroke=\"\(stroke)\" stroke-width=\"1.5\"/>\n"
  }

  /// A disc without an outline.
  mutating func point(x: Double, y: Double, radius: Double, fill: String, opacity: Double) {
    body +=
      "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" fill=\"\(fill)\" "
      + "fill-opacity=\"\(Self.number(opacity))\"/>\n"
  }

  /// A circle without a fill.
  mutating func ring(x: Double, y: Double, radius: Double, color: String, width: Double, opacity: Double) {
    body +=
      "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" fill=\"none\" "
      + "stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\" stroke-opacity=\"\(Self.number(opacity))\"/>\n"
  }

  /// A picture from elsewhere, in a page of HTML. An SVG image could not say that the other server may know the page's site, which map services ask for.
  mutating func picture(_ address: String, x: Double, y: Double, width: Double, height: Double) {
    // A little larger, so that no seam shows.
    let (width, height) = (Self.number(width + 0.5), Self.number(height + 0.5))
    body +=
      "<foreignObject x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(width)\" height=\"\(height)\">"
      + "<img xmlns=\"http://www.w3.org/1999/xhtml\" src=\"\(Self.escaped(address))\" alt=\"\" width=\"\(width)\" "
      + "height=\"\(height)\" referrerpolicy=\"strict-origin-when-cross-origin\"/></foreignObject>\n"
  }

  mutating func polygon(_ corners: [(x: Double, y: Double)], fill: String) {
    let points = corners.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    body += "<polygon points=\"\(points)\" fill=\"\(fill)\"/>\n"
  }

  mutating func polyline(_ corners: [(x: Double, y: Double)], color: String, width: Double, opacity: Double) {
    let points = corners.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    body +=
      "<polyline points=\"\(points)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\" "
      + "stroke-opacity=\"\(Self.number(opacity))\" stroke-linejoin=\"round\"/>\n"
  }

  /// The right or the left half of a disc.
  mutating func halfDisc(x: Double, y: Double, radius: Double, isRight: Bool, fill: String) {
    let r = Self.number(radius)
    body +=
      "<path d=\"M \(Self.number(x)) \(Self.number(y - radius)) A \(r) \(r) 0 0 \(isRight ? 1 : 0) "
      + "\(Self.number(x)) \(Self.number(y + radius)) Z\" fill=\"\(fill)\"/>\n"
  }

  /// A number with at most two decimals.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return sign + "\(whole)" }
    return sign + "\(whole)." + (rest < 10 ? "0\(rest)" : rest % 10 == 0 ? "\(rest / 10)" : "\(rest)")
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: if scalar.value >= 32 || scalar == "\t" { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
