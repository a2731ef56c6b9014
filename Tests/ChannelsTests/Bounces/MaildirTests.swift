import Channels
import Foundation
import TestSupport
import Testing

@Suite("Maildirs", .timed)
struct MaildirTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("maildir-\(UUID().uuidString)")
    .path

  private func make(_ folders: [String] = ["new", "cur", "tmp"]) throws {
    for name in folders {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
  }

  private func write(_ path: String, _ text: String = "x") throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(path)"))
  }

  private var files: [String] {
    get throws {
      try ["new", "cur"].flatMap { name in
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)").map { "\(name)/\($0)" }
      }.sorted()
    }
  }

  @Test(
    "New mails and those in cur that nobody has read come in the order of their names; read ones and hidden files do not"
  )
  func unread() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try make()
    for name in [
      "new/20.b", "new/10.a", "new/.hidden", "cur/05.c:2,", "cur/06.d:2,R", "cur/07.e:2,S", "cur/08.f:2,RST",
      "cur/09.g",
    ] {
      try write(name)
    }
    let maildir = try Maildir(folder)
    #expect(try maildir.unread().map(\.path) == ["new/10.a", "new/20.b", "cur/05.c:2,", "cur/06.d:2,R", "cur/09.g"])
  }

  @Test("What was read stands in cur with the flag S among its flags, and is not read again")
  func seen() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try make()
    for name in ["new/10.a", "cur/06.d:2,RF", "cur/09.g"] { try write(name) }
    let maildir = try Maildir(folder)
    for entry in try maildir.unread() { try maildir.markSeen(entry) }
    #expect(try files == ["cur/06.d:2,FRS", "cur/09.g:2,S", "cur/10.a:2,S"])
    #expect(try maildir.unread().isEmpty)
  }

  @Test("A large mail is read in part, and what is no file is named")
  func reading() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try make()
    try write("new/1.large", "")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder)/new/1.large"))
    // A file with a hole: a gigabyte that takes no room.
    try handle.truncate(atOffset: 1 << 30)
    try handle.close()
    try FileManager.default.createDirectory(atPath: "\(folder)/new/2.folder", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/new/3.link", withDestinationPath: "/nowhere")
    #expect(mkfifo("\(folder)/new/4.pipe", 0o600) == 0)
    let maildir = try Maildir(folder)
    let entries = try maildir.unread()
    #expect(entries.count == 4)
    #expect(try maildir.head(of: entries[0]).count == Maildir.readLimit)
    for entry in entries.dropFirst() {
      #expect(throws: MaildirError.unreadable("\(folder)/\(entry.path)")) { try maildir.head(of: entry) }
    }
  }

  @Test("A folder that is no Maildir is refused with what is missing")
  func refused() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(throws: MaildirError.noMaildir(folder, missing: "new")) { try Maildir(folder) }
    try make(["new"])
    #expect(throws: MaildirError.noMaildir(folder, missing: "cur")) { try Maildir(folder) }
    try write("cur")
    #expect(throws: MaildirError.noMaildir(folder, missing: "cur")) { try Maildir(folder) }
  }
}
