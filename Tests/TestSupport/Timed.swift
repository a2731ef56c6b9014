import Foundation
public import Testing

/// Writes how long each test has run to the file that `FOLKCAL_TEST_TIMES` names, a line each: seconds, a tab, the test's identifier.
///
/// `Tools/run-tests` prints the slowest of them. Swift Testing's own times count the wait for a turn among all tests as well.
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

  /// One `write` to a file that is opened to append is whole, whatever other tests write meanwhile.
  private static func append(_ line: String, to path: String) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    guard file >= 0 else { return }
    _ = line.withCString { write(file, $0, strlen($0)) }
    close(file)
  }
}

extension Trait where Self == Timed {
  /// Has the time of each test of a suite be told.
  public static var timed: Self { Self() }
}
