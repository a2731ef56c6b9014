import Foundation
import Processes

/// The machine's Python, for checks that need only its standard library.
enum Python {
  static let isThere = (try? run(["-c", "pass"], input: [])) == true

  /// True when a script of `Tools` exits with status 0.
  static func run(_ script: String, _ arguments: [String], input: [UInt8], file: String = #filePath) throws -> Bool {
    let package = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("../..")
    let path = package.appendingPathComponent("Tools/\(script)").path
    return try run([path] + arguments, input: input)
  }

  private static func run(_ arguments: [String], input: [UInt8]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardInput = pipe
    try process.start()
    try pipe.fileHandleForWriting.write(contentsOf: Data(input))
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
