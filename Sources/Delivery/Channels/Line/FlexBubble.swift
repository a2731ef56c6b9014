internal import Foundation

/// A bubble of a Flex message: a body, and a footer of buttons ("Flex Message", "Container").
package struct FlexBubble: Encodable, Sendable {
  private let body: FlexComponent
  private let footer: FlexComponent?
  private let type = "bubble"

  /// The most bytes of JSON that LINE takes: 30 KB.
  package static let largest = 30_000

  /// - Parameters:
  ///   - body: one component or more, from top to bottom.
  ///   - buttons: below the body.
  package init(_ body: [FlexComponent], buttons: [LineAction] = []) {
    self.body = .box(body, spacing: .medium)
    footer = buttons.isEmpty ? nil : .box(buttons.map { .button($0) }, spacing: .small)
  }

  /// The bytes of its JSON.
  package var byteCount: Int { (try? LineMessage.encoder.encode(self).count) ?? .max }

  private enum CodingKeys: String, CodingKey {
    case body, footer, type
  }
}

/// A part of a bubble. LINE refuses empty text: leave the component out.
package indirect enum FlexComponent: Encodable, Sendable {
  /// Text that breaks into lines.
  case text(String, Style = .plain)
  case button(LineAction)
  case separator
  /// Components from top to bottom. If it has an action, a touch anywhere in it does that.
  case box([FlexComponent], spacing: Spacing, action: LineAction? = nil)

  package enum Style: Sendable {
    case heading, strong, plain, faint
  }

  package enum Spacing: String, Encodable, Sendable {
    case small = "sm"
    case medium = "md"
  }

  private enum Key: String, CodingKey {
    case type, text, wrap, weight, size, color, style, height, action, layout, spacing, contents
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch self {
    case .text(let text, let style):
      try object.encode("text", forKey: .type)
      try object.encode(text, forKey: .text)
      try object.encode(true, forKey: .wrap)
      switch style {
      case .heading:
        try object.encode("bold", forKey: .weight)
        try object.encode("lg", forKey: .size)
      case .strong: try object.encode("bold", forKey: .weight)
      case .plain: break
      case .faint:
        try object.encode("sm", forKey: .size)
        try object.encode("#666666", forKey: .color)
      }
    case .button(let action):
      try object.encode("button", forKey: .type)
      try object.encode("link", forKey: .style)
      try object.encode("sm", forKey: .height)
      try object.encode(action, forKey: .action)
    case .separator: try object.encode("separator", forKey: .type)
    case .box(let contents, let spacing, let action):
      try object.encode("box", forKey: .type)
      try object.encode("vertical", forKey: .layout)
      try object.encode(spacing, forKey: .spacing)
      try object.encode(contents, forKey: .contents)
      try object.encodeIfPresent(action, forKey: .action)
    }
  }
}
