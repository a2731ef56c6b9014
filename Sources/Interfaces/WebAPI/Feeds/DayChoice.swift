import Addresses
import Folklore
import JSON
import Records
import WebPages

/// Days by any mix of groups, deities, single days and temples: all that one of the names stands for.
///
///     groups=mazu&deities=guanyin,62&events=dongzhi
///
/// A name is a key or a number. An empty choice names nothing; feeds then have all days.
struct DayChoice: Hashable, Sendable {
  /// What a name can stand for, by the parameter of queries. `/api/…` lists the keys.
  enum Kind: String, CaseIterable, Sendable { case groups, deities, events, temples }

  private(set) var names: [Name] = []

  struct Name: Hashable, Sendable {
    let kind: Kind
    let text: String
  }

  /// The most names of one kind.
  static let limit = 100

  /// - Parameter names: by kind; each counts once.
  init(_ names: (Kind) throws -> [String]) rethrows {
    for kind in Kind.allCases {
      for text in try names(kind) where !self.names.contains(Name(kind: kind, text: text)) {
        self.names.append(Name(kind: kind, text: text))
      }
    }
  }

  /// The choice in the query of a page: names with commas between, or a parameter for each, as the checkboxes of a form send them.
  init(_ query: FormData) {
    self.init { kind in
      let texts = query.all(kind.rawValue).flatMap { $0.split(separator: ",") }.map { String($0).trimmed }
      return Array(texts.filter { !$0.isEmpty }.prefix(Self.limit))
    }
  }

  init(_ kind: Kind, _ name: String) {
    names = [Name(kind: kind, text: name)]
  }

  var isEmpty: Bool { names.isEmpty }

  /// `groups=mazu&deities=guanyin,62`
  var query: String {
    Kind.allCases.compactMap { kind in
      let texts = names.filter { $0.kind == kind }.map { PercentEncoding.encode($0.text) }
      return texts.isEmpty ? nil : "\(kind.rawValue)=" + texts.joined(separator: ",")
    }.joined(separator: "&")
  }
}

// MARK: - What the names stand for

extension DayChoice {
  /// A group, a deity, a day or a temple that was chosen.
  struct Part: Sendable {
    let kind: Kind
    let key: String
    let name: String
    let eventKeys: [String]
    /// The days that only a temple has.
    var own: [Event] = []
  }

  /// The chosen parts, and the names that stand for nothing.
  func parts(in data: PublicData, _ language: Language) -> (found: [Part], unknown: [Name]) {
    var (found, unknown): ([Part], [Name]) = ([], [])
    for name in names {
      guard let part = Self.part(name, data, language) else {
        unknown.append(name)
        continue
      }
      // A number and a key may name one record.
      if !found.contains(where: { $0.kind == part.kind && $0.key == part.key }) { found.append(part) }
    }
    return (found, unknown)
  }

  private static func part(_ name: Name, _ data: PublicData, _ language: Language) -> Part? {
    switch name.kind {
    case .groups:
      data.group(name.text).map {
        Part(kind: .groups, key: $0.key, name: $0.name(in: language), eventKeys: $0["events"].texts)
      }
    case .deities:
      data.deity(name.text).map { deity in
        Part(
          kind: .deities, key: deity.key, name: deity.name(in: language),
          eventKeys: data.catalogue.events.filter { $0.deityKey == deity.key }.map(\.key))
      }
    case .events:
      data.event(name.text).map {
        Part(kind: .events, key: $0.key, name: $0.title.text(in: language), eventKeys: [$0.key])
      }
    case .temples:
      data.temple(name.text).map { temple in
        let days = data.days(of: temple)
        return Part(
          kind: .temples, key: temple.key, name: temple.name(in: language), eventKeys: days.group.eventKeys,
          own: days.own)
      }
    }
  }

  /// What the parts are called together: `媽祖信仰、觀音菩薩`.
  static func name(of parts: [Part], in language: Language) -> String {
    parts.prefix(3).map(\.name).joined(separator: language.say("、", "、", ", ")) + (parts.count > 3 ? "⋯" : "")
  }
}

extension [DayChoice.Part] {
  /// The enabled events that one of the parts has, in the order of lists; then the days that only a temple has.
  func events(of catalogue: Catalogue) -> [Event] {
    let keys = Set(flatMap(\.eventKeys))
    return RegionFilter.all.events(of: catalogue.events.filter { $0.isEnabled && keys.contains($0.key) })
      + flatMap(\.own)
  }
}
