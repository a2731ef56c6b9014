import Channels
import Folklore
import Foundation
import Logging
import Reminders
import ServiceLifecycle
import Store
import Transfer

/// What is watched for the operator, and who is told: `folkcal admin alarm`, and `folkcal serve` beside the server.
struct AlarmWatch: Sendable {
  let targets: [AlarmTarget]
  let limits: AlarmLimits
  let environment: DeliveryEnvironment
  let words: AlarmWords
  let clock: DeliveryClock
  private let certificates: [Certificate]

  /// A certificate to watch.
  private enum Certificate: Sendable {
    /// That of a server; the URL and the host.
    case server(String, host: String)
    /// A file in PEM.
    case file(String)

    var name: String {
      switch self {
      case .server(_, let host): host
      case .file(let path): path
      }
    }
  }

  /// Reads the variables.
  ///
  /// - Throws: `Failure` with status 2 that names the variable.
  init(_ environment: DeliveryEnvironment, _ time: TimeOptions, _ clock: DeliveryClock) throws {
    self.environment = environment
    self.clock = clock
    targets = try environment.alarmTargets()
    limits = try environment.reading("FOLKCAL_ALARM_LIMITS") {
      try AlarmLimits(environment.value("FOLKCAL_ALARM_LIMITS") ?? "")
    }
    words = AlarmWords(Speech.language, try time.clock(), zone: time.timeZone)
    certificates = try Self.certificates(environment)
    // A mistake in another variable that the targets need.
    _ = try environment.alarmReceivers(targets, nil, words)
  }

  /// That of the public address, and those that `FOLKCAL_ALARM_CERTIFICATES` names.
  private static func certificates(_ environment: DeliveryEnvironment) throws -> [Certificate] {
    let name = "FOLKCAL_ALARM_CERTIFICATES"
    let given = (environment.value(name) ?? "").split(separator: " ").map(String.init)
    let site = environment.site.flatMap { $0.hasPrefix("https://") ? $0 : nil }
    var certificates: [Certificate] = []
    for text in given + (site.map { [$0] } ?? []) {
      let certificate: Certificate
      if text.hasPrefix("/") {
        certificate = .file(text)
      } else if text.hasPrefix("https://"), let host = URLComponents(string: text)?.host, !host.isEmpty {
        certificate = .server(text, host: host)
      } else {
        throw Failure.wrongInput(
          "\(name) 的「\(text)」不能用：請給 https:// 網址，或以 / 開頭的檔案",
          "\(name): \"\(text)\" is neither an https:// URL nor the path of a file")
      }
      if !certificates.contains(where: { $0.name == certificate.name }) { certificates.append(certificate) }
    }
    return certificates
  }

  /// Nil if nobody is told.
  var ifAnybodyIsTold: AlarmWatch? { targets.isEmpty ? nil : self }

  func receivers(_ store: Store?) throws -> [AlarmReceiver] {
    try environment.alarmReceivers(targets, store.map { ReminderQueue($0) }, words)
  }

  /// One check.
  ///
  /// - Parameter certificateEnds: `certificateEnds(_:)`.
  func check(_ store: Store, certificateEnds: [String: Int]) async throws -> AlarmReport {
    var surroundings = AlarmConditions.Surroundings()
    surroundings.certificateEnds = certificateEnds
    surroundings.freeMegabytes = store.freeBytes.map { $0 >> 20 }
    let clock = clock
    return try await AlarmRound(store: store, limits: limits, receivers: receivers(store)).run(surroundings) {
      Int(clock.now())
    }
  }

  /// When the certificates end, by host or file.
  ///
  /// - Parameter onProblem: called for one that cannot be read; its alarm stays as it is.
  func certificateEnds(_ onProblem: (_ name: String, _ problem: String) -> Void) async -> [String: Int] {
    var ends: [String: Int] = [:]
    for certificate in certificates {
      do {
        switch certificate {
        case .server(let url, let host): ends[host] = try await CertificateEnd.instant(ofServer: url)
        case .file(let path):
          ends[path] = try CertificateEnd.instant(pem: String(contentsOfFile: path, encoding: .utf8))
        }
      } catch {
        onProblem(certificate.name, "\(error)".failureReason)
      }
    }
    return ends
  }
}

/// Checks the alarms every minute while the server runs. Of a server that does not run only the timer of `folkcal admin alarm check` tells.
struct AlarmService: Service {
  let watch: AlarmWatch
  let store: Store
  let logger: Logger

  private static let pause = Duration.seconds(60)
  /// Certificates are read once an hour.
  private static let checksBetweenReadings = 60

  func run() async throws {
    await cancelWhenGracefulShutdown { await repeatAll() }
  }

  private func repeatAll() async {
    var ends: [String: Int] = [:]
    var number = 0
    while !Task.isCancelled {
      if number % Self.checksBetweenReadings == 0 {
        ends = await watch.certificateEnds { name, problem in
          logger.warning("a certificate cannot be read: \(problem)", metadata: ["certificate": "\(name)"])
        }
      }
      number += 1
      do {
        for message in try await watch.check(store, certificateEnds: ends).messages {
          let metadata: Logger.Metadata = [
            "alarm": "\(message.key)", "phase": "\(message.phase)", "to": "\(message.target)",
          ]
          if let error = message.error {
            logger.error("an alarm was not told and is tried again: \(error)", metadata: metadata)
          } else {
            logger.notice("an alarm was told", metadata: metadata)
          }
        }
      } catch {
        logger.error("the alarms could not be checked: \(error)")
      }
      try? await Task.sleep(for: Self.pause)
    }
  }
}
