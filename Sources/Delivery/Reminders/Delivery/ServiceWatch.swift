internal import Channels
internal import Store
internal import Synchronization

/// What a route has seen of the operator's services behind it: which took a message last, and which refused us (`Outcome.unavailable`, `closed`). The worker
/// writes it into the database, where alarms find it.
///
/// A class with a lock and not an actor, because every message passes it.
final class ServiceWatch: Sendable {
  /// A service's last answer; nil for one that took a message.
  private struct Service {
    var trouble: Trouble?
    /// True if the database does not know it yet.
    var isNew = true
  }

  struct Trouble: Hashable {
    var since: Int
    var lastAt: Int
    var reason: String
  }

  private let services = Mutex<[String: Service]>([:])

  /// Notes how a message ended. Only a delivery ends a trouble, because all others may not concern the service.
  ///
  /// - Parameters:
  ///   - service: the service's name below the channel's; empty if the channel has only one.
  ///   - now: seconds of UTC since 1970.
  func note(_ outcome: Outcome, of service: String = "", now: Int) {
    switch outcome {
    case .delivered:
      services.withLock { services in
        guard let known = services[service], known.trouble == nil else {
          services[service] = Service()
          return
        }
      }
    case .unavailable(let reason, _), .closed(let reason, _):
      services.withLock { services in
        let since = services[service]?.trouble?.since ?? now
        services[service] = Service(trouble: Trouble(since: since, lastAt: now, reason: reason))
      }
    case .failed, .deferred, .withheld, .rejected, .gone: break
    }
  }

  /// What was seen since the last call, by the service's name; nil for a service that took a message last.
  func news() -> [(service: String, trouble: Trouble?)] {
    services.withLock { services in
      var news: [(service: String, trouble: Trouble?)] = []
      for (name, service) in services where service.isNew {
        news.append((name, service.trouble))
        services[name]?.isNew = false
      }
      return news
    }
  }

  /// Makes everything news again, because it could not be written.
  func forgetNews() {
    services.withLock { services in
      for name in services.keys { services[name]?.isNew = true }
    }
  }
}

/// What was seen of several services: those that refused us last, and the names of those that took a message last.
struct ServiceNews {
  private(set) var troubles: [ServiceTrouble] = []
  private(set) var available: [String] = []

  /// - Parameter channel: the name before those of its services.
  mutating func add(_ news: [(service: String, trouble: ServiceWatch.Trouble?)], of channel: String) {
    for (service, trouble) in news {
      let name = service.isEmpty ? channel : "\(channel)/\(service)"
      if let trouble {
        troubles.append(
          ServiceTrouble(name: name, since: trouble.since, lastAt: trouble.lastAt, reason: trouble.reason))
      } else {
        available.append(name)
      }
    }
  }
}

extension ChannelTable {
  /// What all routes have seen since the last call. The names are those of channels, and of services below them: `mail`, `push/fcm`.
  func serviceNews() -> ServiceNews {
    var news = ServiceNews()
    for (index, route) in routes.enumerated() { news.add(route.watch.news(), of: name(at: index)) }
    return news
  }

  /// What the last call of `serviceNews` gave could not be written.
  func forgetServiceNews() {
    for route in routes { route.watch.forgetNews() }
  }
}
