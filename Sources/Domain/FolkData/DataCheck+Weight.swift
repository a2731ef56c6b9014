internal import Folklore

extension DataCheck {
  /// How many events may have each weight that lists begin with: more would say nothing (CONTRIBUTING.md).
  private static let shares: [(weight: Int, count: ClosedRange<Int>)] = [(1, 12...20), (2, 15...30), (3, 40...80)]
  /// A folder with fewer events is a part of the data and has no shares.
  private static let fewEvents = 100

  /// Missing weights, and events that weigh more than the main one of their bundle, which is told first.
  static func weightFaults(_ entries: [DataFiles.Entry<Event>]) -> [DataFault] {
    let events = Dictionary(entries.map { ($1.key, $1) }) { first, _ in first }
    var faults: [DataFault] = []
    for (reader, event) in entries {
      if !reader.fields.contains("weight") {
        faults.append(
          reader.fault("weight", "必填：1（家家都過）到 5（齋戒、禁忌與曆書的日子）", "is missing: 1 (everybody) to 5 (fasts, almanac)"))
      }
      if let main = event.bundle.flatMap({ events[$0] }), main.weight > event.weight {
        faults.append(
          reader.fault(
            "weight", "是 \(event.weight)，比先提到的「\(main.key)」的 \(main.weight) 重：請調整，或把這個節日寫成那一組的第一個",
            "is \(event.weight), before \(main.weight) of \"\(main.key)\", which is told first: change one, or lead the bundle with this event"
          ))
      }
    }
    return faults + shareFaults(entries.map(\.value))
  }

  private static func shareFaults(_ events: [Event]) -> [DataFault] {
    guard events.count >= fewEvents else { return [] }
    return shares.compactMap { weight, range in
      let count = events.count { $0.weight == weight }
      guard !range.contains(count) else { return nil }
      return DataFault(
        file: "events.yaml", field: "weight",
        "有 \(count) 個節日的分量是 \(weight)，應該有 \(range.lowerBound) 到 \(range.upperBound) 個",
        "\(count) events have weight \(weight): \(range.lowerBound) to \(range.upperBound) should")
    }
  }
}
