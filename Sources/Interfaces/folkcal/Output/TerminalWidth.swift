import Foundation

/// The columns of the terminal that reads standard output.
enum TerminalWidth {
  /// `COLUMNS` if it is set, else the size of the terminal; nil if a program reads.
  static var columns: Int? {
    if let given = ProcessInfo.processInfo.environment["COLUMNS"].flatMap({ Int($0) }), given >= least { return given }
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return max(Int(size.ws_col), least)
  }

  /// Narrower terminals show long lines.
  private static let least = 30
}
