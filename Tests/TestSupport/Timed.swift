import Foundation
public import Testing

/// Writes the time of each test to the file in `FOLKCAL_TEST_TIMES`, one line each: seconds, a tab, the test's identifier.
///
/// `Tools/run-tests` prints the slowest tests. Swift Testing's own times include the wait for other tests.
public struct Timed: SuiteTrait, TestTrait, TestScoping {
  public let isRecursive = true

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil, let path = ProcessInfo.processInfo.environment["FOLKCAL_TEST_TIMES"] else {
      return try await function()
    }
    let start = ContinuousClock.now
    defer { Self.append("\(ContinuousClock.now - start)\t\(test.id)\n", to: path) }
    try await function()
  }

  /// A single `write` to a file opened with O_APPEND is atomic, so parallel tests do not mix lines.
  private static func append(_ line: String, to path: String) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    guard file >= 0 else { return }
    _ = line.withCString { write(file, $0, strlen($0)) }
    close(file)
  }
}

extension Trait where Self == Timed {
  /// Records the time of each test of a suite.
  public static var timed: Self { Self() }
}
