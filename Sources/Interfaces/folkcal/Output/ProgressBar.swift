import Foundation
import Synchronization

/// A progress bar on one line of a terminal; nothing if standard error is not a terminal.
///
///     檢查 [##############······]  70 %
struct ProgressBar {
  private let label: String
  private let total: Int
  private let isShown: Bool
  private var percent = -1
  private static let width = 20

  /// - Parameter total: the count at 100 %.
  init(_ label: String, total: Int) {
    self.label = label
    self.total = max(total, 1)
    isShown = isatty(STDERR_FILENO) == 1
  }

  /// Redraws the bar when the percentage changes.
  mutating func show(_ done: Int) {
    guard isShown else { return }
    let now = min(100, done * 100 / total)
    guard now != percent else { return }
    percent = now
    let filled = now * Self.width / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: "·", count: Self.width - filled)
    draw("\r\(label) [\(bar)] \(now < 10 ? "  " : now < 100 ? " " : "")\(now) %")
  }

  /// Removes the bar.
  func clear() {
    if isShown, percent >= 0 { draw("\r\u{1B}[K") }
  }

  private func draw(_ text: String) {
    StandardError.write(text)
  }
}

/// Shows on one line of a terminal how much of a file has come, where nobody says how long it is.
///
///     下載中 3.4 MB
final class DownloadBar: Sendable {
  private let tenths = Atomic(-1)
  private let isShown = isatty(STDERR_FILENO) == 1

  /// - Parameter bytes: those that have come; any thread may call.
  func show(_ bytes: Int) {
    let now = bytes / 100_000
    guard isShown, tenths.exchange(now, ordering: .relaxed) != now else { return }
    StandardError.write("\r" + Speech.say("下載中", "fetching") + " \(now / 10).\(now % 10) MB")
  }

  func clear() {
    if isShown, tenths.load(ordering: .relaxed) >= 0 { StandardError.write("\r\u{1B}[K") }
  }
}
