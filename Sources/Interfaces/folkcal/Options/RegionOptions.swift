public import ArgumentParser
public import Folklore

/// Whose days a command shows.
struct RegionOptions: ParsableArguments {
  @Option(
    help: .say(
      "只列出當地過的節日：\(Self.codes("、"))或 all（全部）。", "Only days that are kept there: \(Self.codes(", ")), or all.",
      valueName: "TW"))
  var region: RegionFilter?

  /// `TW, HK, MO`.
  private static func codes(_ separator: String) -> String {
    Region.allCases.map(\.rawValue).joined(separator: separator)
  }
}

extension RegionFilter: ExpressibleByArgument {
  public init?(argument: String) { self.init(typed: argument) }
}

/// The least weight of the days that a command shows.
struct WeightOptions: ParsableArguments {
  @Option(
    name: .customLong("max-weight"),
    help: .say(
      "只列出分量在此以內的節日：1（家家都過）到 5（齋戒、禁忌與曆書的日子）。",
      "Only days up to this weight: 1 (everybody keeps them) to 5 (fasts, taboos and the almanac).", valueName: "4"))
  var maxWeight: Int?

  func validate() throws {
    guard let maxWeight, !Event.weights.contains(maxWeight) else { return }
    throw ValidationError(
      Failure.outOfRange(
        "--max-weight", "\(maxWeight)", "\(Event.weights.lowerBound)", "\(Event.weights.upperBound)"
      ).message)
  }

  /// The weight for programs: all days unless limited.
  var forPrograms: Int { maxWeight ?? Event.weights.upperBound }
}

/// The least weight in a list for people, which leaves out fasts, taboos and days of the almanac.
struct ListOptions: ParsableArguments {
  @Flag(
    help: .say(
      "也列出齋戒、禁忌與曆書的日子；--json 一律列出。", "Fasts, taboos and almanac days too; --json always has them."))
  var all = false

  @OptionGroup var weight: WeightOptions

  /// - Parameter isNamed: the days were asked for by name, so none is left out.
  func maxWeight(json: Bool, isNamed: Bool = false) -> Int {
    weight.maxWeight ?? (all || json || isNamed ? Event.weights.upperBound : Event.listedWeight)
  }
}
