import Folklore

/// The most frequent filter values of temples as small integers by index, so that filters do not read whole temples.
struct TempleTraits: Sendable {
  private var mainDeities: [Int32] = []
  private var otherDeities: [[Int32]] = []
  private var writtenDeities: [Int32] = []
  private var religions: [Int32] = []
  private var counties: [Int32] = []
  private var codes: [String: Int32] = [:]

  /// The code of no text, which no filter has.
  private static let none: Int32 = -1

  init(_ temples: [Temple]) {
    for temple in temples {
      mainDeities.append(code(temple.deityKey))
      otherDeities.append(temple.otherDeityKeys.map { code($0) })
      writtenDeities.append(code(temple.mainDeity))
      religions.append(code(temple.religion))
      counties.append(code(temple.county))
    }
  }

  /// Puts another temple at an index.
  mutating func replace(at place: Int, with temple: Temple) {
    mainDeities[place] = code(temple.deityKey)
    otherDeities[place] = temple.otherDeityKeys.map { code($0) }
    writtenDeities[place] = code(temple.mainDeity)
    religions[place] = code(temple.religion)
    counties[place] = code(temple.county)
  }

  private mutating func code(_ text: String?) -> Int32 {
    guard let text else { return Self.none }
    if let code = codes[text] { return code }
    let code = Int32(codes.count)
    codes[text] = code
    return code
  }

  /// A query's filters as codes.
  struct Test {
    fileprivate var mainDeities: [Int32]?
    fileprivate var anyDeities: [Int32]?
    fileprivate var writtenDeities: [Int32]?
    fileprivate var religion: Int32?
    fileprivate var county: Int32?
  }

  func test(for query: NearbyQuery) -> Test {
    // An unknown text gets a code that no temple has.
    func code(_ text: String) -> Int32 { codes[text] ?? Int32.max }
    var test = Test()
    switch query.deity {
    case .main(let keys)?: test.mainDeities = keys.map(code)
    case .any(let keys)?: test.anyDeities = keys.map(code)
    case .written(let names)?: test.writtenDeities = names.map(code)
    case nil: break
    }
    test.religion = query.religion.map(code)
    test.county = query.county.map(code)
    return test
  }

  func satisfies(_ test: Test, at place: Int) -> Bool {
    if let wanted = test.mainDeities, !wanted.contains(mainDeities[place]) { return false }
    if let wanted = test.anyDeities, !wanted.contains(mainDeities[place]),
      !otherDeities[place].contains(where: wanted.contains)
    {
      return false
    }
    if let wanted = test.writtenDeities, !wanted.contains(writtenDeities[place]) { return false }
    if let wanted = test.religion, wanted != religions[place] { return false }
    if let wanted = test.county, wanted != counties[place] { return false }
    return true
  }
}
