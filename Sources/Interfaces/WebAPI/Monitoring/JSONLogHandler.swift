import Folklore
import Foundation
import JSON
package import Logging

/// Writes the log as lines of JSON on standard error, for systemd's journal and log collectors.
package struct JSONLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let label: String
  private let write: @Sendable ([UInt8]) -> Void

  /// - Parameter write: writes one line with its end; the default is standard error.
  package init(
    label: String, level: Logger.Level = .info, write: @escaping @Sendable ([UInt8]) -> Void = Self.toStandardError
  ) {
    self.label = label
    self.write = write
    logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var members: [JSON.Member] = [
      .init("time", .text(CivilTime.iso(unixTime: Int(Date().timeIntervalSince1970)))),
      .init("level", .text(event.level.rawValue)), .init("message", .text("\(event.message)")),
    ]
    let all = metadata.merging(event.metadata ?? [:]) { _, given in given }
    for (key, value) in all.sorted(by: { $0.key < $1.key }) where key != "hb.request.id" {
      members.append(.init(key, .text("\(value)")))
    }
    write(JSON.object(members).bytes + [UInt8(ascii: "\n")])
  }

  /// One write(2) per line, so that threads do not mix their lines.
  @Sendable
  package static func toStandardError(_ line: [UInt8]) {
    _ = line.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
