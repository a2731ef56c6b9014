import Folklore
import JSON

/// Answers the requests of an assistant (Model Context Protocol): what the server is, which tools it has, and their calls.
///
/// Over HTTP and over standard input it is the same; each transport makes one for a message.
struct MCPServer: Sendable {
  let responder: APIResponder
  let caller: Caller
  let source: RequestSource
  /// The header Accept-Language, or what stands for it.
  let acceptLanguage: String?

  var service: APIService { responder.service }

  /// The language of faults.
  var language: Language { acceptLanguage.flatMap(APIResponder.preferred(in:)) ?? .english }

  /// The answer to a request: its result, or the fault.
  func answer(to request: MCPRequest, in revision: MCPRevision) async -> JSON {
    do throws(MCPFault) {
      return ["jsonrpc": "2.0", "id": request.id, "result": try await result(of: request, in: revision)]
    } catch {
      return error.json(id: request.id, in: language)
    }
  }

  /// The result of a request.
  ///
  /// - Throws: `MCPFault` for a request that cannot be done. Problems of tools are results.
  func result(of request: MCPRequest, in revision: MCPRevision) async throws(MCPFault) -> JSON {
    let result: JSON
    switch (request.method, revision.hasHandshake) {
    case ("initialize", true): return try initialized(request.params)
    case ("ping", true): return [:]
    case ("server/discover", false):
      result = cached(
        ["supportedVersions": MCPRevision.names, "capabilities": Self.capabilities, "instructions": .text(Self.guide)],
        seconds: 3_600, isPublic: true)
    case ("tools/list", true): return try await toolList(request.params)
    case ("tools/list", false):
      // Another caller has other tools.
      result = cached(try await toolList(request.params), seconds: 300, isPublic: false)
    case ("tools/call", true): return try await toolResult(request.params)
    case ("tools/call", false): result = try await toolResult(request.params)
    default:
      throw MCPFault(
        .unknownMethod, "沒有方法「\(request.method.prefix(100))」",
        "there is no method \"\(request.method.prefix(100))\"")
    }
    return result.adding(["resultType": "complete", "_meta": [MCPEnvelope.serverInfo: information]])
  }

  /// A result with the time that clients may keep it.
  private func cached(_ result: JSON, seconds: Int, isPublic: Bool) -> JSON {
    result.adding(["ttlMs": .integer(seconds * 1_000), "cacheScope": isPublic ? "public" : "private"])
  }

  // MARK: What the server is

  /// A client gets the revision that it asks for if it begins so; otherwise the newest that does, and it ends the connection if it does not know
  /// that.
  private func initialized(_ params: JSON) throws(MCPFault) -> JSON {
    guard let requested = params["protocolVersion"].text else {
      throw MCPFault(
        .invalidParameters, "params.protocolVersion 沒有寫，或不是文字", "params.protocolVersion is missing, or is no text")
    }
    let known = MCPRevision(rawValue: requested).flatMap { $0.hasHandshake ? $0 : nil }
    return [
      "protocolVersion": .text((known ?? .handshake).rawValue), "capabilities": Self.capabilities,
      "serverInfo": information, "instructions": .text(Self.guide),
    ]
  }

  private static let capabilities: JSON = ["tools": [:]]

  private var information: JSON {
    ["name": "folkcal", "title": "folkcal 農曆民俗 (lunar folk calendar)", "version": .text(service.version)]
  }

  /// What a model should know of all tools.
  private static let guide = """
    臺灣的農曆民俗：國曆農曆換算、節日、神明、廟宇與提醒。 The lunar folk calendar of Taiwan: dates, folk days, deities, temples, reminders.
    Dates may be written as people write them: 2026-05-09, 115/5/9, 農曆三月廿三, 農曆2025年閏六月十五, 今天, 下週三. Events, deities and groups \
    are named by their key (mazu), which the tool search finds, or by a name that only one has (媽祖聖誕). \
    Never compute a lunar date yourself: ask convert_date.
    """
}
