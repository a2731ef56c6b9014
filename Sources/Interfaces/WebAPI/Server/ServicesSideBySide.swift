import ServiceLifecycle

/// Runs services at the same time and ends them at the same time. A `ServiceGroup` alone ends one after another, which would add up their times.
struct ServicesSideBySide: Service {
  let services: [any Service]
  /// Services that begin once the server accepts connections; a server whose port is taken must not begin to plan or send.
  let later: [any Service]
  /// Ends once the server accepts connections.
  let listening: AsyncStream<Void>

  /// - Throws: the error of a service; the others are cancelled then. What a service throws while it is stopped is ignored.
  func run() async throws {
    do {
      try await withThrowingTaskGroup { group in
        for service in services { group.addTask { try await service.run() } }
        group.addTask {
          await cancelWhenGracefulShutdown { for await _ in listening {} }
          try await withThrowingTaskGroup { group in
            for service in later where !Task.isCancelled && !Task.isShuttingDownGracefully {
              group.addTask { try await service.run() }
            }
            for try await _ in group {}
          }
        }
        // Throws the first error at once; `waitForAll` would wait for the other services, which do not end by themselves.
        for try await _ in group {}
      }
    } catch {
      guard Task.isCancelled || Task.isShuttingDownGracefully else { throw error }
    }
  }
}
