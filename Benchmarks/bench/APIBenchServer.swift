import FolkData
import Foundation
import Logging
import Store
import TestSupport
import WebAPI

/// What `bench --api-server DATABASE` does: the server in a process of its own, so that its memory can be read, with an endpoint more that
/// answers nothing; no limit on requests, and a log of what is wrong only. It says its port, and serves until it is told to end.
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
