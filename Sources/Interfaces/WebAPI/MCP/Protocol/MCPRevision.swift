import JSON

/// A revision of the Model Context Protocol that we speak, the newest first.
enum MCPRevision: String, CaseIterable, Sendable {
  /// Each request stands alone and names its revision in `params._meta`.
  case stateless = "2026-07-28"
  /// A client begins with `initialize`. We keep no session, so nothing depends on it.
  case handshake = "2025-11-25"
  /// The first with structured results of tools; for us the same as the one after it.
  case structured = "2025-06-18"
  /// The only one with batches: several messages in a list. Its clients name no revision in a header.
  case batched = "2025-03-26"

  /// True if a client begins with `initialize`.
  var hasHandshake: Bool { self != .stateless }

  /// All of them, for clients that ask with another.
  static let names: JSON = .list(allCases.map { .text($0.rawValue) })

  /// The fault of a request in another revision, with the data that clients choose another by.
  static func unsupported(_ requested: String) -> MCPFault {
    let names = allCases.map(\.rawValue)
    return MCPFault(
      .unsupportedRevision,
      Wording(
        "不支援協定版本「\(requested.prefix(50))」；有 \(names.joined(separator: "、"))",
        "the protocol revision \"\(requested.prefix(50))\" is not supported; there is \(names.joined(separator: ", "))"),
      data: ["supported": Self.names, "requested": .text(String(requested.prefix(50)))])
  }
}
