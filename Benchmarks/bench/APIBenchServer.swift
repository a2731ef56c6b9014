import FolkData
import Foundation
import Logging
import Store
import TestSupport
import WebAPI

/// Implements `bench --api-server DATABASE`: the server in its own process, to measure its memory, with an additional empty endpoint, no
/// rate limit, and a log of errors only. It prints its port, and serves until it is terminated.
enum APIBenchServer {
  static func run(_ database: String) async throws {
    var configuration = APIConfiguration()
    configuration.port = 0
    configuration.requestsPerSecond = 0
    let service = try APIService(
      store: try Store.open(database), configuration: configuration, secret: [UInt8](repeating: 7, count: 32),
      google: nil, templates: try TemplatesLoader(folder: PackageRoot.path("data")).load(), version: "bench",
      logger: Logger(label: "bench") { JSONLogHandler(label: $0, level: .warning) }, hasEmptyEndpoint: true)
    try await APIServer(service).run { port in
      print(port)
      fflush(nil)
    }
  }
}
