public import ArgumentParser
public import Folklore

/// Whose days a command shows.
struct RegionOptions: ParsableArguments {
  @Option(
    help: .say(
      "只列出當地過的節日：TW、HK、MO、CN、MY、SG、TH、ID、PH、VN、JP、KR 或 all（全部）。",
      "Only days that are kept there: TW, HK, MO, CN, MY, SG, TH, ID, PH, VN, JP, KR, or all.", valueName: "TW"))
  var region: RegionFilter?
}

extension RegionFilter: ExpressibleByArgument {}
