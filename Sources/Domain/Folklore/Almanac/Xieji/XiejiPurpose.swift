import Words

/// What somebody wants a good day for.
public struct XiejiPurpose: Hashable, Sendable {
  /// Today's word for it: `移徙`.
  public let name: LocalizedName
  public let items: XiejiItems
  /// What was asked for, where the book does not have it and another item is used: 入宅 by 般移.
  public let standsFor: String?
}

/// A purpose that the book does not know, with those that it does.
public enum XiejiPurposeError: SpokenError, Hashable {
  /// Nothing is called like this.
  case unknown(String, nearest: [LocalizedName])
  /// People ask for it, but the book does not have it.
  case notInBook(String, near: [LocalizedName])

  public var description: String {
    switch self {
    case .unknown(let text, let nearest):
      "\"\(text)\" is nothing that the book has: write for example \(Self.list(nearest, .english))"
    case .notInBook(let text, let near):
      "欽定協紀辨方書 does not have \(text); what comes near: \(Self.list(near, .english))"
    }
  }

  public var chinese: String {
    switch self {
    case .unknown(let text, let nearest):
      "沒有「\(text)」這一項：可以寫\(Self.list(nearest, .traditionalChinese))"
    case .notInBook(let text, let near):
      "《欽定協紀辨方書》沒有「\(text)」；相近的有\(Self.list(near, .traditionalChinese))"
    }
  }

  public var code: String {
    switch self {
    case .unknown: "unknown_purpose"
    case .notInBook: "purpose_not_in_book"
    }
  }

  private static func list(_ names: [LocalizedName], _ language: Language) -> String {
    names.map { $0.text(in: language) }.joined(separator: language.say("、", "、", ", "))
  }
}

extension XiejiBook {
  /// The longest purpose that is read, in characters.
  package static let longestPurpose = 40

  /// Reads a purpose in the book's words or today's, in Traditional or Simplified characters or English: 嫁娶, 搬家, wedding.
  ///
  /// - Throws: `XiejiPurposeError` with what comes near.
  public func purpose(_ text: String) throws(XiejiPurposeError) -> XiejiPurpose {
    let shown = String(text.prefix(Self.longestPurpose))
    // Folding takes far longer than comparing, so texts that are written as the book's are found without it.
    if let word = words.first(where: { spellings(of: $0).contains(shown) }) {
      return XiejiPurpose(name: word.name, items: word.items, standsFor: nil)
    }
    let wanted = Self.folded(shown)
    if let word = words.first(where: { foldedSpellings(of: $0).contains(wanted) }) {
      return XiejiPurpose(name: word.name, items: word.items, standsFor: nil)
    }
    if let other = others.first(where: { $0.said.contains { Self.folded($0) == wanted } }) {
      guard !other.uses.isEmpty, let word = words.first(where: { $0.items == other.uses }) else {
        throw .notInBook(shown, near: words.filter { !other.near.isDisjoint(with: $0.items) }.map(\.name))
      }
      return XiejiPurpose(name: word.name, items: word.items, standsFor: shown)
    }
    throw .unknown(shown, nearest: nearest(to: wanted))
  }

  /// The words that have one of the characters, or are spelled alike; else the most usual ones.
  private func nearest(to wanted: String) -> [LocalizedName] {
    let alike = words.map { word -> (score: Int, name: LocalizedName) in
      let spellings = foldedSpellings(of: word)
      if wanted.count >= 2, spellings.contains(where: { $0.contains(wanted) || $0.count >= 2 && wanted.contains($0) }) {
        return (4, word.name)
      }
      if Similarity.closest(to: wanted, among: spellings) != nil { return (3, word.name) }
      let shared = spellings.map { spelling in
        spelling.utf8.allSatisfy { $0 < 0x80 } ? 0 : Set(spelling).intersection(wanted).count
      }
      return (min(shared.max() ?? 0, 2), word.name)
    }
    let found = [4, 3, 2, 1].flatMap { score in alike.filter { $0.score == score } }.prefix(4).map(\.name)
    return found.isEmpty ? words.filter { $0.use == .common }.prefix(8).map(\.name) : Array(found)
  }

  private func spellings(of word: Word) -> [String] {
    names(of: word.items) + Language.allCases.map { word.name.text(in: $0) } + word.said
  }

  private func foldedSpellings(of word: Word) -> [String] { spellings(of: word).map(Self.folded) }

  private static func folded(_ text: String) -> String {
    SearchFolding.folded(text).filter { !$0.isWhitespace }
  }

  /// The words that one can search for, those that most people use first.
  public func purposes(upTo use: Use) -> [LocalizedName] { words.filter { $0.use <= use }.map(\.name) }
}
