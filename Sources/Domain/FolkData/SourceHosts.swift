internal import Folklore
internal import Foundation

/// Whose pages stand on which host, `hosts.yaml` of a data folder: by kind of source, hosts (or a host and the beginning of a path) with the names
/// of their owners.
///
///     temple:
///       lungshan.org.tw: [龍山寺]
///
/// A link shows who says a date. A temple's word on the page of a newspaper is the newspaper's.
public struct SourceHosts: Sendable {
  public static let fileName = "hosts.yaml"
  /// The kinds whose word counts because of who they are.
  private static let kinds: [Source.Kind] = [.temple, .office, .press]

  private let file: OptionalFile

  /// - Parameter folder: the path of the data folder. Without the file, owners are not checked.
  public init(folder: String) {
    file = OptionalFile(Self.fileName, folder: folder)
  }

  /// - Parameter read: returns the text of the file; nil if it is missing.
  public init(read: @escaping @Sendable () throws -> String?) {
    file = OptionalFile(Self.fileName, read: read)
  }

  /// Links that are not a page of who is named.
  func faults(of sources: [DataFiles.Entry<Source>]) throws(DataFault) -> [DataFault] {
    let owners = try owners()
    return sources.compactMap { reader, source in
      guard let url = source.url.flatMap({ URLComponents(string: $0) }), let host = url.host?.lowercased() else {
        return nil
      }
      let problem = Self.placeProblem(url, host) ?? owners.flatMap { Self.ownerProblem(source, host + url.path, $0) }
      return problem.map { reader.fault("url", $0.chinese, $0.english) }
    }
  }

  // MARK: - The place

  private typealias Problem = (chinese: String, english: String)

  /// Hosts that show the pages of others, or lead to them.
  private static let mirrors = [
    "archive.org", "archive.ph", "archive.today", "googleusercontent.com", "translate.goog", "r.jina.ai",
    "wikiwand.com",
    "bit.ly", "goo.gl", "reurl.cc", "tinyurl.com", "t.co", "l.facebook.com", "lihi1.com", "ppt.cc", "pse.is",
  ]

  private static func placeProblem(_ url: URLComponents, _ host: String) -> Problem? {
    if mirrors.contains(where: { isHost(host, of: $0) }) || host.split(separator: ".").contains("mirror") {
      return ("\(host) 只是轉出別人的網頁：請寫原來的網址", "\(host) shows the pages of others: give the address of the page itself")
    }
    let text = (url.path + "?" + (url.query ?? "")).lowercased()
    let leadsOn = ["redirect", "goto=", "/goto", "url=http", "link=http", "target=http"].contains(where: text.contains)
    if leadsOn {
      return ("會轉到別的網頁：請寫最後的網址", "leads on to another page: give the address of that one")
    }
    let name = url.path.split(separator: "/").joined(separator: "/").lowercased()
    let isFront = name.isEmpty || name.wholeMatch(of: #/(index|default|home|main)(\.[a-z]{2,5})?/#) != nil
    guard isFront, url.query ?? "" == "", url.fragment ?? "" == "" else { return nil }
    return ("是網站首頁：請寫有日期的那一頁，沒有就刪掉網址", "is a front page: give the page with the date, or no address")
  }

  private static func isHost(_ host: String, of domain: String) -> Bool {
    host == domain || host.hasSuffix("." + domain)
  }

  // MARK: - The owner

  private struct Owner {
    let place: String
    let kind: Source.Kind
    let names: [String]

    /// - Parameter page: host and path.
    func owns(_ page: String) -> Bool {
      let (host, domain) = (page.prefix { $0 != "/" }, place.prefix { $0 != "/" })
      return SourceHosts.isHost(String(host), of: String(domain))
        && page.dropFirst(host.count).hasPrefix(place.dropFirst(domain.count))
    }
  }

  /// Nil without the file.
  private func owners() throws(DataFault) -> [Owner]? {
    guard let root = try file.root() else { return nil }
    try root.allow(only: Self.kinds.map(\.rawValue))
    var owners: [Owner] = []
    for kind in Self.kinds {
      guard let entry = try root.entry(kind.rawValue) else { continue }
      for place in entry.fields {
        owners.append(Owner(place: place.lowercased(), kind: kind, names: try entry.texts(place)))
      }
    }
    return owners
  }

  private static func ownerProblem(_ source: Source, _ page: String, _ owners: [Owner]) -> Problem? {
    guard kinds.contains(source.kind) else { return nil }
    let host = page.prefix { $0 != "/" }
    guard let owner = owners.filter({ $0.owns(page) }).max(by: { $0.place.count < $1.place.count }) else {
      return (
        "hosts.yaml 沒有 \(host)：請寫進去，並註明是誰的", "\(host) is not in hosts.yaml: add it with the name of its owner"
      )
    }
    let names = owner.names.joined(separator: "、")
    guard owner.kind == source.kind else {
      return (
        "\(host) 是\(names)的網站（\(owner.kind.rawValue)），但這個來源的 kind 是 \(source.kind.rawValue)",
        "\(host) is of kind \(owner.kind.rawValue) (\(names)), but the source has kind \(source.kind.rawValue)"
      )
    }
    guard !owner.names.contains(where: source.title.contains) else { return nil }
    return ("\(host) 是\(names)的網站，但 title 沒有寫出來", "\(host) belongs to \(names), which the title does not name")
  }
}
