import Foundation
import Processes
import TestSupport
import Testing

@testable import WebPages

@Suite("The calendar core of the pages", .timed)
struct CoreTests {
  @Test("The file in the repository is what the sources give: make wasm makes it")
  func file() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let build = Process()
    build.executableURL = root.appending(path: "Tools/build-wasm")
    build.standardOutput = FileHandle.nullDevice
    try build.start()
    build.waitUntilExit()
    #expect(build.terminationStatus == 0)
    let made = try Data(contentsOf: root.appending(path: ".build-wasm/lunisolar.wasm"))
    #expect([UInt8](made) == Asset.core.bytes, "run make wasm")
  }
}
