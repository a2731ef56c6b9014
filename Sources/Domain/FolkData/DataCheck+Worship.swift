internal import Folklore

extension DataCheck {
  /// A folder with fewer deities is a part of the data and need not answer everything.
  private static let fewDeities = 50

  /// Needs that no deity answers: who asks would find nothing.
  static func needFaults(_ entries: [DataFiles.Entry<Deity>]) -> [DataFault] {
    guard entries.count >= fewDeities else { return [] }
    let answered = Set(entries.flatMap { $0.value.needs.map(\.need) })
    return Need.allCases.filter { !answered.contains($0) }.map { need in
      DataFault(
        file: "deities.yaml", field: "needs", "沒有神明管「\(need.name(in: .traditionalChinese))」（\(need.rawValue)）",
        "no deity answers \(need.rawValue)")
    }
  }
}
