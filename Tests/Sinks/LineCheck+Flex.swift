internal import Foundation

// Flex messages: containers, blocks and components, and where each may stand.
extension LineCheck {
  private static let keywords = ["none", "xs", "sm", "md", "lg", "xl", "xxl"]
  private static let sizes = ["xxs", "xs", "sm", "md", "lg", "xl", "xxl", "3xl", "4xl", "5xl"]

  mutating func container(_ value: Any?, _ path: String) {
    guard let container = value as? [String: Any] else { return complain("Must be specified", path) }
    switch container["type"] as? String {
    case "bubble": bubble(container, path)
    case "carousel":
      members(container, of: ["type", "contents"], path)
      let bubbles = container["contents"] as? [[String: Any]] ?? []
      if !(1...12).contains(bubbles.count) { complain("Size must be between 1 and 12", "\(path).contents") }
      if Self.byteCount(container) > 50_000 { complain("The carousel is larger than 50 KB", path) }
      for (number, bubble) in bubbles.enumerated() { self.bubble(bubble, "\(path).contents[\(number)]") }
    default: complain("Unknown type of container", "\(path).type")
    }
  }

  private static func byteCount(_ object: [String: Any]) -> Int {
    (try? JSONSerialization.data(withJSONObject: object, options: .withoutEscapingSlashes).count) ?? .max
  }

  private mutating func bubble(_ bubble: [String: Any], _ path: String) {
    members(bubble, of: ["type", "size", "direction", "header", "hero", "body", "footer", "styles", "action"], path)
    choice(bubble, "size", ["nano", "micro", "deca", "hecto", "kilo", "mega", "giga"], path)
    if Self.byteCount(bubble) > 30_000 { complain("The bubble is larger than 30 KB", path) }
    let blocks = ["header", "hero", "body", "footer"]
    // LINE refuses a bubble without any block.
    if !blocks.contains(where: { bubble[$0] != nil }) { complain("At least one block must be specified", path) }
    for block in blocks {
      guard let value = bubble[block] else { continue }
      guard let component = value as? [String: Any] else {
        complain("Must be an object", "\(path).\(block)")
        continue
      }
      let allowed = block == "hero" ? ["box", "image", "video"] : ["box"]
      self.component(component, allowed, "\(path).\(block)")
    }
  }

  private mutating func component(_ component: [String: Any], _ allowed: [String], _ path: String) {
    let type = component["type"] as? String ?? ""
    guard allowed.contains(type) else { return complain("\(type) may not stand here", "\(path).type") }
    let offsets = ["position", "offsetTop", "offsetBottom", "offsetStart", "offsetEnd"]
    switch type {
    case "box": box(component, offsets, path)
    case "text": textComponent(component, offsets, path)
    case "button":
      members(
        component,
        of: ["type", "action", "flex", "margin", "height", "style", "color", "gravity", "adjustMode", "scaling"]
          + offsets,
        path)
      choice(component, "style", ["primary", "secondary", "link"], path)
      choice(component, "height", ["sm", "md"], path)
      colour(component, path)
      action(component["action"], "\(path).action", needsLabel: true)
    case "separator":
      members(component, of: ["type", "margin", "color"], path)
      colour(component, path)
    default: complain("This check does not know \(type)", "\(path).type")
    }
    choice(component, "margin", Self.keywords, path)
  }

  private mutating func box(_ box: [String: Any], _ offsets: [String], _ path: String) {
    members(
      box,
      of: [
        "type", "layout", "contents", "backgroundColor", "borderColor", "borderWidth", "cornerRadius", "width",
        "maxWidth",
        "height", "maxHeight", "flex", "spacing", "margin", "paddingAll", "paddingTop", "paddingBottom", "paddingStart",
        "paddingEnd", "action", "justifyContent", "alignItems", "background",
      ] + offsets, path)
    choice(box, "spacing", Self.keywords, path)
    if let action = box["action"] { self.action(action, "\(path).action", needsLabel: false) }
    let allowed: [String]
    switch box["layout"] as? String {
    case "horizontal", "vertical": allowed = ["box", "button", "image", "text", "separator", "filler"]
    case "baseline": allowed = ["icon", "text", "filler"]
    default: return complain("Must be one of horizontal, vertical, baseline", "\(path).layout")
    }
    guard let contents = box["contents"] as? [[String: Any]] else {
      return complain("Must be specified", "\(path).contents")
    }
    for (number, part) in contents.enumerated() { component(part, allowed, "\(path).contents[\(number)]") }
  }

  private mutating func textComponent(_ component: [String: Any], _ offsets: [String], _ path: String) {
    members(
      component,
      of: [
        "type", "text", "contents", "adjustMode", "flex", "margin", "size", "align", "gravity", "wrap", "lineSpacing",
        "maxLines", "weight", "color", "action", "style", "decoration", "scaling",
      ] + offsets, path)
    // The bubble's own limit is the only one.
    text(component["text"], .max, "\(path).text")
    choice(component, "size", Self.sizes, path)
    choice(component, "weight", ["regular", "bold"], path)
    choice(component, "align", ["start", "end", "center"], path)
    if let wrap = component["wrap"], !(wrap is Bool) { complain("Must be true or false", "\(path).wrap") }
    colour(component, path)
  }

  private mutating func colour(_ component: [String: Any], _ path: String) {
    guard let value = component["color"] else { return }
    let isRight = (value as? String)?.wholeMatch(of: /#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?/) != nil
    if !isRight { complain("Must be #RRGGBB or #RRGGBBAA", "\(path).color") }
  }
}
