public import Folklore
internal import Foundation

/// A folder of mails with one file for each: `new`, `cur` and `tmp`, as mail servers deliver. What was read stands in `cur`, with the flag S in its
/// name.
///
///     for entry in try Maildir("/var/mail/bounces").unread() {
///       let message = try maildir.head(of: entry)
///       …
///       try maildir.markSeen(entry)
///     }
public struct Maildir: Sendable {
  private let path: String

  /// The bytes that are read of a mail: a report stands at the beginning, and servers cut what they return.
  public static let readLimit = 1 << 20

  public struct Entry: Hashable, Sendable {
    /// `new/1764032400.M1P2.mail` within the folder.
    public let path: String
    fileprivate let isNew: Bool
    fileprivate let name: String
  }

  /// - Throws: `MaildirError.noMaildir`.
  public init(_ path: String) throws(MaildirError) {
    self.path = path
    for folder in ["new", "cur"] {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(path)/\(folder)", isDirectory: &isFolder), isFolder.boolValue
      else {
        throw .noMaildir(path, missing: folder)
      }
    }
  }

  /// The mails that nobody has read, the oldest first: names begin with the time.
  ///
  /// - Throws: `MaildirError.unreadable` for the folder.
  public func unread() throws(MaildirError) -> [Entry] {
    try entries("new") + entries("cur").filter { !Self.flags(of: $0.name).contains { "ST".contains($0) } }
  }

  private func entries(_ folder: String) throws(MaildirError) -> [Entry] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")
    } catch {
      throw .unreadable("\(path)/\(folder)")
    }
    return names.filter { !$0.hasPrefix(".") }.sorted().map { name in
      Entry(path: "\(folder)/\(name)", isNew: folder == "new", name: name)
    }
  }

  /// The beginning of a mail, at most `readLimit` bytes.
  ///
  /// - Throws: `MaildirError.unreadable`; also for what is no file, such as a pipe, which would never end.
  public func head(of entry: Entry) throws(MaildirError) -> [UInt8] {
    let file = "\(path)/\(entry.path)"
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      guard attributes[.type] as? FileAttributeType == .typeRegular else { throw MaildirError.unreadable(file) }
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
      defer { try? handle.close() }
      return [UInt8](try handle.read(upToCount: Self.readLimit) ?? Data())
    } catch {
      throw .unreadable(file)
    }
  }

  /// Moves a mail to `cur` with the flag S, so that the next run does not read it.
  ///
  /// - Throws: `MaildirError.immovable`.
  public func markSeen(_ entry: Entry) throws(MaildirError) {
    let base = entry.name.components(separatedBy: ":2,")[0]
    let flags = String((Self.flags(of: entry.name) + "S").sorted())
    do {
      try FileManager.default.moveItem(
        atPath: "\(path)/\(entry.path)", toPath: "\(path)/cur/\(base):2,\(flags)")
    } catch {
      throw .immovable("\(path)/\(entry.path)")
    }
  }

  /// The letters behind `:2,`.
  private static func flags(of name: String) -> String {
    let parts = name.components(separatedBy: ":2,")
    return parts.count > 1 ? parts[parts.count - 1] : ""
  }
}

/// The reason why a Maildir cannot be used.
public enum MaildirError: SpokenError, Hashable, Sendable {
  case noMaildir(String, missing: String)
  case unreadable(String)
  case immovable(String)

  public var description: String {
    switch self {
    case .noMaildir(let path, let folder):
      "\(path) is no Maildir: it has no folder \"\(folder)\"; give the folder that holds new, cur and tmp"
    case .unreadable(let path): "\(path) cannot be read"
    case .immovable(let path): "\(path) cannot be moved to cur: check the rights of the folder"
    }
  }

  public var chinese: String {
    switch self {
    case .noMaildir(let path, let folder): "\(path) 不是 Maildir：裡面沒有資料夾「\(folder)」；請指定含有 new、cur 與 tmp 的資料夾"
    case .unreadable(let path): "無法讀取 \(path)"
    case .immovable(let path): "無法把 \(path) 移到 cur：請檢查資料夾的權限"
    }
  }

  public var code: String {
    switch self {
    case .noMaildir: "no_maildir"
    case .unreadable: "unreadable_mail"
    case .immovable: "immovable_mail"
    }
  }
}
