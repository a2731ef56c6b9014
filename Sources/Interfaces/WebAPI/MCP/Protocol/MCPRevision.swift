import JSON

/// A revision of the Model Context Protocol that we speak: the newest, and the one before.
enum MCPRevision: String, CaseIterable, Sendable {
  /// Each request stands alone and names its revision in `params._meta`.
  case stateless = "2026-07-28"
  /// A client begins with `initialize`. We keep no session, so nothing depends on it.
  case handshake = "2025-11-25"

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
